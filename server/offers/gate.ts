/** Asks the database what stands between a customer and an offer on a deal; what it means is in shared/rules/offers/offer-gate.ts. */
import { sql } from 'kysely'
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
  const { customerId, deal, settings, hasDeposit, nowMs } = asked
  const found = await selectFacts(db, customerId, deal.account_id)
  return {
    isEmailConfirmed: found.email_confirmed_at !== null,
    isPhoneConfirmed: Boolean(found.has_phone),
    hasDeposit,
    activeOffers: await countActiveOffers(db, customerId),
    offersPerDeposit: settings.offersPerDepositLimit,
    hasFunds: await hasFunds(db, asked),
    needsIdentity: found.requires_id,
    isIdentityVerified: found.idv_status === 'success',
    deal: found.works_there ? 'own' : dealStateOf(deal, { isSuspended: found.suspended_at !== null, nowMs }),
  }
}

/**
 * One question, because others wait behind it. Customer and account by primary key, phones by customer_phones_customer, the seller's
 * people, who may be buyers elsewhere and go by their e-mail, by account_members_account.
 */
const selectFacts = (db: Database, customerId: number, accountId: number) =>
  db
    .selectFrom('customers')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountId))
    .select(['email_confirmed_at', 'idv_status', 'requires_id', 'suspended_at'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('customer_phones')
            .select('customer_phones.id')
            .whereRef('customer_phones.customer_id', '=', 'customers.id')
            .where('confirmed_at', 'is not', null),
        )
        .as('has_phone'),
      eb
        .exists(
          eb
            .selectFrom('account_members')
            .select('account_members.id')
            .where('account_members.account_id', '=', accountId)
            .where(sql<boolean>`lower(account_members.email) = lower(customers.email)`),
        )
        .as('works_there'),
    ])
    .where('customers.id', '=', customerId)
    .executeTakeFirstOrThrow()

function dealStateOf(
  deal: PropertyRow,
  { isSuspended, nowMs }: { isSuspended: boolean; nowMs: number },
): GateFacts['deal'] {
  const isOver = deal.expires_at !== null && deal.expires_at.getTime() <= nowMs
  if (deal.listing !== 'listed' || isSuspended || isOver) return 'gone'
  return DEAL_STATUSES[deal.status] === 'sold' ? 'sold' : 'open'
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
