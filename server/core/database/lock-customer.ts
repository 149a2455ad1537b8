/**
 * Serializes what one customer does to boxes, areas, companies, cards and offers, so that no limit is exceeded and
 * nothing is made twice; and keeps the account from being deleted meanwhile.
 */
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'

/**
 * Held until the transaction ends. Rows that refer to the customer can be written meanwhile: matching does that for who changes a box
 * just now.
 */
export async function lockCustomer(trx: Database, customerId: number): Promise<void> {
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
