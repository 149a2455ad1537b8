/** The seller app's calls about offers, buyers and reviews. Ours, beside the calls of the spec. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { draftTerms } from './offer-terms.ts'
import { OFFER_STEPS, offer, offerDetail } from './offers.ts'
import { corporateDocument } from './proof-of-funds.ts'
import { review, reviewScores } from './reviews.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

/** What a seller may know of a buyer before there is consent to more (checklist REV-09): no contact data. */
export const buyerCard = z.object({
  id: id(),
  name: z.string(),
  photo: maybe(z.string()),
  is_email_confirmed: flag(),
  is_phone_confirmed: flag(),
  is_id_verified: flag(),
  /** A reviewed one that is valid today. */
  has_proof_of_funds: flag(),
  has_proof_under_review: z.optional(flag()),
  has_deposit: flag(),
  closings: amount(),
  rating: maybe(amount()),
  reviews_count: amount(),
  response_time_hours: maybe(amount()),
  member_since: instant(),
})
export type BuyerCardWire = z.output<typeof buyerCard>

const sellerOfferRow = z.extend(offer, { buyer_card: buyerCard })
export type SellerOfferWire = z.output<typeof sellerOfferRow>

export const sellerOffers = endpoint({
  name: 'sellerOffers',
  method: 'GET',
  path: '/account/api/offers',
  at: 'site',
  auth: 'account',
  summary: 'Offers on this account’s deals: those that wait for the seller first, without drafts.',
  query: z.object({
    page: pageNumber(),
    'filter[property_id]': z.optional(idText()),
    'filter[state]': z.optional(z.enum(['active', 'past', 'under_contract', 'closed'])),
  }),
  reply: page(sellerOfferRow),
})

export const sellerOffer = endpoint({
  name: 'sellerOffer',
  method: 'GET',
  path: '/account/api/offers/{offer}',
  at: 'site',
  auth: 'account',
  summary: 'One offer with its moves, files and the buyer’s card.',
  params: z.object({ offer: idText() }),
  reply: wrapped(z.extend(offerDetail, { buyer_card: buyerCard })),
})

export const sellerMoveOffer = endpoint({
  name: 'sellerMoveOffer',
  permission: 'offers',
  method: 'PUT',
  path: '/account/api/offers/{offer}',
  at: 'site',
  auth: 'account',
  summary:
    'A seller’s move: accept, counter, decline, sign, close, fall_through, refuse_release. 409 `stale` or `not_now` with the current state in `errors.state`.',
  params: z.object({ offer: idText() }),
  body: z.object({
    action: z.enum(['accept', 'counter', 'decline', 'sign', 'close', 'fall_through', 'refuse_release']),
    version: z.number(),
    terms: z.optional(draftTerms),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: wrapped(z.extend(offerDetail, { buyer_card: buyerCard })),
})

export const sellerOfferStep = endpoint({
  name: 'sellerOfferStep',
  permission: 'offers',
  method: 'PUT',
  path: '/account/api/offers/{offer}/steps/{step}',
  at: 'site',
  auth: 'account',
  summary: 'Set when a closing step is due, or mark it as done.',
  params: z.object({ offer: idText(), step: z.enum(OFFER_STEPS) }),
  body: z.object({
    is_done: z.optional(z.boolean()),
    due_on: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))),
    note: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: wrapped(z.extend(offerDetail, { buyer_card: buyerCard })),
})

/** A multipart form: `ref`, `step`, `document_file`, and if wanted `title`. 422 names what is wrong with the file. */
export const sellerAddStepFile = endpoint({
  name: 'sellerAddStepFile',
  permission: 'reply',
  method: 'POST',
  path: '/account/api/offers/{offer}/files',
  at: 'site',
  auth: 'account',
  summary: 'Add a file to a closing step, after the confirmation; the buyer sees it at once.',
  params: z.object({ offer: idText() }),
  reply: wrapped(corporateDocument),
  status: 201,
})

export const sellerAskForDocuments = endpoint({
  name: 'sellerAskForDocuments',
  permission: 'reply',
  method: 'POST',
  path: '/account/api/offers/{offer}/document-requests',
  at: 'site',
  auth: 'account',
  summary: 'Ask the buyer for documents with a message in the conversation.',
  params: z.object({ offer: idText() }),
  body: z.object({ message: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  reply: z.unknown(),
  status: 204,
})

export const sellerBuyer = endpoint({
  name: 'sellerBuyer',
  method: 'GET',
  path: '/account/api/customers/{customer}',
  at: 'site',
  auth: 'account',
  summary: 'The card of a buyer who is in contact with this account.',
  params: z.object({ customer: idText() }),
  reply: wrapped(buyerCard),
})

export const sellerReviews = endpoint({
  name: 'sellerReviews',
  method: 'GET',
  path: '/account/api/reviews',
  at: 'site',
  auth: 'account',
  summary: 'Reviews about this account (`received`) or by it (`written`), including unpublished ones.',
  query: z.object({ page: pageNumber(), list: z.optional(z.enum(['received', 'written'])) }),
  reply: page(review),
})

export const sellerReviewable = endpoint({
  name: 'sellerReviewable',
  method: 'GET',
  path: '/account/api/reviewable',
  at: 'site',
  auth: 'account',
  summary: 'Buyers this account may still review, each with the deal.',
  reply: wrapped(
    z.array(
      z.object({
        customer: z.object({ id: id(), name: z.string() }),
        property: maybe(z.object({ id: id(), name: z.string() })),
        offer_id: maybe(id()),
      }),
    ),
  ),
})

const sellerReviewBody = z.object({
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  scores: z.optional(reviewScores),
  content: z.string().check(z.trim(), z.minLength(20), z.maxLength(2000)),
})

export const sellerWriteReview = endpoint({
  name: 'sellerWriteReview',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/reviews',
  at: 'site',
  auth: 'account',
  summary: 'Review a buyer after a deal.',
  body: z.extend(sellerReviewBody, { customer_id: id(), offer_id: z.optional(id()) }),
  reply: wrapped(review),
  status: 201,
})

export const sellerRespond = endpoint({
  name: 'sellerRespond',
  permission: 'outreach',
  method: 'PUT',
  path: '/account/api/reviews/{review}/response',
  at: 'site',
  auth: 'account',
  summary: 'Respond to a review about this account, or change the response; empty content removes it.',
  params: z.object({ review: idText() }),
  body: z.object({ content: z.string().check(z.trim(), z.maxLength(1000)) }),
  reply: wrapped(review),
})
