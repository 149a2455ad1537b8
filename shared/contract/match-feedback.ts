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
  summary: 'What this customer was not interested in and why, the latest first.',
  reply: wrapped(z.array(matchFeedback)),
})

export const giveMatchFeedback = endpoint({
  name: 'giveMatchFeedback',
  method: 'PUT',
  path: '/match-feedback/{property}',
  summary:
    'Say why a deal is of no interest; another reason takes the place of the one before. Answers with everything that was said.',
  params: z.object({ property: idText() }),
  body: z.object({ reason: z.enum(MATCH_REASONS) }),
  reply: wrapped(z.array(matchFeedback)),
})

export const withdrawMatchFeedback = endpoint({
  name: 'withdrawMatchFeedback',
  method: 'DELETE',
  path: '/match-feedback/{property}',
  summary: 'Take back what was said of a deal: the weights are as if it had never been.',
  params: z.object({ property: idText() }),
  reply: wrapped(z.array(matchFeedback)),
})
