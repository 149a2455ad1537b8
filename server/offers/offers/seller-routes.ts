/** The seller app's calls about offers: those on the account's own deals, a seller's moves, the way to closing. Ours, beside the calls of the spec. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#server/core/audit/audit.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { checkFilters, socketIdOf } from '#server/messaging/rules.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  sellerAskForDocuments,
  sellerMoveOffer,
  sellerOffer,
  sellerOfferStep,
  sellerOffers,
} from '#shared/contract/seller-offers.ts'
import { mayReadOffer } from './access.ts'
import { buyerCards } from './buyer-card.ts'
import type { Acts } from './commands.ts'
import { type NamedOffer, namedOffer, offersOfAccount } from './queries.ts'
import { offerDetailWire, offerWires } from './wire.ts'
import type { Mover } from './write-move.ts'

export type OfferDeps = RoomDeps & { messenger: Messenger }

export function registerSellerOffers(app: FastifyInstance, deps: OfferDeps, acts: Acts): void {
  const { db, site, limits } = deps
  const calls = app.createThrottle('seller-offer-calls', limits.offerCallsPerMinute, MINUTE_MS)

  const own = async (me: AccountPrincipal, offerId: number): Promise<NamedOffer> => {
    const row = await namedOffer(db, offerId)
    if (!row || !mayReadOffer(me, row)) throw notFound()
    return row
  }
  const detail = async (me: AccountPrincipal, offerId: number) => {
    const row = await own(me, offerId)
    const cards = await buyerCards(db, site, [row.customer_id])
    const buyer_card = cards.get(row.customer_id)
    // The buyer deletes their account between the two reads.
    if (!buyer_card) throw notFound()
    return { data: { ...(await offerDetailWire(deps, me, row)), buyer_card } }
  }
  const count = (me: AccountPrincipal) => calls.take(String(me.memberId))
  const isOwnOf =
    (me: AccountPrincipal) => (row: NamedOffer | Pick<NamedOffer, 'account_id' | 'customer_id' | 'state'>) =>
      mayReadOffer(me, row)

  serve(app, sellerOffers, async ({ query, me, request, page, paginated }) => {
    checkFilters(request.url, ['property_id', 'state'])
    const asked = { page, propertyId: query['filter[property_id]'], state: query['filter[state]'] }
    const { rows, hasMore } = await offersOfAccount(db, me.accountId, asked)
    const ids = rows.map(({ customer_id }) => customer_id)
    const [wires, cards] = [await offerWires(deps, me, rows), await buyerCards(db, site, ids)]
    const shown = wires.flatMap((wire) => {
      const buyer_card = cards.get(wire.customer_id)
      return buyer_card ? [{ ...wire, buyer_card }] : []
    })
    return paginated({ rows: shown, hasMore })
  })

  serve(app, sellerOffer, async ({ params, me }) => detail(me, params.offer))

  serve(app, sellerMoveOffer, async ({ params, body, me, request }) => {
    await count(me)
    const { action: kind, version, terms, reason } = body
    const move = { offerId: params.offer, isOwn: isOwnOf(me), by: moverOf(me, request) }
    await acts.move({ ...move, kind, version, terms, reason, nowMs: deps.nowMs() }, socketOf(request))
    return detail(me, params.offer)
  })

  serve(app, sellerOfferStep, async ({ params, body, me, request }) => {
    await count(me)
    const change = { step: params.step, isDone: body.is_done, dueOn: body.due_on, note: body.note }
    const by = { ...moverOf(me, request), side: 'seller' as const }
    await acts.step({ offerId: params.offer, isOwn: isOwnOf(me), change, by, nowMs: deps.nowMs() })
    return detail(me, params.offer)
  })

  serve(app, sellerAskForDocuments, async ({ params, body, me, request }) => {
    await count(me)
    const asked = { offerId: params.offer, isOwn: isOwnOf(me), words: body.message }
    await acts.askForDocuments(asked, socketOf(request))
  })
}

const moverOf = (me: AccountPrincipal, request: FastifyRequest): Mover => ({
  side: 'seller',
  actor: actorOf(me),
  ip: request.ip,
})

const socketOf = (request: FastifyRequest): string | null => socketIdOf(request.headers['x-socket-id'])
