/** The staff's calls about adjustments of a wallet: one member of staff proposes, another approves or declines. Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export const ADJUSTMENT_STATES = ['proposed', 'approved', 'declined', 'expired'] as const

const adjustment = z.object({
  id: id(),
  customer: z.object({ id: id(), name: maybe(z.string()) }),
  /** More for the customer when positive. */
  amount_cents: z.int(),
  reason: z.string(),
  state: z.enum(ADJUSTMENT_STATES),
  proposed_by: maybe(z.string()),
  proposed_at: instant(),
  /** Nobody can approve it after. */
  expires_at: instant(),
  /** Whoever is asking has proposed it, and cannot decide it. */
  is_own: flag(),
  decided_by: maybe(z.string()),
  decided_at: maybe(instant()),
  /** Why it was declined. */
  note: maybe(z.string()),
})
export type AdjustmentWire = z.output<typeof adjustment>

export const adminAdjustments = endpoint({
  name: 'adminAdjustments',
  method: 'GET',
  path: '/admin/api/adjustments',
  at: 'site',
  auth: 'staff',
  summary: 'Adjustments that wait for a decision, then decided ones, the latest first.',
  query: z.object({ page: pageNumber() }),
  /** `deciders`: how many others there are who could decide on those of who is asking. */
  reply: z.extend(page(adjustment), { deciders: amount() }),
})

export const adminProposeAdjustment = endpoint({
  name: 'adminProposeAdjustment',
  method: 'POST',
  idempotency: 'required',
  path: '/admin/api/adjustments',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Propose to add money to a wallet, or to deduct it, with a reason. Nothing is booked until another member of staff approves it. 409 `insufficient` if the wallet has too little.',
  body: z.object({
    customer_id: id(),
    /** More for the customer when positive; not zero. */
    amount_cents: z.int(),
    reason: adminReason(),
  }),
  reply: wrapped(adjustment),
  status: 201,
})

export const adminDecideAdjustment = endpoint({
  name: 'adminDecideAdjustment',
  method: 'PUT',
  path: '/admin/api/adjustments/{adjustment}',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Approve or decline an adjustment that somebody else proposed. 409 `same_person`, `expired`, `decided`, `insufficient`, `gone`.',
  params: z.object({ adjustment: idText() }),
  body: z.object({
    decision: z.enum(['approve', 'decline']),
    /** Needed to decline. */
    note: z.optional(adminReason()),
  }),
  reply: wrapped(adjustment),
})
