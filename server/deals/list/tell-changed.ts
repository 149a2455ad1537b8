/** Says live to everybody who looks at deals that one has changed. Not what: the list's delta says it. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { patiently } from '#server/core/realtime/with-timeout.ts'
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'

export const tellChanged = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  propertyId: number,
): Promise<void> =>
  patiently([
    broadcaster.broadcast(dealsChannel(prefix), propertyUpdated, { id: propertyId }, { isPublic: true }),
  ])
