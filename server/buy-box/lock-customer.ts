/** Lets what one customer does to boxes, areas and companies happen one after another, so that no limit is passed and no box is made twice. */
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/http/refusal.ts'

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
