/** Says live to buyers that their feed is another one. Not what: the feed says it. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { feedUpdated, sessionChannel } from '#shared/contract/events.ts'

export const broadcastFeed = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  customerIds: readonly number[],
): Promise<void> =>
  withTimeout(
    [...new Set(customerIds)].map((id) => broadcaster.broadcast(sessionChannel(prefix, id), feedUpdated, {})),
  )
