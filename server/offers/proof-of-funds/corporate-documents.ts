/** Documents of a buying entity, handed in with an offer (checklist OFR-15). */
import type { Selectable } from 'kysely'
import type { CorporateDocumentsTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'

export type CorporateDocumentRow = Selectable<CorporateDocumentsTable>

/** In the order they came. By corporate_documents_ref. */
export const corporateDocumentsOf = (
  db: Database,
  offerIds: readonly number[],
): Promise<CorporateDocumentRow[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('corporate_documents')
        .selectAll()
        .where('offer_id', 'in', offerIds)
        .orderBy('id')
        .execute()

/** By primary key. */
export async function corporateDocumentById(
  db: Database,
  { offerId, documentId }: { offerId: number; documentId: number },
): Promise<CorporateDocumentRow | null> {
  const row = await db
    .selectFrom('corporate_documents')
    .selectAll()
    .where('id', '=', documentId)
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return row ?? null
}

/** By corporate_documents_ref. */
export async function corporateDocumentByRef(
  db: Database,
  offerId: number,
  ref: string,
): Promise<CorporateDocumentRow | null> {
  const row = await db
    .selectFrom('corporate_documents')
    .selectAll()
    .where('offer_id', '=', offerId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row ?? null
}
