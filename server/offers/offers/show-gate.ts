/** The gate as a customer is shown it before an offer (checklist OFR-02): asked without a lock, and asked again when it is sent. */
import { confirmedOf } from '#server/accounts/login/requirements.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { openDepositOf } from '#server/payments/deposits.ts'
import { readSettings } from '#server/site/settings/settings.ts'
import type { OfferGateWire } from '#shared/contract/offers.ts'
import { gateSteps } from '#shared/rules/offers/offer-gate.ts'
import { gateFacts } from './gate.ts'
import { ownOfferId } from './queries.ts'

export async function showGate(
  db: Database,
  { customerId, propertyId, nowMs }: { customerId: number; propertyId: number; nowMs: number },
): Promise<OfferGateWire> {
  const deal = await dealOf(db, propertyId)
  if (!deal || deal.listing === 'draft') throw notFound()
  const settings = await readSettings(db)
  const deposit = await openDepositOf(db, customerId)
  const offerId = await ownOfferId(db, { customerId, propertyId })
  const hasDeposit = deposit?.state === 'current'
  const facts = await gateFacts(db, { customerId, deal, offerId, hasDeposit, settings, nowMs })
  return {
    steps: gateSteps(facts, await confirmedOf(db, customerId)),
    active_offers_count: facts.activeOffers,
    offers_per_deposit_limit: facts.offersPerDeposit,
    offer_id: offerId,
    proof_rule: facts.proofRule,
  }
}

/** By primary key. */
const dealOf = (db: Database, id: number): Promise<PropertyRow | undefined> =>
  db.selectFrom('properties').selectAll().where('id', '=', id).executeTakeFirst()
