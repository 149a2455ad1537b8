/** Reviews both ways and the public rating of an account (spec section 7, Reviews; checklist REV). Plain text only. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { REVIEW_MAX_LENGTH, REVIEW_MIN_LENGTH, REVIEW_RESPONSE_MAX_LENGTH } from './limits.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

/** What a review may grade besides the whole, from 1 to 5. */
export const REVIEW_SCORES = ['honest_numbers', 'communication', 'access', 'closing'] as const
export type ReviewScore = (typeof REVIEW_SCORES)[number]

const star = () => z.int().check(z.minimum(1, 'Choose 1 to 5 stars.'), z.maximum(5, 'Choose 1 to 5 stars.'))

export const reviewScores = z.object({
  honest_numbers: z.optional(star()),
  communication: z.optional(star()),
  access: z.optional(star()),
  closing: z.optional(star()),
})

export const reviewResponse = z.object({
  content: z.string(),
  created_at: instant(),
  edited_at: maybe(instant()),
})

export const review = z.object({
  id: id(),
  about: z.enum(['account', 'customer']),
  account: z.object({ id: id(), title: z.string(), logo: maybe(z.string()) }),
  customer: z.object({ id: id(), name: z.string(), photo: maybe(z.string()) }),
  /** The deal it is about: public words only. */
  property: maybe(z.object({ id: id(), name: z.string() })),
  rating: amount(),
  scores: reviewScores,
  content: z.string(),
  is_verified_deal: flag(),
  created_at: instant(),
  edited_at: maybe(instant()),
  /** When others see it: a moment to come means that it waits for the other side's. */
  published_at: instant(),
  /** Until when its writer may change it. */
  editable_until: maybe(instant()),
  /** When staff hid it after a report; said to its writer alone. */
  hidden_at: maybe(instant()),
  is_own: maybe(flag()),
  response: maybe(reviewResponse),
})
export type ReviewWire = z.output<typeof review>

const content = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(REVIEW_MIN_LENGTH, `Write at least ${REVIEW_MIN_LENGTH} characters.`),
      z.maxLength(REVIEW_MAX_LENGTH, `At most ${REVIEW_MAX_LENGTH} characters.`),
    )
const responseBody = z.object({
  content: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write a response.'),
      z.maxLength(REVIEW_RESPONSE_MAX_LENGTH, `At most ${REVIEW_RESPONSE_MAX_LENGTH} characters.`),
    ),
})
const written = z.object({ rating: star(), scores: z.optional(reviewScores), content: content() })
const customerParams = z.object({ customer: idText() })
const reviewParams = z.object({ customer: idText(), review: idText() })

export const listReviewsAboutCustomer = endpoint({
  name: 'listReviewsAboutCustomer',
  method: 'GET',
  path: '/customers/{customer}/received-reviews',
  spec: ['GET /customer/api/customers/{id}/received-reviews'],
  summary: 'Reviews that sellers wrote about this customer, with responses.',
  params: customerParams,
  query: z.object({ page: pageNumber(), with: z.optional(z.string()) }),
  reply: page(review),
})

const RESPONSE = '/customers/{customer}/received-reviews/{review}/response'

export const addReviewResponse = endpoint({
  name: 'addReviewResponse',
  method: 'POST',
  path: RESPONSE,
  params: reviewParams,
  needs: 'review',
  spec: ['POST /customer/api/customers/{id}/received-reviews/{reviewId}/response'],
  summary: 'Respond to a review, once.',
  body: responseBody,
  reply: wrapped(review),
  status: 201,
})

export const updateReviewResponse = endpoint({
  name: 'updateReviewResponse',
  method: 'PUT',
  path: RESPONSE,
  params: reviewParams,
  needs: 'review',
  spec: ['PUT /customer/api/customers/{id}/received-reviews/{reviewId}/response'],
  summary: 'Change the response; it is marked as edited.',
  body: responseBody,
  reply: wrapped(review),
})

export const removeReviewResponse = endpoint({
  name: 'removeReviewResponse',
  method: 'DELETE',
  path: RESPONSE,
  params: reviewParams,
  spec: ['DELETE /customer/api/customers/{id}/received-reviews/{reviewId}/response'],
  summary: 'Delete the response.',
  reply: z.unknown(),
  status: 204,
})

export const REVIEW_ORDERS = ['newest', 'lowest', 'highest'] as const

export const listReviewsAboutAccount = endpoint({
  name: 'listReviewsAboutAccount',
  method: 'GET',
  path: '/accounts/{account}/received-reviews',
  auth: 'optional',
  spec: ['GET /customer/api/accounts/{id}/received-reviews'],
  summary: 'Reviews that buyers wrote about an account.',
  params: z.object({ account: idText() }),
  query: z.object({
    page: pageNumber(),
    sort: z.optional(z.enum(REVIEW_ORDERS)),
    stars: z.optional(z.enum(['1', '2', '3', '4', '5'])),
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: page(review),
})

/** Whom this customer may review now, and for what (checklist REV-05). */
export const listReviewable = endpoint({
  name: 'listReviewable',
  method: 'GET',
  path: '/customers/{customer}/reviewable',
  summary: 'Accounts and deals this customer may still write a review about.',
  params: customerParams,
  reply: wrapped(
    z.array(
      z.object({
        account: z.object({ id: id(), title: z.string(), logo: maybe(z.string()) }),
        property: maybe(z.object({ id: id(), name: z.string() })),
        offer_id: maybe(id()),
        /** `offer`, `open_house` or `conversation`. */
        because: z.string(),
      }),
    ),
  ),
})

export const listWrittenReviews = endpoint({
  name: 'listWrittenReviews',
  method: 'GET',
  path: '/customers/{customer}/written-reviews',
  summary: 'Reviews this customer wrote, including unpublished ones.',
  params: customerParams,
  query: z.object({ page: pageNumber() }),
  reply: page(review),
})

export const writeReview = endpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/customers/{customer}/written-reviews',
  needs: 'review',
  spec: ['POST /customer/api/customers/{id}/written-reviews'],
  summary:
    'Review an account. 409 `no_interaction` without an offer that was decided, a visit or an answered conversation; 409 `exists` for a second one on the same deal.',
  params: customerParams,
  body: z.extend(written, { account_id: id(), offer_id: z.optional(id()), property_id: z.optional(id()) }),
  reply: wrapped(review),
  status: 201,
})

export const updateReview = endpoint({
  name: 'updateReview',
  method: 'PUT',
  path: '/customers/{customer}/written-reviews/{review}',
  needs: 'review',
  spec: ['PUT /customer/api/customers/{id}/written-reviews/{reviewId}'],
  summary: 'Change a review within 14 days; 409 `too_late` afterwards.',
  params: reviewParams,
  body: written,
  reply: wrapped(review),
})

export const removeReview = endpoint({
  name: 'removeReview',
  method: 'DELETE',
  path: '/customers/{customer}/written-reviews/{review}',
  spec: ['DELETE /customer/api/customers/{id}/written-reviews/{reviewId}'],
  summary: 'Delete a review.',
  params: reviewParams,
  reply: z.unknown(),
  status: 204,
})

const rating = z.object({
  /** Null without reviews: a new seller is not a bad one. */
  average: maybe(amount()),
  count: amount(),
  /** Reviews with 1, 2, 3, 4 and 5 stars. */
  histogram: z.array(amount()),
  response_time_hours: maybe(amount()),
  closed_deals: amount(),
})
export type RatingWire = z.output<typeof rating>

export const getAccountRating = endpoint({
  name: 'getAccountRating',
  method: 'GET',
  path: '/account-stats/{account}/rating',
  auth: 'optional',
  spec: ['GET /customer/api/account-stats/{id}/rating'],
  summary: 'The rating statistics of an account.',
  params: z.object({ account: idText() }),
  reply: wrapped(rating),
})

export const reportReview = endpoint({
  name: 'reportReview',
  permission: 'reply',
  method: 'POST',
  path: '/reviews/{review}/reports',
  auth: 'any',
  summary: 'Report a review to the operator. Repeating it changes nothing.',
  params: z.object({ review: idText() }),
  body: z.object({
    reason: z.enum(['false', 'offensive', 'private', 'spam', 'other']),
    details: z.optional(z.string().check(z.maxLength(1000))),
  }),
  reply: z.unknown(),
  status: 204,
})

/** The company page's head (checklist REV-01). Public. */
export const company = z.object({
  id: id(),
  title: z.string(),
  logo: maybe(z.string()),
  about: maybe(z.string()),
  states: z.array(z.string()),
  is_verified: flag(),
  active_deals: amount(),
  created_at: instant(),
  rating: rating,
  team: z.array(z.object({ name: z.string(), photo: maybe(z.string()) })),
  is_followed: flag(),
  followers: amount(),
})
export type CompanyWire = z.output<typeof company>

export const getCompany = endpoint({
  name: 'getCompany',
  method: 'GET',
  path: '/accounts/{account}',
  auth: 'optional',
  summary: 'The public profile of a seller.',
  params: z.object({ account: idText() }),
  reply: wrapped(company),
})

export const followAccount = endpoint({
  name: 'followAccount',
  method: 'PUT',
  path: '/accounts/{account}/follow',
  summary: 'Follow or no longer follow an account.',
  params: z.object({ account: idText() }),
  body: z.object({ is_followed: z.boolean() }),
  reply: wrapped(z.object({ is_followed: flag(), followers: amount() })),
})
