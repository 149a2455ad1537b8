/** A buyer's offers as they are looked at (spec section 7, Offers, funds, deposit, money), and where the rest of the room begins. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/core/http/paginate.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { checkFilters, checkRelations } from '#server/messaging/rules.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import {
  getOffer,
  getOfferGate,
  listOffers,
  OFFER_RELATIONS,
  removeDraftOffer,
} from '#shared/contract/offers.ts'
import { mayReadOffer } from './access.ts'
import { createActs } from './commands.ts'
import type { OfferDeps } from './desk-routes.ts'
import { registerDeskOffers } from './desk-routes.ts'
import { registerOfferMoves } from './move-routes.ts'
import { namedOffer, offersOfCustomer } from './queries.ts'
import { showGate } from './show-gate.ts'
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

  serve(app, listOffers, async ({ query, me, request }) => {
    checkRelations(query.with, OFFER_RELATIONS)
    checkFilters(request.url, ['property_id', 'state'])
    const { page = 1 } = query
    const asked = { page, propertyId: query['filter[property_id]'], state: query['filter[state]'] }
    const { rows, hasMore } = await offersOfCustomer(db, me.id, asked)
    return paginated(request, page, { rows: await offerWires(deps, me, rows), hasMore })
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
  registerDeskOffers(app, deps, acts)
  startOfferSweep(app, { ...deps, db: deps.work })
}
