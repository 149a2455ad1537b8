/** Says live to buyers that their feed is another one. Not what: the feed says it. */
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { patiently } from '#server/realtime/patiently.ts'
import { customerChannel, feedUpdated } from '#shared/contract/events.ts'

export const tellFeed = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  customerIds: readonly number[],
): Promise<void> =>
  patiently(
    [...new Set(customerIds)].map((id) =>
      broadcaster.broadcast(customerChannel(prefix, id), feedUpdated, {}),
    ),
  )
