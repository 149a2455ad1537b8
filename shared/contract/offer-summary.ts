/**
 * An offer as events and cards carry it, and the words for its states and sides. Apart from the calls, because the messenger's
 * first chunk listens to it and needs nothing of them.
 */
import * as z from 'zod/mini'
import { amount, flag, id, instant, maybe } from './wire.ts'

/** Who may go where from here stands in shared/rules/offers/offer-graph.ts. */
export const OFFER_STATES = [
  'draft',
  'submitted',
  'countered',
  'countered_by_buyer',
  'accepted',
  'confirmed',
  'rejected',
  'withdrawn',
  'expired',
  'under_contract',
  'closed',
  'fell_through',
] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** Who moves. `system` is the clock, and what follows from another offer. */
export const OFFER_SIDES = ['buyer', 'seller', 'system'] as const
export type OfferSide = (typeof OFFER_SIDES)[number]

/** As it rides on messages and events: enough for a card. `price` in units of the currency, as the spec has it. */
export const offerSummary = z.object({
  id: id(),
  property_id: id(),
  account_id: id(),
  customer_id: id(),
  state: z.enum(OFFER_STATES),
  /** Rises with every move. */
  version: z.number(),
  price: maybe(amount()),
  buyer: maybe(z.string()),
  /** Whose answer it waits for; null when nobody's. */
  turn: z.nullable(z.enum(['buyer', 'seller'])),
  expires_at: maybe(instant()),
  is_backup: flag(),
  release_requested_at: maybe(instant()),
  /** The server's clock when this was said, for countdowns; ours. */
  now: maybe(instant()),
})
export type OfferSummary = z.output<typeof offerSummary>
