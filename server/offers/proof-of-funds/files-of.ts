/** The files that go when a customer does. */
import type { Database } from '#server/core/database/open.ts'

/** Their keys: asked before the rows are deleted. By proofs_of_funds_ref, offers_customer and corporate_documents_ref. */
export async function fileKeysOf(db: Database, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('proofs_of_funds')
    .select('storage_key')
    .where('customer_id', '=', customerId)
    // Also of those that were removed, in case their file was not.
    .unionAll(
      db
        .selectFrom('corporate_documents')
        .innerJoin('offers', 'offers.id', 'corporate_documents.offer_id')
        .select('corporate_documents.storage_key')
        .where('offers.customer_id', '=', customerId),
    )
    .execute()
  return rows.map((row) => row.storage_key)
}
