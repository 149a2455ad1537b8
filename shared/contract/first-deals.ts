/** The first deals of the browse page, shown until the whole list is there. */

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { bounds, dealList } from './properties.ts'
import { amount } from './wire.ts'

/** Deals of the first page, enough to fill a tall screen. */
export const FIRST_DEALS = 24

/** What a page shows before the whole list is there: the first deals in order, how many pass, and where they are. */
export const firstDeals = z.object({
  /** What was answered, as `questionOf` writes it. */
  question: z.string(),
  list: dealList,
  /** Deals that pass the filters. */
  count: amount(),
  /** What the map shows first, in degrees: see `firstFrame`. Null: no deal has a place. */
  bounds: z.nullable(bounds),
})
export type FirstDealsWire = z.output<typeof firstDeals>

export const listFirstDeals = endpoint({
  name: 'listFirstDeals',
  method: 'GET',
  path: '/properties/first',
  auth: 'none',
  spec: [],
  summary:
    'The first deals that match the given filters, in the order of the browse page’s URL, with their count and what the map shows first. The HTML of the deals page contains the same.',
  query: z.looseObject({}),
  reply: z.object({ data: firstDeals }),
})
