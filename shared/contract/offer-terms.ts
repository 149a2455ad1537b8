/** What an offer says: the terms of a move, and the listing as it was then (checklist OFR-11, OFR-12, OFR-39). */
import * as z from 'zod/mini'
import { OFFER_NOTE_MAX_LENGTH, OFFER_PRICE_MAX_CENTS } from './limits.ts'
import { amount, instant, maybe } from './wire.ts'

export const FINANCINGS = ['cash', 'hard_money', 'conventional', 'seller_finance', 'subject_to'] as const
export type Financing = (typeof FINANCINGS)[number]
export const CONTINGENCIES = ['inspection', 'financing', 'appraisal', 'title', 'partner_approval'] as const
export type Contingency = (typeof CONTINGENCIES)[number]

/** Whole cents, above zero. */
export const priceCents = () =>
  z
    .int('Enter a price in whole cents.')
    .check(
      z.minimum(1, 'Enter a price above zero.'),
      z.maximum(OFFER_PRICE_MAX_CENTS, 'This price is too high.'),
    )

/** A day as YYYY-MM-DD. */
export const day = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date like 2026-03-31.'))

export const offerTerms = z.object({
  price_cents: priceCents(),
  /** The connected LLC or trust that buys; null buys personally. */
  entity_id: z.nullable(z.int().check(z.positive())),
  financing: z.enum(FINANCINGS),
  earnest_money_cents: z.int().check(z.minimum(0), z.maximum(OFFER_PRICE_MAX_CENTS)),
  inspection_days: z.int().check(z.minimum(0), z.maximum(90)),
  closing_on: day(),
  contingencies: z.array(z.enum(CONTINGENCIES)),
  is_assignable: z.boolean(),
  /** How long the other side has to answer, from when the move is made. */
  answer_hours: z.int().check(z.minimum(1), z.maximum(24 * 14)),
  note: z.string().check(z.maxLength(OFFER_NOTE_MAX_LENGTH, `At most ${OFFER_NOTE_MAX_LENGTH} characters.`)),
})
export type OfferTerms = z.output<typeof offerTerms>

/** Of a draft: what was typed so far. */
export const draftTerms = z.partial(offerTerms)
export type DraftTerms = z.output<typeof draftTerms>

/** The listing at the moment an offer was sent. Money in whole units of the currency; the address is the public one. */
export const offerSnapshot = z.object({
  price: maybe(amount()),
  arv: maybe(amount()),
  address: z.string(),
  image: maybe(z.string()),
  earnest_money: maybe(amount()),
  taken_at: instant(),
})
export type OfferSnapshot = z.output<typeof offerSnapshot>
