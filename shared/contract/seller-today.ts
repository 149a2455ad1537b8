/** What the first page of the seller app shows: what needs an answer with its clock, what ran out, and what is due this week. Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, id, instant, maybe, wrapped } from './wire.ts'

/** How soon buyers are promised an answer, in minutes of the opening hours. */
export const REPLY_PROMISE_MINUTES = 60
/** How far back and ahead it looks. */
export const TODAY_DAYS = 7
/** A conversation that was quiet for longer is not listed. */
export const UNANSWERED_DAYS = 30
/** The longest wait first, so many of a kind. */
export const TODAY_ROWS = 25

export const TODAY_KINDS = [
  /** A message without an answer; `id` is the buyer's. */
  'message',
  /** A question about a deal without an answer; `id` is the buyer's. */
  'question',
  'address_request',
  /** An offer that waits for the company. */
  'offer',
  /** A confirmed offer that the company has to sign. */
  'signature',
  /** An offer that runs out unless the buyer answers. */
  'buyer_answer',
  /** A step to closing; `id` is the offer's. */
  'step',
  'open_house',
  /** A listing that ends soon; `id` is the deal's. */
  'listing',
  'offer_ran_out',
  'listing_ran_out',
] as const
export type TodayKind = (typeof TODAY_KINDS)[number]

const todayItem = z.object({
  kind: z.enum(TODAY_KINDS),
  id: id(),
  /** When the answer is due, it begins, or it ran out. Null for a day without a time, see `on`. */
  at: maybe(instant()),
  /** YYYY-MM-DD, of a step. */
  on: maybe(z.string()),
  /** Of an offer: when it runs out. */
  expires_at: maybe(instant()),
  customer: maybe(z.object({ id: id(), name: z.string() })),
  /** The account's own deal, with its street. */
  property: maybe(z.object({ id: id(), name: z.string() })),
  /** The buyer's words; of a step its name. */
  text: maybe(z.string()),
  /** Of an offer or a listing, in units of the currency. */
  price: maybe(amount()),
  /** Of an open house: who has registered. */
  count: maybe(amount()),
  /** Of an open house: its end, who hosts, and the time zone of its place. */
  ends_at: maybe(instant()),
  host: maybe(z.string()),
  tz: maybe(z.string()),
})
export type TodayItemWire = z.output<typeof todayItem>

export const sellerToday = endpoint({
  name: 'sellerToday',
  method: 'GET',
  path: '/account/api/today',
  at: 'site',
  auth: 'account',
  summary: `What needs an answer, what is due within ${TODAY_DAYS} days and what ran out in the last ${TODAY_DAYS}: of each kind the ${TODAY_ROWS} with the longest wait, and how many there are. An answer is due ${REPLY_PROMISE_MINUTES} minutes after it was asked for, counted in the opening hours of the company’s launcher if it has any, or when an offer runs out, if that is earlier.`,
  reply: wrapped(
    z.object({
      items: z.array(todayItem),
      /** How many there are of each kind, also of those that are not listed. */
      counts: z.array(z.object({ kind: z.enum(TODAY_KINDS), count: amount() })),
    }),
  ),
})
