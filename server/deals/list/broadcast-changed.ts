/** Says live to everybody who looks at deals that one has changed. Not what: the list's delta says it. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'

export const broadcastChanged = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  propertyId: number,
): Promise<void> =>
  withTimeout([
    broadcaster.broadcast(dealsChannel(prefix), propertyUpdated, { id: propertyId }, { isPublic: true }),
  ])
