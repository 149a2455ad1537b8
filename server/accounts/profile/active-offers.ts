/** How many offers take a slot of a customer's deposit (checklist OFR-33). Counted, never kept, so that it cannot be wrong. */
import type { Database } from '#server/core/database/open.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'

/** By offers_customer. */
export async function countActiveOffers(db: Database, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('offers')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
