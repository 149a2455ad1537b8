/** Says live to customers that their saved searches are other ones. Not what: the list says it. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { patiently } from '#server/core/realtime/with-timeout.ts'
import { savedSearchesUpdated, sessionChannel } from '#shared/contract/events.ts'

export const tellSearches = (
  { broadcaster, prefix }: { broadcaster: Broadcaster; prefix: string },
  customerIds: readonly number[],
): Promise<void> =>
  patiently(
    [...new Set(customerIds)].map((id) =>
      broadcaster.broadcast(sessionChannel(prefix, id), savedSearchesUpdated, {}),
    ),
  )
