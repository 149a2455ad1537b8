/** A buyer's offers (spec section 7, Offers, funds, deposit, money): the gate, drafts, moves, confirmation. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messageProperty } from './message-property.ts'
import { OFFER_STEPS, type OfferStep } from './offer-steps.ts'
import { OFFER_SIDES, OFFER_STATES, type OfferSide, type OfferState, offerSummary } from './offer-summary.ts'
import { draftTerms, offerSnapshot } from './offer-terms.ts'
import { corporateDocument, PROOF_RULES, proofOfFunds } from './proof-of-funds.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export type { OfferSummary } from './offer-summary.ts'
/** One door for whoever reads offers; the definitions stand apart for the messenger's sake. */
export {
  OFFER_SIDES,
  OFFER_STATES,
  OFFER_STEPS,
  type OfferSide,
  type OfferState,
  type OfferStep,
  offerSummary,
}

export const OFFER_MOVES = [
  'submit',
  'revise',
  'counter',
  'accept',
  'decline',
  'withdraw',
  'confirm',
  'expire',
  'resend',
  'sign',
  'close',
  'request_release',
  'refuse_release',
  'fall_through',
] as const
export type OfferMoveKind = (typeof OFFER_MOVES)[number]

export const offerMove = z.object({
  id: id(),
  kind: z.enum(OFFER_MOVES),
  by: z.enum(OFFER_SIDES),
  /** Of who made it; the account's title for a seller's. */
  name: maybe(z.string()),
  from_state: z.enum(OFFER_STATES),
  to_state: z.enum(OFFER_STATES),
  price: maybe(amount()),
  terms: draftTerms,
  note: maybe(z.string()),
  created_at: instant(),
})
export type OfferMoveWire = z.output<typeof offerMove>

export const offerStep = z.object({
  step: z.enum(OFFER_STEPS),
  due_on: maybe(z.string()),
  done_at: maybe(instant()),
  done_by: maybe(z.enum(OFFER_SIDES)),
  note: maybe(z.string()),
})
export type OfferStepWire = z.output<typeof offerStep>

/** The property of an offer beside today's listing. */
const offerProperty = z.extend(messageProperty, {
  status: z.string(),
  listing: z.string(),
  images: maybe(z.array(z.object({ url: z.string(), thumbnail: maybe(z.string()) }))),
})

export const offer = z.extend(offerSummary, {
  created_at: instant(),
  submitted_at: maybe(instant()),
  updated_at: instant(),
  terms: draftTerms,
  platform_fee: maybe(amount()),
  snapshot: maybe(offerSnapshot),
  property: offerProperty,
  account: z.object({ id: id(), title: z.string(), logo: maybe(z.string()) }),
  customer: z.object({ id: id(), name: z.string(), photo: maybe(z.string()) }),
  corporate_documents: z.array(corporateDocument),
  proof_of_funds: maybe(proofOfFunds),
  release_reason: maybe(z.string()),
})
export type OfferWire = z.output<typeof offer>

/** One offer with all that happened to it. */
export const offerDetail = z.extend(offer, { moves: z.array(offerMove), steps: z.array(offerStep) })
export type OfferDetailWire = z.output<typeof offerDetail>

/** Relations as the spec writes them. */
export const OFFER_RELATIONS = 'property;customer;property.images;corporate_documents'

export const listOffers = endpoint({
  name: 'listOffers',
  method: 'GET',
  path: '/offer',
  spec: ['GET /customer/api/offer'],
  summary: 'The offers of this customer, newest first, drafts included.',
  query: z.object({
    page: pageNumber(),
    with: z.optional(z.string()),
    'filter[property_id]': z.optional(idText()),
    'filter[state]': z.optional(z.enum(['active', 'past', 'draft'])),
  }),
  reply: page(offer),
})

export const getOffer = endpoint({
  name: 'getOffer',
  method: 'GET',
  path: '/offer/{offer}',
  scopes: ['session', 'view', 'messages'],
  summary: 'One offer with its moves and the steps to closing.',
  params: z.object({ offer: idText() }),
  reply: wrapped(offerDetail),
})

export const GATE_STEPS = [
  'login',
  'email',
  'phone',
  'deposit',
  'slots',
  'funds',
  'identity',
  'deal',
] as const
export type GateStep = (typeof GATE_STEPS)[number]

/** What stands between a customer and an offer on a deal (checklist OFR-02). */
export const getOfferGate = endpoint({
  name: 'getOfferGate',
  method: 'GET',
  path: '/offer-gate',
  summary: 'The requirements for an offer, each met or not, with the reason in words; and the slots.',
  query: z.object({ property_id: idText() }),
  reply: wrapped(
    z.object({
      steps: z.array(z.object({ step: z.enum(GATE_STEPS), is_met: flag(), words: maybe(z.string()) })),
      active_offers_count: amount(),
      offers_per_deposit_limit: amount(),
      /** This customer's own draft or active offer on the deal. */
      offer_id: maybe(id()),
      /** Of that offer: `draft` until it is sent. */
      offer_state: maybe(z.enum(OFFER_STATES)),
      /** Which proofs of funds this seller counts. */
      proof_rule: maybe(z.enum(PROOF_RULES)),
    }),
  ),
})
export type OfferGateWire = z.output<typeof getOfferGate.reply>['data']

/** The moves of an offer's card in a thread, which a `messages` token may make: none of them pays anything. */
export const OFFER_ANSWERS: readonly string[] = ['accept', 'counter', 'decline', 'withdraw']

/** What the buyer saw when sending; another value by now answers 409 `changed` with the field in `errors`. */
const seen = {
  /** Asking price, in units of the currency; null for none. */
  expected_price: z.optional(z.nullable(amount())),
  /** Platform fee, in units of the currency. */
  expected_fee: z.optional(amount()),
}

/**
 * Creates a draft, or sends an offer at once. The header `Idempotency-Key` makes a repeat answer with the first one.
 * 409 with `code`: `no_deposit`, `limit`, `own_deal`, `deal_closed`, `identity`, `funds`, `changed`, `exists`.
 */
export const createOffer = endpoint({
  name: 'createOffer',
  method: 'POST',
  idempotency: 'optional',
  path: '/offer',
  spec: ['POST /customer/api/offer'],
  needs: ({ is_draft: isDraft }) => (isDraft ? null : 'offer'),
  summary: 'Make an offer, or save a draft with `is_draft`. One draft per deal; a second one replaces it.',
  body: z.object({
    property_id: id(),
    is_draft: z.optional(z.boolean()),
    terms: draftTerms,
    proof_id: z.optional(z.nullable(id())),
    ...seen,
  }),
  reply: wrapped(offerDetail),
  status: 201,
})

/**
 * A buyer's move. `version` is the one that was seen; another by now, or a move the state does not allow, answers 409 with code
 * `stale` or `not_now` and the current state in `errors.state`.
 */
export const updateOffer = endpoint({
  name: 'updateOffer',
  method: 'PUT',
  path: '/offer/{offer}',
  scopes: ['session', 'messages'],
  spec: ['PUT /customer/api/offer/{id}'],
  needs: ({ action }) => (action === 'submit' || action === 'resend' ? 'offer' : null),
  summary:
    'Save a draft, or make a move: submit, revise, counter, accept, decline, withdraw, resend, request_release. A token of the scope messages may counter, accept, decline and withdraw.',
  params: z.object({ offer: idText() }),
  body: z.object({
    action: z.enum([
      'save',
      'submit',
      'revise',
      'counter',
      'accept',
      'decline',
      'withdraw',
      'resend',
      'request_release',
    ]),
    version: z.number(),
    /** Of save, submit, revise, counter. What is left out stays as it was. */
    terms: z.optional(draftTerms),
    proof_id: z.optional(z.nullable(id())),
    reason: z.optional(z.string().check(z.maxLength(500))),
    ...seen,
  }),
  reply: wrapped(offerDetail),
})

export const removeDraftOffer = endpoint({
  name: 'removeDraftOffer',
  method: 'DELETE',
  path: '/offer/{offer}',
  summary: 'Delete a draft. 409 for an offer that was sent: withdraw it instead.',
  params: z.object({ offer: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const confirmOffer = endpoint({
  name: 'confirmOffer',
  method: 'GET',
  path: '/offer/{offer}/confirm',
  spec: ['GET /customer/api/offer/{id}/confirm'],
  summary:
    'The buyer’s binding confirmation of an accepted offer; the platform fee is charged to the wallet. Repeating it changes nothing. 409 `funds` if the wallet has less than the fee.',
  params: z.object({ offer: idText() }),
  query: z.object({ expected_fee: z.optional(z.string().check(z.regex(/^\d+(\.\d{1,2})?$/))) }),
  reply: wrapped(offerDetail),
  isUnsafe: true,
})

export const buyerStep = endpoint({
  name: 'buyerStep',
  method: 'PUT',
  path: '/offer/{offer}/steps/{step}',
  summary: 'The buyer’s closing steps: inspection and funded, done or not.',
  params: z.object({ offer: idText(), step: z.enum(OFFER_STEPS) }),
  body: z.object({ is_done: z.boolean(), note: z.optional(z.string().check(z.maxLength(300))) }),
  reply: wrapped(offerDetail),
})
