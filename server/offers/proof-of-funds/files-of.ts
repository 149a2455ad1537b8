/** The files of a customer: those that go with the account, and those in its export. */
import type { Database } from '#server/core/database/open.ts'
import type { StoredPart } from '#server/providers/files/archive.ts'

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
        .where('offers.customer_id', '=', customerId)
        // What a seller uploaded stays with the offer; of a draft nothing stays.
        .where((row) => row.or([row('is_from_seller', '=', false), row('offers.state', '=', 'draft')])),
    )
    .execute()
  return rows.map((row) => row.storage_key)
}

/** Not those that wait for a virus scan. By proofs_of_funds_ref, offers_customer and corporate_documents_ref. */
export async function exportedFilesOf(db: Database, customerId: number): Promise<StoredPart[]> {
  const proofs = await db
    .selectFrom('proofs_of_funds')
    .select(['id', 'storage_key', 'file_name'])
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where('is_quarantined', '=', false)
    .orderBy('id')
    .execute()
  const documents = await db
    .selectFrom('corporate_documents')
    .innerJoin('offers', 'offers.id', 'corporate_documents.offer_id')
    .select(['corporate_documents.id', 'storage_key', 'file_name', 'offer_id', 'title'])
    .where('offers.customer_id', '=', customerId)
    .where('is_quarantined', '=', false)
    .orderBy('corporate_documents.id')
    .execute()
  return [
    ...proofs.map(({ id, storage_key: key, file_name: file }) => ({
      key,
      name: `files/proofs-of-funds/${id}-${file}`,
      title: `Proof of funds: ${file}`,
    })),
    ...documents.map(({ id, storage_key: key, file_name: file, offer_id, title }) => ({
      key,
      name: `files/offer-${offer_id}/${id}-${file}`,
      title: `Offer ${offer_id}: ${title}`,
    })),
  ]
}
