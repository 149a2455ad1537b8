/** A buyer's offers as they are looked at (spec section 7, Offers, funds, deposit, money), and where the rest of the room begins. */
import type { FastifyInstance } from 'fastify'
import { corporateDocumentsOf } from '#server/funds/corporate-documents.ts'
import { paginated } from '#server/http/paginate.ts'
import { type CustomerPrincipal, customerOf, sessionOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { checkFilters, checkRelations } from '#server/messenger/rules.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  getOffer,
  getOfferGate,
  listOffers,
  OFFER_RELATIONS,
  removeDraftOffer,
} from '#shared/contract/offers.ts'
import { mayReadOffer } from './access.ts'
import { createActs } from './act.ts'
import { registerDeskOffers } from './desk-routes.ts'
import { registerOfferMoves } from './move-routes.ts'
import { namedOffer, offersOfCustomer } from './queries.ts'
import { showGate } from './show-gate.ts'
import { startOfferSweep } from './sweep.ts'
import { offerDetailWire, offerWires } from './wire.ts'

export type OfferDeps = RoomDeps & { messenger: Messenger }

export function registerOffers(app: FastifyInstance, room: OfferDeps): void {
  const deps = { ...room, log: app.log }
  const { db, limits } = deps
  const acts = createActs(deps)

  const detail = async (me: CustomerPrincipal, offerId: number) => {
    const row = await namedOffer(db, offerId)
    if (!row || !mayReadOffer(me, row)) throw notFound()
    return { data: await offerDetailWire(deps, me, row) }
  }

  serve(app, listOffers, async ({ query, who, request }) => {
    const me = sessionOf(who)
    checkRelations(query.with, OFFER_RELATIONS)
    checkFilters(request.url, ['property_id', 'state'])
    const { page = 1 } = query
    const asked = { page, propertyId: query['filter[property_id]'], state: query['filter[state]'] }
    const { rows, hasMore } = await offersOfCustomer(db, me.id, asked)
    return paginated(request, page, { rows: await offerWires(deps, me, rows), hasMore })
  })

  serve(app, getOffer, async ({ params, who }) => detail(customerOf(who), params.offer))

  serve(app, getOfferGate, async ({ query, who }) => {
    const me = sessionOf(who)
    return {
      data: await showGate(db, { customerId: me.id, propertyId: query.property_id, nowMs: Date.now() }),
    }
  })

  serve(app, removeDraftOffer, async ({ params, who }) => {
    const me = sessionOf(who)
    const papers = await corporateDocumentsOf(db, [params.offer])
    await acts.removeDraft({ offerId: params.offer, customerId: me.id })
    for (const { storage_key: key } of papers) await deps.parts.files.delete(key)
  })

  registerOfferMoves(app, { acts, limits, detail })
  registerDeskOffers(app, deps, acts)
  startOfferSweep(app, deps)
}
