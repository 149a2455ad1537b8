/** The feed “For you”: deals that fit a buyer's boxes, as they were found, and what the buyer has seen and hidden (BOX-50, BRW-44, BRW-45). Ours. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { FEED_SEEN_MAX } from './match-limits.ts'
import { amount, id, idText, instant, maybe, wrapped } from './wire.ts'

/** A part of the score, see shared/rules/matching. */
export const matchReason = z.object({
  group: z.string(),
  points: amount(),
  most: amount(),
  sentence: z.string(),
  /** The deal meets all that the box asks in this part. */
  is_full: z.optional(z.boolean()),
})
export type MatchReasonWire = z.output<typeof matchReason>

export const feedEntry = z.object({
  property_id: id(),
  /** 0 to 100. */
  score: amount(),
  score_version: amount(),
  box: z.object({ id: id(), name: z.string() }),
  reasons: z.array(matchReason),
  /** When it began to fit; for a box that was just set up, when the deal was published. */
  found_at: instant(),
  seen_at: maybe(instant()),
})
export type FeedEntryWire = z.output<typeof feedEntry>

export const listFeed = endpoint({
  name: 'listFeed',
  method: 'GET',
  path: '/auth/feed',
  summary: 'Deals that fit the buy boxes of this customer, newest match first, without hidden deals.',
  query: z.object({
    /** `next` of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,13}\.[1-9]\d{0,15}$/, 'must be `next` of a page'))),
    /** Those not seen yet, or the others. */
    only: z.optional(z.enum(['new', 'seen'])),
  }),
  reply: z.object({
    data: z.array(feedEntry),
    /** Null on the last page. */
    next: maybe(z.string()),
    /** Not seen yet, over all pages. */
    new_count: amount(),
    /** Boxes that match something were not all matched yet: ask again in a moment. */
    is_matching: z.boolean(),
    /** False when every box is paused or asks for nothing. */
    is_looking: z.boolean(),
  }),
})

export const markFeedSeen = endpoint({
  name: 'markFeedSeen',
  method: 'PUT',
  path: '/auth/feed/seen',
  summary: 'Mark deals as viewed. Repeating it changes nothing.',
  body: z.object({ property_ids: z.array(id()).check(z.minLength(1), z.maxLength(FEED_SEEN_MAX)) }),
  reply: z.object({ new_count: amount() }),
})

export const listSeenDeals = endpoint({
  name: 'listSeenDeals',
  method: 'GET',
  path: '/auth/seen-deals',
  summary: 'Deals this customer has viewed most recently.',
  /** Nothing is kept while it is off. */
  reply: z.object({ property_ids: z.array(id()), is_on: z.optional(z.boolean()) }),
})

export const setSeenDeals = endpoint({
  name: 'setSeenDeals',
  method: 'PUT',
  path: '/auth/seen-deals',
  summary:
    'Turn the marks of viewed deals on or off. Off deletes the viewed deals and visits of this customer, and no more are kept.',
  body: z.object({ is_on: z.boolean() }),
  reply: done,
})

export const listHiddenDeals = endpoint({
  name: 'listHiddenDeals',
  method: 'GET',
  path: '/auth/hidden-deals',
  summary: 'Deals this customer has hidden, the last hidden first.',
  reply: wrapped(z.array(z.object({ property_id: id(), hidden_at: instant() }))),
})

export const hideDeal = endpoint({
  name: 'hideDeal',
  method: 'PUT',
  path: '/auth/hidden-deals/{property}',
  summary: 'Hide a deal. Repeating it changes nothing.',
  params: z.object({ property: idText() }),
  reply: done,
})

export const unhideDeal = endpoint({
  name: 'unhideDeal',
  method: 'DELETE',
  path: '/auth/hidden-deals/{property}',
  summary: 'Show a hidden deal again. Changes nothing for other deals.',
  params: z.object({ property: idText() }),
  reply: done,
})

export const noteDealsVisit = endpoint({
  name: 'noteDealsVisit',
  method: 'PUT',
  path: '/auth/deals-visit',
  summary:
    'Record a visit to the deals; returns the time of the previous visit on any device, or null on the first.',
  reply: z.object({ before_at: maybe(instant()) }),
})
