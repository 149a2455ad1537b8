/** How the seller's deals go, for Today: key figures of the last four weeks against the four before, and the way of each deal. Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, id, instant, maybe, wrapped } from './wire.ts'

/** Shown, the newer half of them against the older one. Each ends at the time of day of the call. */
export const FIGURE_WEEKS = 8
export const FUNNEL_DEALS = 10

const counts = {
  views: amount(),
  requests: amount(),
  offers: amount(),
  contracts: amount(),
  closed: amount(),
  /** Of what closed, in units of the currency: the prices, and price minus contract price where that is known. */
  sales: amount(),
  spread: amount(),
} as const

const period = z.object({
  ...counts,
  replies: amount(),
  /** Within the promised hour, by the clock. */
  replies_in_time: amount(),
  /** The middle one; null without replies. */
  reply_minutes: maybe(amount()),
})
export type FigurePeriod = z.output<typeof period>

const funnelDeal = z.object({
  id: id(),
  name: z.string(),
  price: maybe(amount()),
  published_at: maybe(instant()),
  views: amount(),
  requests: amount(),
  offers: amount(),
  /** The offer that is under contract or closed. */
  contract: maybe(z.object({ offer_id: id(), name: z.string(), is_closed: z.boolean() })),
})
export type FunnelDealWire = z.output<typeof funnelDeal>

export const sellerTodayFigures = endpoint({
  name: 'sellerTodayFigures',
  method: 'GET',
  path: '/account/api/today/figures',
  at: 'site',
  auth: 'account',
  summary: `Views, address requests, offers, contracts, closings and replies of the last ${FIGURE_WEEKS} weeks, the oldest first, with the sums of the newer and the older half; and of the newer half the ${FUNNEL_DEALS} listed deals with the most views.`,
  reply: wrapped(
    z.object({
      weeks: z.array(z.object({ ends_at: instant(), ...counts })),
      now: period,
      before: period,
      deals: z.array(funnelDeal),
    }),
  ),
})
