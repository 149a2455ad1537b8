/** The house's calls about reports, sellers, buyers and their papers (checklist ADM-03, ADM-04). Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { OFFER_STATES } from './offer-summary.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const person = z.object({ id: id(), name: z.string(), email: z.string() })

const report = z.object({
  kind: z.enum(['deal', 'review', 'message']),
  id: id(),
  subject_id: id(),
  /** What is reported, in words. */
  subject: z.string(),
  url: maybe(z.string()),
  /** The seller of a deal, or who wrote the review or message; null for a deleted account. */
  author: maybe(z.string()),
  /** When a review was last changed. */
  edited_at: maybe(instant()),
  reason: z.string(),
  details: maybe(z.string()),
  reporter: maybe(z.string()),
  created_at: instant(),
  decision: maybe(z.enum(['kept', 'removed'])),
  closed_at: maybe(instant()),
})
export type AdminReportWire = z.output<typeof report>

export const adminReports = endpoint({
  name: 'adminReports',
  method: 'GET',
  path: '/admin/api/reports',
  at: 'site',
  auth: 'staff',
  summary: 'Reports of deals, reviews and messages, the oldest open one first.',
  query: z.object({ page: pageNumber(), is_closed: z.optional(z.enum(['0', '1'])) }),
  reply: page(report),
})

export const adminDecideReport = endpoint({
  name: 'adminDecideReport',
  method: 'PUT',
  path: '/admin/api/reports/{kind}/{report}',
  at: 'site',
  auth: 'staff',
  summary: 'Keep the reported item, or remove it: a deal is taken down, a review is hidden.',
  params: z.object({ kind: z.enum(['deal', 'review', 'message']), report: idText() }),
  body: z.object({ decision: z.enum(['kept', 'removed']) }),
  reply: wrapped(report),
})

export const adminDuplicates = endpoint({
  name: 'adminDuplicates',
  method: 'GET',
  path: '/admin/api/duplicates',
  at: 'site',
  auth: 'staff',
  summary: 'Parcels that are listed more than once.',
  reply: wrapped(
    z.array(
      z.object({
        parcel: z.string(),
        deals: z.array(z.object({ id: id(), name: z.string(), account: z.string(), url: z.string() })),
      }),
    ),
  ),
})

const againstAdvice = z.object({
  id: id(),
  kind: z.enum(['deal', 'blast']),
  /** The deal or the words of the blast; null if it was deleted. */
  subject: maybe(z.string()),
  account: maybe(z.string()),
  /** The page of the deal, or of the one deal of the blast. */
  url: maybe(z.string()),
  /** A deal is corrected when none of these phrases is left in it. */
  state: maybe(z.enum(['published', 'corrected', 'taken_down', 'scheduled', 'sending', 'sent', 'cancelled'])),
  phrases: z.array(z.object({ place: z.string(), phrase: z.string(), protected_class: z.string() })),
  at: instant(),
})
export type AgainstAdviceWire = z.output<typeof againstAdvice>

export const adminAgainstAdvice = endpoint({
  name: 'adminAgainstAdvice',
  method: 'GET',
  path: '/admin/api/against-advice',
  at: 'site',
  auth: 'staff',
  summary: 'Deals and blasts that were published against the advice on fair housing, newest first.',
  query: z.object({ page: pageNumber() }),
  reply: page(againstAdvice),
})

const account = z.object({
  id: id(),
  title: z.string(),
  is_verified: flag(),
  /** Two letters, and as `12-3456789`; what its public record is found by. */
  registration_state: maybe(z.string()),
  ein: maybe(z.string()),
  suspended_at: maybe(instant()),
  /** When its data is deleted, while an owner closes it, and when that was done. */
  closes_at: maybe(instant()),
  closed_at: maybe(instant()),
  active_deals: amount(),
  /** Its page in the buyers' app. */
  url: z.string(),
})
export type AdminAccountWire = z.output<typeof account>

export const adminAccounts = endpoint({
  name: 'adminAccounts',
  method: 'GET',
  path: '/admin/api/accounts',
  at: 'site',
  auth: 'staff',
  summary: 'Sellers by name.',
  query: z.object({ page: pageNumber(), q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: page(account),
})

export const adminVerifyAccount = endpoint({
  name: 'adminVerifyAccount',
  method: 'PUT',
  path: '/admin/api/accounts/{account}/verification',
  at: 'site',
  auth: 'staff',
  summary:
    'Note that the identity of a seller was checked, or undo that. Its deals say so. The reason is logged.',
  params: z.object({ account: idText() }),
  body: z.object({ is_verified: z.boolean(), reason: adminReason() }),
  reply: wrapped(account),
})

export const adminSuspendAccount = endpoint({
  name: 'adminSuspendAccount',
  method: 'PUT',
  path: '/admin/api/accounts/{account}/suspension',
  at: 'site',
  auth: 'staff',
  summary:
    'Suspend or reinstate a seller. A suspended seller’s members are logged out and its deals are unlisted; the seller lists them again.',
  params: z.object({ account: idText() }),
  body: z.object({ is_suspended: z.boolean(), reason: adminReason() }),
  reply: wrapped(account),
})

export const BOUND_OFFER_MOVES = ['sign', 'close', 'refuse_release', 'fall_through'] as const

const boundOffer = z.object({
  id: id(),
  state: z.enum(OFFER_STATES),
  version: amount(),
  price_cents: maybe(amount()),
  property: z.object({ id: id(), name: z.string() }),
  customer: z.object({ id: id(), name: z.string() }),
  /** The buyer's reason to be released; null while nobody asks. */
  release_reason: maybe(z.string()),
  moves: z.array(z.enum(BOUND_OFFER_MOVES)),
})
export type BoundOfferWire = z.output<typeof boundOffer>

export const adminBoundOffers = endpoint({
  name: 'adminBoundOffers',
  method: 'GET',
  path: '/admin/api/accounts/{account}/offers',
  at: 'site',
  auth: 'staff',
  summary:
    'A seller’s accepted offers that are not closed yet, with what staff can do for a suspended seller.',
  params: z.object({ account: idText() }),
  query: z.object({ page: pageNumber() }),
  reply: page(boundOffer),
})

export const adminMoveOffer = endpoint({
  name: 'adminMoveOffer',
  method: 'PUT',
  path: '/admin/api/offers/{offer}',
  at: 'site',
  auth: 'staff',
  summary:
    'Make a move on an accepted offer for a suspended seller, who cannot log in. The buyer sees the reason. 409 `not_suspended`, `stale` or `not_now`.',
  params: z.object({ offer: idText() }),
  body: z.object({ action: z.enum(BOUND_OFFER_MOVES), version: z.number(), reason: adminReason() }),
  reply: wrapped(boundOffer),
})

const customer = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  idv_status: maybe(z.string()),
  is_blocked: flag(),
  created_at: instant(),
})
export type AdminCustomerWire = z.output<typeof customer>

export const adminCustomers = endpoint({
  name: 'adminCustomers',
  method: 'GET',
  path: '/admin/api/customers',
  at: 'site',
  auth: 'staff',
  summary: 'Buyers by name or email; `idv=review` are those whose identity check waits for a person.',
  query: z.object({
    page: pageNumber(),
    q: z.optional(z.string().check(z.maxLength(100))),
    idv: z.optional(z.literal('review')),
  }),
  reply: page(customer),
})

export const adminDecideIdentity = endpoint({
  name: 'adminDecideIdentity',
  method: 'PUT',
  path: '/admin/api/customers/{customer}/identity',
  at: 'site',
  auth: 'staff',
  summary: 'Decide an identity check that waits for a person. 409 when none does.',
  params: z.object({ customer: idText() }),
  body: z.object({ decision: z.enum(['success', 'failed']), reason: adminReason() }),
  reply: wrapped(customer),
})

/**
 * Gives this browser a read-only session; the app shows a banner. `url` is the page to open. If the console has a separate origin, opening
 * that page starts the session; the link works once, for a minute.
 */
export const adminViewAs = endpoint({
  name: 'adminViewAs',
  method: 'POST',
  path: '/admin/api/customers/{customer}/view',
  at: 'site',
  auth: 'staff',
  summary: 'View the app as a customer for 15 minutes, read-only.',
  params: z.object({ customer: idText() }),
  body: z.object({ reason: adminReason() }),
  reply: wrapped(z.object({ url: z.string() })),
})

/** What a review covers besides the file. */
const proofDetails = {
  amount_cents: maybe(z.number()),
  bank: maybe(z.string()),
  valid_until: maybe(z.string()),
}

const proof = z.object({
  id: id(),
  customer: person,
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  ...proofDetails,
  review: z.enum(['pending', 'approved', 'rejected']),
  review_reason: maybe(z.string()),
  created_at: instant(),
  /** Signed and short-lived. */
  url: z.string(),
})
export type AdminProofWire = z.output<typeof proof>

export const adminProofs = endpoint({
  name: 'adminProofs',
  method: 'GET',
  path: '/admin/api/proofs',
  at: 'site',
  auth: 'staff',
  summary: 'Proofs of funds, those that wait for review first.',
  query: z.object({ page: pageNumber(), review: z.optional(z.enum(['pending', 'approved', 'rejected'])) }),
  reply: page(proof),
})

export const adminReviewProof = endpoint({
  name: 'adminReviewProof',
  method: 'PUT',
  path: '/admin/api/proofs/{proof}',
  at: 'site',
  auth: 'staff',
  summary: 'Approve a proof of funds, or reject it with a reason for its owner.',
  params: z.object({ proof: idText() }),
  body: z.object({
    review: z.enum(['approved', 'rejected']),
    reason: z.optional(z.string().check(z.maxLength(500))),
    /** The details as they were shown: 409 under `changed` when the owner has changed them since. */
    seen: z.optional(z.object(proofDetails)),
  }),
  reply: wrapped(proof),
})
