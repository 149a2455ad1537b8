/** A buyer's offers as they are looked at (spec section 7, Offers, funds, deposit, money), and where the rest of the room begins. */
import type { FastifyInstance } from 'fastify'
import { confirmedOf } from '#server/accounts/login/requirements.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkFilters, checkRelations } from '#server/messaging/rules.ts'
import { openDepositOf } from '#server/payments/deposits.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import { readSettings } from '#server/site/settings/settings.ts'
import {
  getOffer,
  getOfferGate,
  listOffers,
  OFFER_RELATIONS,
  type OfferGateWire,
  removeDraftOffer,
} from '#shared/contract/offers.ts'
import { gateSteps } from '#shared/rules/offers/offer-gate.ts'
import { mayReadOffer } from './access.ts'
import { createActs } from './commands.ts'
import { gateFacts } from './gate.ts'
import { registerOfferMoves } from './move-routes.ts'
import { namedOffer, offersOfCustomer, ownOfferOn } from './queries.ts'
import { type OfferDeps, registerSellerOffers } from './seller-routes.ts'
import { startOfferSweep } from './sweep.ts'
import { offerDetailWire, offerWires } from './wire.ts'

export function registerOffers(app: FastifyInstance, room: OfferDeps): void {
  const deps = { ...room, log: app.log }
  const { db, limits } = deps
  const acts = createActs(deps)

  const detail = async (me: CustomerPrincipal, offerId: number) => {
    const row = await namedOffer(db, offerId)
    if (!row || !mayReadOffer(me, row)) throw notFound()
    return { data: await offerDetailWire(deps, me, row) }
  }

  serve(app, listOffers, async ({ query, me, request, page, paginated }) => {
    checkRelations(query.with, OFFER_RELATIONS)
    checkFilters(request.url, ['property_id', 'state'])
    const asked = { page, propertyId: query['filter[property_id]'], state: query['filter[state]'] }
    const { rows, hasMore } = await offersOfCustomer(db, me.id, asked)
    return paginated({ rows: await offerWires(deps, me, rows), hasMore })
  })

  serve(app, getOffer, async ({ params, me }) => detail(me, params.offer))

  serve(app, getOfferGate, async ({ query, me }) => {
    return {
      data: await showGate(db, { customerId: me.id, propertyId: query.property_id, nowMs: deps.nowMs() }),
    }
  })

  serve(app, removeDraftOffer, async ({ params, me }) => {
    const keys = await acts.removeDraft({ offerId: params.offer, customerId: me.id })
    await deleteFiles(deps, keys)
  })

  registerOfferMoves(app, { acts, limits, detail, nowMs: deps.nowMs })
  registerSellerOffers(app, deps, acts)
  startOfferSweep(app, { ...deps, db: deps.work })
}

/**
 * The gate as a customer is shown it before an offer (checklist OFR-02): asked without a lock, and asked again when it
 * is sent.
 */
async function showGate(
  db: Database,
  { customerId, propertyId, nowMs }: { customerId: number; propertyId: number; nowMs: number },
): Promise<OfferGateWire> {
  const deal = await dealOf(db, propertyId)
  if (!deal || deal.listing === 'draft') throw notFound()
  const settings = await readSettings(db)
  const deposit = await openDepositOf(db, customerId)
  const own = await ownOfferOn(db, { customerId, propertyId })
  const hasDeposit = deposit?.state === 'current'
  const asked = { customerId, deal, offerId: own?.id ?? null, hasDeposit, settings, nowMs }
  const facts = await gateFacts(db, asked)
  return {
    steps: gateSteps(facts, await confirmedOf(db, customerId)),
    active_offers_count: facts.activeOffers,
    offers_per_deposit_limit: facts.offersPerDeposit,
    offer_id: own?.id ?? null,
    offer_state: own?.state ?? null,
    proof_rule: facts.proofRule,
  }
}

/** By primary key. */
const dealOf = (db: Database, id: number): Promise<PropertyRow | undefined> =>
  db.selectFrom('properties').selectAll().where('id', '=', id).executeTakeFirst()
