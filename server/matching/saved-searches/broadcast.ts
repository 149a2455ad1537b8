/** Says live to customers that their saved searches are other ones. Not what: the list says it. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { savedSearchesUpdated, sessionChannel } from '#shared/contract/events.ts'

export const broadcastSearches = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  customerIds: readonly number[],
): Promise<void> =>
  withTimeout(
    [...new Set(customerIds)].map((id) =>
      broadcaster.broadcast(sessionChannel(prefix, id), savedSearchesUpdated, {}),
    ),
  )
