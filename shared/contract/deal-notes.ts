/** What a customer keeps about a deal, and what they report of it (checklist DEAL-19, DEAL-23). Ours, beside the calls of the spec. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ownRelation } from './properties.ts'
import { idText, wrapped } from './wire.ts'

/** Ours: what a customer keeps about a deal (checklist DEAL-23). */
export const saveDealNotes = endpoint({
  name: 'saveDealNotes',
  method: 'PUT',
  path: '/properties/{property}/notes',
  summary: 'Save a private note, tags and calculator inputs for a deal. Absent fields stay.',
  params: z.object({ property: idText() }),
  body: z.object({
    note: z.optional(z.string().check(z.maxLength(4000))),
    tags: z.optional(
      z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))).check(z.maxLength(20)),
    ),
    assumptions: z.optional(z.record(z.string().check(z.maxLength(40), z.regex(/^[\w.-]+$/)), z.number())),
    /** Also keep the inputs as this customer's defaults. */
    as_default: z.optional(z.boolean()),
  }),
  reply: wrapped(ownRelation),
})

/** Ours (checklist DEAL-23). */
export const dealDefaults = endpoint({
  name: 'dealDefaults',
  method: 'GET',
  path: '/deal-defaults',
  summary: 'The calculator inputs this customer keeps as defaults.',
  reply: z.object({ assumptions: z.record(z.string(), z.number()) }),
})

/** Ours (checklist DEAL-19). */
export const reportProperty = endpoint({
  name: 'reportProperty',
  method: 'POST',
  path: '/properties/{property}/reports',
  summary: 'Report a problem with a listing. One open report per customer and reason.',
  params: z.object({ property: idText() }),
  body: z.object({
    reason: z.enum(['wrong_numbers', 'not_under_contract', 'duplicate', 'sold_elsewhere', 'other']),
    details: z.optional(z.string().check(z.maxLength(1000))),
  }),
  reply: z.object({ message: z.string() }),
  status: 201,
})
