/** What the home page says of all deals, in one small answer instead of the whole list. Ours (checklist BRW-60, APP-50). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dealList } from './properties.ts'
import { amount, maybe } from './wire.ts'

const market = z.object({
  city: z.string(),
  state_code: z.string(),
  /** Deals that are available there. */
  count: amount(),
})
export type MarketWire = z.output<typeof market>

const sellers = z.object({
  verified: amount(),
  /** Of all reviews; null without any. To two places. */
  rating: maybe(amount()),
  reviews: amount(),
  closed_deals: amount(),
  /** How long verified sellers take to answer, the middle of them, e.g. `4 hours`. Null while nobody knows. */
  answers_within: maybe(z.string()),
})
export type SellersWire = z.output<typeof sellers>

export const dealsOverview = endpoint({
  name: 'dealsOverview',
  method: 'GET',
  path: '/deals-overview',
  auth: 'none',
  summary:
    'The newest available deals, the markets with most of them, and how many were published in the last 24 hours, with the figures of all sellers. The filters of the browse page’s address narrow the newest; `ids`, at most six, separated by commas, adds those deals as `asked`.',
  query: z.looseObject({
    ids: z.optional(
      z
        .string()
        .check(
          z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,5}$/, 'must be 1 to 6 numbers, separated by commas'),
        ),
    ),
  }),
  reply: z.object({
    all_count: amount(),
    new_today: amount(),
    newest: dealList,
    markets: z.array(market),
    /** Deals of `featured_market`, the best first, for a small map. */
    featured: dealList,
    /** The largest of `markets`, or of the places that the filters name. An earlier version means the first of `markets`. */
    featured_market: z.optional(market),
    /** What the public pages of all companies say, together. A server of an earlier version leaves it out. */
    sellers: z.optional(sellers),
    /** The deals that `ids` names and that are listed. Only with `ids`. */
    asked: z.optional(dealList),
  }),
})
