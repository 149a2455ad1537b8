/** The former texts of a review, for staff who decide a report of it (checklist REV-07). Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, idText, instant, wrapped } from './wire.ts'

const formerText = z.object({ rating: amount(), content: z.string(), written_at: instant() })
export type FormerTextWire = z.output<typeof formerText>

export const adminReviewEdits = endpoint({
  name: 'adminReviewEdits',
  method: 'GET',
  path: '/admin/api/reviews/{review}/edits',
  at: 'site',
  auth: 'staff',
  summary: 'What a review said before each of its changes, the first text first.',
  params: z.object({ review: idText() }),
  reply: wrapped(z.array(formerText)),
})
