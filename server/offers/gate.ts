/** Asks the database what stands between a customer and an offer on a deal; what it means is in shared/rules/offers/offer-gate.ts. */
import type { Database } from '#server/database/open.ts'
import type { PropertyRow } from '#server/database/schema.ts'
import type { Settings } from '#server/settings/settings.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import type { GateFacts } from '#shared/rules/offers/offer-gate.ts'
import { countActiveOffers } from './active-offers.ts'

export interface GateQuestion {
  customerId: number
  deal: PropertyRow
  /** Of an offer that has been typed already. */
  offerId: number | null
  /** What the offer would stand on; undefined when any proof will do. */
  proofId?: number | null
  hasDeposit: boolean
  settings: Settings
  nowMs: number
}

export async function gateFacts(db: Database, asked: GateQuestion): Promise<GateFacts> {
  const { customerId, deal, settings, hasDeposit } = asked
  const person = await personOf(db, customerId)
  const account = await accountOf(db, deal.account_id)
  const isOwn = await worksThere(db, deal.account_id, person.email)
  return {
    isEmailConfirmed: person.email_confirmed_at !== null,
    isPhoneConfirmed: await hasConfirmedPhone(db, customerId),
    hasDeposit,
    activeOffers: await countActiveOffers(db, customerId),
    offersPerDeposit: settings.offersPerDepositLimit,
    hasFunds: await hasFunds(db, asked),
    needsIdentity: account.requires_id,
    isIdentityVerified: person.idv_status === 'success',
    deal: isOwn
      ? 'own'
      : dealStateOf(deal, { isSuspended: account.suspended_at !== null, nowMs: asked.nowMs }),
  }
}

function dealStateOf(
  deal: PropertyRow,
  { isSuspended, nowMs }: { isSuspended: boolean; nowMs: number },
): GateFacts['deal'] {
  const isOver = deal.expires_at !== null && deal.expires_at.getTime() <= nowMs
  if (deal.listing !== 'listed' || isSuspended || isOver) return 'gone'
  return DEAL_STATUSES[deal.status] === 'sold' ? 'sold' : 'open'
}

/** By primary key. */
const personOf = (db: Database, id: number) =>
  db
    .selectFrom('customers')
    .select(['email', 'email_confirmed_at', 'idv_status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** By primary key. */
const accountOf = (db: Database, id: number) =>
  db
    .selectFrom('accounts')
    .select(['requires_id', 'suspended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The seller's people, who may be buyers elsewhere, go by their e-mail. By account_members_account. */
async function worksThere(db: Database, accountId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_members')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}

/** By customer_phones_customer. */
async function hasConfirmedPhone(db: Database, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customer_phones')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function hasFunds(db: Database, asked: GateQuestion): Promise<boolean> {
  return (await usableProof(db, asked)) || (asked.offerId !== null && (await hasDocuments(db, asked.offerId)))
}

/** Own, not deleted, not refused, good today. By proofs_of_funds_ref's customer. */
async function usableProof(db: Database, { customerId, proofId, nowMs }: GateQuestion): Promise<boolean> {
  if (proofId === null) return false
  const today = new Date(nowMs).toISOString().slice(0, DAY_LENGTH)
  let query = db
    .selectFrom('proofs_of_funds')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where('review', '!=', 'rejected')
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
  if (proofId !== undefined) query = query.where('id', '=', proofId)
  return (await query.executeTakeFirst()) !== undefined
}

const DAY_LENGTH = 10

/** By corporate_documents_ref. */
async function hasDocuments(db: Database, offerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('corporate_documents')
    .select('id')
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return row !== undefined
}
