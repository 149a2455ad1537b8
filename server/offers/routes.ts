/** A buyer's offers (spec section 7, Offers, funds, deposit, money; checklist OFR). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#server/audit/audit.ts'
import { corporateDocumentsOf } from '#server/funds/corporate-documents.ts'
import { paginated } from '#server/http/paginate.ts'
import { type CustomerPrincipal, customerOf, type Principal, sessionOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { checkFilters, checkRelations, idempotencyKey, socketIdOf } from '#server/messenger/rules.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  buyerStep,
  confirmOffer,
  createOffer,
  getOffer,
  getOfferGate,
  listOffers,
  OFFER_RELATIONS,
  removeDraftOffer,
  updateOffer,
} from '#shared/contract/offers.ts'
import { mayReadOffer } from './access.ts'
import { createActs } from './act.ts'
import { registerDeskOffers } from './desk-routes.ts'
import { namedOffer, offersOfCustomer } from './queries.ts'
import { showGate } from './show-gate.ts'
import { startOfferSweep } from './sweep.ts'
import { offerDetailWire, offerWires } from './wire.ts'
import type { Mover } from './write-move.ts'

export type OfferDeps = RoomDeps & { messenger: Messenger }

export function registerOffers(app: FastifyInstance, room: OfferDeps): void {
  const deps = { ...room, log: app.log }
  const { db, limits } = deps
  const acts = createActs(deps)
  const calls = createThrottle(limits.offerCallsPerMinute, MINUTE_MS)

  const detail = async (me: CustomerPrincipal, offerId: number) => {
    const row = await namedOffer(db, offerId)
    if (!row || !mayReadOffer(me, row)) throw notFound()
    return { data: await offerDetailWire(deps, me, row) }
  }
  const counted = (me: CustomerPrincipal) => {
    calls.take(String(me.id))
    return me
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

  serve(app, createOffer, async ({ body, who, request }) => {
    const me = counted(sessionOf(who))
    const { property_id: propertyId, terms, proof_id: proofId } = body
    const typed = { customerId: me.id, propertyId, terms, proofId, nowMs: Date.now() }
    if (body.is_draft) return detail(me, await acts.keepDraft(typed))
    const key = idempotencyKey(request.headers['idempotency-key'])
    const seen = { expectedPrice: body.expected_price, expectedFee: body.expected_fee }
    const wanted = { ...typed, ...seen, idempotencyKey: key, ip: request.ip }
    return detail(me, await acts.sendNew(wanted, socketOf(request)))
  })

  serve(app, updateOffer, async ({ params, body, who, request }) => {
    const me = counted(ANSWERS.includes(body.action) ? customerOf(who) : sessionOf(who))
    const common = { offerId: params.offer, customerId: me.id, nowMs: Date.now() }
    const { action, terms, proof_id: proofId } = body
    if (action === 'save') await acts.saveDraft({ ...common, terms: terms ?? {}, proofId })
    else if (action === 'submit' || action === 'resend') {
      const seen = { expectedPrice: body.expected_price, expectedFee: body.expected_fee }
      const { version } = body
      await acts.sendOld(
        { ...common, ...seen, kind: action, version, terms, proofId, ip: request.ip },
        socketOf(request),
      )
    } else {
      const { version, reason } = body
      const isOwn = (row: { customer_id: number }) => row.customer_id === me.id
      const move = {
        ...{ kind: action, by: moverOf(me, request), isOwn },
        ...{ version, terms, proofId, reason },
      }
      await acts.move({ ...common, ...move }, socketOf(request))
    }
    return detail(me, params.offer)
  })

  serve(app, removeDraftOffer, async ({ params, who }) => {
    const me = sessionOf(who)
    const papers = await corporateDocumentsOf(db, [params.offer])
    await acts.removeDraft({ offerId: params.offer, customerId: me.id })
    for (const { storage_key: key } of papers) await deps.parts.files.delete(key)
  })

  serve(app, confirmOffer, async ({ params, query, who, request }) => {
    const me = counted(sessionOf(who))
    const by = moverOf(me, request)
    const wanted = { offerId: params.offer, customerId: me.id, expectedFee: query.expected_fee, by }
    await acts.confirm({ ...wanted, nowMs: Date.now() }, socketOf(request))
    return detail(me, params.offer)
  })

  serve(app, buyerStep, async ({ params, body, who, request }) => {
    const me = counted(sessionOf(who))
    const by = { ...moverOf(me, request), side: 'buyer' as const }
    const change = { step: params.step, isDone: body.is_done, note: body.note }
    const isOwn = (row: { customer_id: number }) => row.customer_id === me.id
    await acts.step({ offerId: params.offer, isOwn, change, by, nowMs: Date.now() })
    return detail(me, params.offer)
  })

  registerDeskOffers(app, deps, acts)
  startOfferSweep(app, deps)
}

/** What a card in the thread can answer, also on the page of somebody else: none of it pays anything. */
const ANSWERS: readonly string[] = ['accept', 'counter', 'decline', 'withdraw']

const moverOf = (me: Principal, request: FastifyRequest): Mover => ({
  ...{ side: 'buyer', actor: actorOf(me), ip: request.ip },
})

const socketOf = (request: FastifyRequest): string | null => socketIdOf(request.headers['x-socket-id'])
