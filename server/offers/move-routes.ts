/** What a buyer does with offers: typing, sending, moving, confirming, ticking off. Each counts against the calls of a minute. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#server/audit/audit.ts'
import type { ServerLimits } from '#server/config/limits.ts'
import { type CustomerPrincipal, customerOf, type Principal, sessionOf } from '#server/http/principal.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import { idempotencyKey, socketIdOf } from '#server/messenger/rules.ts'
import {
  buyerStep,
  confirmOffer,
  createOffer,
  type OfferDetailWire,
  updateOffer,
} from '#shared/contract/offers.ts'
import type { Acts } from './act.ts'
import type { Mover } from './write-move.ts'

interface MoveRouteDeps {
  acts: Acts
  limits: Pick<ServerLimits, 'offerCallsPerMinute'>
  /** The answer to each of them: the offer as it is then. */
  detail(me: CustomerPrincipal, offerId: number): Promise<{ data: OfferDetailWire }>
}

export function registerOfferMoves(app: FastifyInstance, { acts, limits, detail }: MoveRouteDeps): void {
  const calls = createThrottle(limits.offerCallsPerMinute, MINUTE_MS)
  const counted = (me: CustomerPrincipal) => {
    calls.take(String(me.id))
    return me
  }

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
    await update(acts, { me, offerId: params.offer, body, request })
    return detail(me, params.offer)
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
    await acts.step({ offerId: params.offer, isOwn: isOwnOf(me), change, by, nowMs: Date.now() })
    return detail(me, params.offer)
  })
}

/** What a card in the thread can answer, also on the page of somebody else: none of it pays anything. */
const ANSWERS: readonly string[] = ['accept', 'counter', 'decline', 'withdraw']

interface Update {
  me: CustomerPrincipal
  offerId: number
  body: Call<typeof updateOffer>['body']
  request: FastifyRequest
}

function update(acts: Acts, { me, offerId, body, request }: Update): Promise<void> {
  const { action, version, terms, reason, proof_id: proofId } = body
  const common = { offerId, customerId: me.id, nowMs: Date.now() }
  switch (action) {
    case 'save':
      return acts.saveDraft({ ...common, terms: terms ?? {}, proofId })
    case 'submit':
    case 'resend': {
      const seen = { expectedPrice: body.expected_price, expectedFee: body.expected_fee }
      const offer = { ...common, ...seen, kind: action, version, terms, proofId, ip: request.ip }
      return acts.sendOld(offer, socketOf(request))
    }
    default: {
      const by = moverOf(me, request)
      const move = { ...common, kind: action, by, isOwn: isOwnOf(me), version, terms, proofId, reason }
      return acts.move(move, socketOf(request))
    }
  }
}

const isOwnOf = (me: CustomerPrincipal) => (row: { customer_id: number }) => row.customer_id === me.id

const moverOf = (me: Principal, request: FastifyRequest): Mover => ({
  ...{ side: 'buyer', actor: actorOf(me), ip: request.ip },
})

const socketOf = (request: FastifyRequest): string | null => socketIdOf(request.headers['x-socket-id'])
