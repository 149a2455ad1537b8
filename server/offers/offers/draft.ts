/** What a buyer has typed so far: one draft per deal, which survives everything but being sent or thrown away. */
import type { Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { corporateDocumentsOf } from '#server/offers/proof-of-funds/corporate-documents.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import { mergeTerms } from '#shared/rules/offers/terms.ts'
import { lockOffer, type OfferRow } from './offer-row.ts'
import { notNow } from './refusals.ts'
import { buyerName, requireKnownProof } from './validate-input.ts'

export interface Typed {
  customerId: number
  propertyId: number
  terms: DraftTerms
  /** Undefined keeps the one that was chosen. */
  proofId: number | null | undefined
  nowMs: number
}

/** Makes the draft on this deal, or replaces its words. By offers_one_draft, which also decides between two calls at once. */
export async function writeDraft(trx: Transaction<Schema>, typed: Typed): Promise<OfferRow> {
  const { customerId, propertyId, terms, proofId } = typed
  const columns = await columnsOf(trx, typed)
  const account = await accountOfDeal(trx, propertyId)
  return trx
    .insertInto('offers')
    .values({
      customer_id: customerId,
      property_id: propertyId,
      account_id: account,
      state: 'draft',
      ...columns,
      terms: JSON.stringify(terms),
      proof_id: proofId ?? null,
    })
    .onConflict((clash) =>
      clash
        .columns(['customer_id', 'property_id'])
        .where('state', '=', 'draft')
        .doUpdateSet({
          ...columns,
          terms: JSON.stringify(terms),
          ...(proofId === undefined ? {} : { proof_id: proofId }),
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What is left out stays. Throws 409 for an offer that was sent: it is changed by moves. */
export async function saveDraft(
  trx: Transaction<Schema>,
  { offerId, ...typed }: Omit<Typed, 'propertyId'> & { offerId: number },
): Promise<void> {
  const row = await lockOffer(trx, offerId)
  if (!row || row.customer_id !== typed.customerId) throw notFound()
  if (row.state !== 'draft') throw notNow(row)
  const terms = mergeTerms(row.terms, typed.terms)
  const columns = await columnsOf(trx, { ...typed, terms })
  const proof = typed.proofId === undefined ? {} : { proof_id: typed.proofId }
  await trx
    .updateTable('offers')
    .set({ ...columns, ...proof, terms: JSON.stringify(terms) })
    .where('id', '=', offerId)
    .execute()
}

async function columnsOf(
  trx: Transaction<Schema>,
  { customerId, terms, proofId, nowMs }: Omit<Typed, 'propertyId'>,
) {
  await requireKnownProof(trx, customerId, proofId)
  const buyer = await buyerName(trx, customerId, terms.entity_id)
  return { buyer, price_cents: terms.price_cents ?? null, updated_at: new Date(nowMs) }
}

/** Drafts of sellers are nobody's business. By primary key. */
async function accountOfDeal(trx: Transaction<Schema>, propertyId: number): Promise<number> {
  const row = await trx
    .selectFrom('properties')
    .select(['account_id', 'listing'])
    .where('id', '=', propertyId)
    .executeTakeFirst()
  if (!row || row.listing === 'draft') throw notFound()
  return row.account_id
}

/** Throws 409 for a sent one: that is withdrawn instead. Returns the keys of its files, which are queued for deletion. */
export async function removeDraft(
  trx: Transaction<Schema>,
  { offerId, customerId }: { offerId: number; customerId: number },
): Promise<string[]> {
  const row = await lockOffer(trx, offerId)
  if (!row || row.customer_id !== customerId) throw notFound()
  if (row.state !== 'draft') throw notNow(row)
  const keys = (await corporateDocumentsOf(trx, [offerId])).map(({ storage_key }) => storage_key)
  await queueFileDeletions(trx, keys)
  await trx.deleteFrom('offers').where('id', '=', offerId).execute()
  return keys
}
