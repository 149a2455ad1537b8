/** Says live to both sides where a request stands. The address goes to the customer alone, and only once granted. */
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { patiently } from '#server/realtime/patiently.ts'
import { accountChannel, customerChannel, inquiryUpdated } from '#shared/contract/events.ts'
import type { RequestRow } from './queries.ts'
import { whereItIs } from './wire.ts'

export async function tellRequest(broadcaster: Broadcaster, prefix: string, row: RequestRow): Promise<void> {
  const { id, type, state, property_id, account_id, customer_id, reason } = row
  const payload = { id, type, state, property_id, account_id, customer_id, reason }
  await patiently([
    broadcaster.broadcast(customerChannel(prefix, customer_id), inquiryUpdated, {
      ...payload,
      ...whereItIs(row),
    }),
    broadcaster.broadcast(accountChannel(prefix, account_id), inquiryUpdated, payload),
  ])
}
