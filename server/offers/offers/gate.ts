/** Asks the database what stands between a customer and an offer on a deal; what it means is in shared/rules/offers/offer-gate.ts. */
import { sql } from 'kysely'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { isSold } from '#server/deals/properties/queries.ts'
import { corporateDocumentsOf } from '#server/offers/proof-of-funds/corporate-documents.ts'
import { dayOf } from '#server/offers/proof-of-funds/proof-details.ts'
import { proofsOf } from '#server/offers/proof-of-funds/proofs.ts'
import type { Settings } from '#server/site/settings/settings.ts'
import type { ProofRule } from '#shared/contract/proof-of-funds.ts'
import type { GateFacts } from '#shared/rules/offers/offer-gate.ts'
import { proofCounts, proofStanding } from '#shared/rules/offers/proof-standing.ts'

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
    hasDeposit,
    activeOffers: await countActiveOffers(db, customerId),
    offersPerDeposit: settings.offersPerDepositLimit,
    funds: await proofOfFundsOf(db, asked, found.proof_rule),
    proofRule: found.proof_rule,
    needsIdentity: found.requires_id,
    isIdentityVerified: found.idv_status === 'success',
    deal: found.works_there ? 'own' : dealStateOf(deal, { isSuspended: found.suspended_at !== null, nowMs }),
  }
}

/**
 * One question, because others wait behind it. Customer and account by primary key, the seller's people, who may be buyers elsewhere and go by their e-mail, by account_members_account.
 */
const selectFacts = (db: Database, customerId: number, accountId: number) =>
  db
    .selectFrom('customers')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountId))
    .select(['idv_status', 'requires_id', 'proof_rule', 'suspended_at'])
    .select((eb) => [
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
  return isSold(deal.status) ? 'sold' : 'open'
}

/** What the offer would rely on. By proofs_of_funds_ref's customer. */
async function proofOfFundsOf(
  db: Database,
  { customerId, proofId, offerId, nowMs }: GateQuestion,
  rule: ProofRule,
): Promise<GateFacts['funds']> {
  const today = dayOf(nowMs)
  const proofs = (await proofsOf(db, customerId)).filter(({ id }) => proofId === undefined || id === proofId)
  if (proofs.some((proof) => proofCounts(proof, rule, today))) return 'there'
  const documents = offerId === null ? [] : await corporateDocumentsOf(db, [offerId])
  if (documents.some((document) => !document.is_quarantined)) return 'there'
  const standings = proofs.map((proof) => proofStanding(proof, today))
  if (documents.length > 0 || standings.includes('being_checked')) return 'being_checked'
  return standings.includes('under_review') ? 'under_review' : 'missing'
}
