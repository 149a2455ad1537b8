/** The files of a customer: those that go with the account, and those in its export. */
import type { Database } from '#server/core/database/open.ts'
import { keysOf } from '#server/messaging/attachments/attach.ts'
import type { StoredPart } from '#server/providers/files/archive.ts'

/**
 * Their keys: asked before the rows are deleted. `isWhole`: nothing of the conversations stays. By proofs_of_funds_ref, offers_customer,
 * corporate_documents_ref and message_attachments_ref.
 */
export async function fileKeysOf(db: Database, customerId: number, isWhole: boolean): Promise<string[]> {
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
  const attached = await db
    .selectFrom('message_attachments')
    .select(['storage_key', 'thumb_key'])
    .where('customer_id', '=', customerId)
    // What a seller sent stays with the seller's message.
    .$if(!isWhole, (all) =>
      all.where((row) => row.or([row('type', '=', 'inbound'), row('message_id', 'is', null)])),
    )
    .execute()
  return [...rows.map((row) => row.storage_key), ...attached.flatMap(keysOf)]
}

/** Not those that wait for a virus scan. By proofs_of_funds_ref, offers_customer, corporate_documents_ref and message_attachments_ref. */
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
  const attached = await db
    .selectFrom('message_attachments')
    .select(['id', 'storage_key', 'file_name', 'account_id'])
    .where('customer_id', '=', customerId)
    .where('message_id', 'is not', null)
    .where('is_quarantined', '=', false)
    .orderBy('id')
    .execute()
  return [
    ...attached.map(({ id, storage_key: key, file_name: file, account_id }) => ({
      key,
      name: `files/messages/${account_id}/${id}-${file}`,
      title: `Message: ${file}`,
    })),
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
