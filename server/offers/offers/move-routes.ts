/** What a buyer does with offers: typing, sending, moving, confirming, ticking off. Each counts against the calls of a minute. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#server/core/audit/audit.ts'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { keyOf, termsDigest } from '#server/core/http/idempotency.ts'
import type { CustomerPrincipal, Principal } from '#server/core/http/principal.ts'
import { forbidden } from '#server/core/http/refusal.ts'
import { type Call, serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { socketIdOf } from '#server/messaging/rules.ts'
import {
  buyerStep,
  confirmOffer,
  createOffer,
  OFFER_ANSWERS,
  type OfferDetailWire,
  updateOffer,
} from '#shared/contract/offers.ts'
import { mayReadOffer, type OfferParties } from './access.ts'
import type { Acts } from './commands.ts'
import type { Mover } from './write-move.ts'

interface MoveRouteDeps {
  acts: Acts
  nowMs: () => number
  limits: Pick<ServerLimits, 'offerCallsPerMinute'>
  /** The answer to each of them: the offer as it is then. */
  detail(me: CustomerPrincipal, offerId: number): Promise<{ data: OfferDetailWire }>
}

export function registerOfferMoves(
  app: FastifyInstance,
  { acts, nowMs, limits, detail }: MoveRouteDeps,
): void {
  const calls = app.createThrottle('buyer-offer-calls', limits.offerCallsPerMinute, MINUTE_MS)
  const count = (me: CustomerPrincipal) => calls.take(String(me.id))

  serve(app, createOffer, async ({ body, me, request }) => {
    await count(me)
    const { property_id: propertyId, terms, proof_id: proofId } = body
    const typed = { customerId: me.id, propertyId, terms, proofId, nowMs: nowMs() }
    if (body.is_draft) return detail(me, await acts.keepDraft(typed))
    const key = keyOf(request)
    const seen = { expectedPrice: body.expected_price, expectedFee: body.expected_fee }
    const idempotency = key === null ? null : { key, terms: termsDigest(body) }
    const wanted = { ...typed, ...seen, idempotency, ip: request.ip }
    return detail(me, await acts.sendNew(wanted, socketOf(request)))
  })

  serve(app, updateOffer, async ({ params, body, me, request }) => {
    if (me.scope === 'messages' && !OFFER_ANSWERS.includes(body.action)) throw forbidden()
    await count(me)
    await update(acts, { me, nowMs: nowMs(), offerId: params.offer, body, request })
    return detail(me, params.offer)
  })

  serve(app, confirmOffer, async ({ params, query, me, request }) => {
    await count(me)
    const by = moverOf(me, request)
    const wanted = { offerId: params.offer, customerId: me.id, expectedFee: query.expected_fee, by }
    await acts.confirm({ ...wanted, nowMs: nowMs() }, socketOf(request))
    return detail(me, params.offer)
  })

  serve(app, buyerStep, async ({ params, body, me, request }) => {
    await count(me)
    const by = { ...moverOf(me, request), side: 'buyer' as const }
    const change = { step: params.step, isDone: body.is_done, note: body.note }
    await acts.step({ offerId: params.offer, isOwn: isOwnOf(me), change, by, nowMs: nowMs() })
    return detail(me, params.offer)
  })
}

interface Update {
  nowMs: number
  me: CustomerPrincipal
  offerId: number
  body: Call<typeof updateOffer>['body']
  request: FastifyRequest
}

function update(acts: Acts, { me, nowMs, offerId, body, request }: Update): Promise<void> {
  const { action, version, terms, reason, proof_id: proofId } = body
  const common = { offerId, customerId: me.id, nowMs }
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

const isOwnOf = (me: CustomerPrincipal) => (row: OfferParties) => mayReadOffer(me, row)

const moverOf = (me: Principal, request: FastifyRequest): Mover => ({
  side: 'buyer',
  actor: actorOf(me),
  ip: request.ip,
})

const socketOf = (request: FastifyRequest): string | null => socketIdOf(request.headers['x-socket-id'])
