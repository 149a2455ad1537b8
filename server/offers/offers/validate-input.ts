/** What a buyer typed, made into what the database keeps: complete terms, the buying company's name, today's day. */
import type { Database } from '#server/core/database/open.ts'
import { invalid, unauthenticated } from '#server/core/http/refusal.ts'
import { lockProof, proofById } from '#server/offers/proof-of-funds/proofs.ts'
import type { DraftTerms, OfferTerms } from '#shared/contract/offer-terms.ts'
import { completeTerms } from '#shared/rules/offers/terms.ts'

const HOUR_MS = 3_600_000
/** Where a day ends last, twelve hours behind UTC. */
const LATEST_ZONE_MS = 12 * HOUR_MS
const DAY_LENGTH = 10

/** Throws 422 with a word per field. */
export function requireTerms(draft: DraftTerms, nowMs: number): OfferTerms {
  const today = new Date(nowMs - LATEST_ZONE_MS).toISOString().slice(0, DAY_LENGTH)
  const completed = completeTerms(draft, today)
  if ('terms' in completed) return completed.terms
  const fields = Object.entries(completed.problems).map(([name, words]) => [`terms.${name}`, [words]])
  throw invalid(Object.fromEntries(fields))
}

/** Who buys: the connected LLC or trust, or the customer. Throws 422 for a company that is not connected. By primary keys. */
export async function buyerName(
  db: Database,
  customerId: number,
  entityId: number | null | undefined,
): Promise<string> {
  if (entityId == null) return nameOf(db, customerId)
  const row = await db
    .selectFrom('linked_companies')
    .innerJoin('companies', 'companies.id', 'linked_companies.company_id')
    .select('companies.name')
    .where('linked_companies.customer_id', '=', customerId)
    .where('linked_companies.company_id', '=', entityId)
    .executeTakeFirst()
  if (!row)
    throw invalid({ 'terms.entity_id': ['Choose one of your connected companies, or buy personally.'] })
  return row.name
}

async function nameOf(db: Database, customerId: number): Promise<string> {
  const row = await db
    .selectFrom('customers')
    .select('name')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(unauthenticated)
  return row.name
}

/** Throws 422 for a proof of somebody else, or one that is gone; otherwise it cannot be deleted before this is committed. */
export async function requireOwnProof(
  trx: Database,
  customerId: number,
  proofId: number | null | undefined,
): Promise<void> {
  if (proofId == null || (await lockProof(trx, { customerId, proofId }))) return
  throw proofGone()
}

/** The same of a draft, which binds nobody: nothing is locked, as it is asked again when the offer is sent. */
export async function requireKnownProof(
  db: Database,
  customerId: number,
  proofId: number | null | undefined,
): Promise<void> {
  if (proofId == null || (await proofById(db, proofId))?.customer_id === customerId) return
  throw proofGone()
}

const proofGone = () => invalid({ proof_id: ['This proof of funds no longer exists. Choose another one.'] })
