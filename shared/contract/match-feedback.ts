/** What a customer was not interested in, and why: it moves the weights of the match score, and can be taken back (checklist BOX-42). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, id, idText, instant, maybe, wrapped } from './wire.ts'

/** Why somebody is not interested in a deal. Each reason belongs to one part of the match score. */
export const MATCH_REASONS = ['price', 'area', 'type', 'size', 'condition', 'seller'] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

/** What was said, with what the deal was then. */
export const matchFeedback = z.object({
  property_id: id(),
  reason: z.enum(MATCH_REASONS),
  zip: maybe(z.string()),
  property_type_id: maybe(id()),
  /** Index into DEAL_CONDITIONS. */
  condition: maybe(amount()),
  arv_percentage: maybe(amount()),
  account_id: maybe(id()),
  created_at: instant(),
})
export type MatchFeedbackWire = z.output<typeof matchFeedback>

export const listMatchFeedback = endpoint({
  name: 'listMatchFeedback',
  method: 'GET',
  path: '/match-feedback',
  summary: 'Deals this customer declined, with the reasons, newest first.',
  reply: wrapped(z.array(matchFeedback)),
})

export const giveMatchFeedback = endpoint({
  name: 'giveMatchFeedback',
  method: 'PUT',
  path: '/match-feedback/{property}',
  summary:
    'Decline a deal with a reason; another reason replaces the previous one. Returns all declined deals.',
  params: z.object({ property: idText() }),
  body: z.object({ reason: z.enum(MATCH_REASONS) }),
  reply: wrapped(z.array(matchFeedback)),
})

export const withdrawMatchFeedback = endpoint({
  name: 'withdrawMatchFeedback',
  method: 'DELETE',
  path: '/match-feedback/{property}',
  summary: 'Remove the reason for a deal; it no longer affects the weights.',
  params: z.object({ property: idText() }),
  reply: wrapped(z.array(matchFeedback)),
})
