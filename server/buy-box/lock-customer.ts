/** Lets what one customer does to boxes, areas and companies happen one after another, so that no limit is passed and no box is made twice. */
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/http/refusal.ts'

/** Held until the transaction ends. */
export async function lockCustomer(trx: Database, customerId: number): Promise<void> {
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
