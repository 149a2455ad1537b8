/** The staff's calls about withdrawals: one member of staff pays by bank transfer and notes its reference, another confirms it. Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { bankAccount } from './bank-account.ts'
import { endpoint } from './endpoint.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'
import { withdrawal } from './withdrawals.ts'

const adminWithdrawal = z.extend(withdrawal, {
  /** Of a deleted account, as it was then, until the money is paid out. */
  customer: z.object({ id: id(), name: maybe(z.string()), email: maybe(z.string()), is_deleted: flag() }),
  /** While it is open and a member of staff has taken it on. Null also for a deleted account whose card refused the money: staff ask for it by e-mail. */
  bank: maybe(bankAccount),
  /** Who has taken it on: its owner can no longer cancel it. Null also for a member of staff who has left. */
  taken_by: maybe(z.string()),
  taken_at: maybe(instant()),
  /** Taken on by who is asking, who alone can note the transfer. */
  is_handler: flag(),
  /** Who noted the reference, and still needs another to confirm it. */
  paid_by: maybe(z.string()),
  is_own: flag(),
  decided_by: maybe(z.string()),
})
export type AdminWithdrawalWire = z.output<typeof adminWithdrawal>

export const adminWithdrawals = endpoint({
  name: 'adminWithdrawals',
  method: 'GET',
  path: '/admin/api/withdrawals',
  at: 'site',
  auth: 'staff',
  summary: 'Withdrawals: open ones first, the oldest first, then ended ones, the latest first.',
  query: z.object({ page: pageNumber() }),
  /** `deciders`: how many others there are who could confirm a payment of who is asking. */
  reply: z.extend(page(adminWithdrawal), { deciders: amount() }),
})

export const adminTakeWithdrawal = endpoint({
  name: 'adminTakeWithdrawal',
  method: 'PUT',
  path: '/admin/api/withdrawals/{withdrawal}/hand',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Take on a withdrawal before paying it: its owner can cancel it until then, and the answer names the bank account. With `taken_at`, take it over from another member of staff. 409 `in_hand`, `decided`.',
  params: z.object({ withdrawal: idText() }),
  /** `taken_at`: when the member who handles it took it on. */
  body: z.object({ taken_at: z.optional(z.string()) }),
  reply: wrapped(adminWithdrawal),
})

export const adminPayWithdrawal = endpoint({
  name: 'adminPayWithdrawal',
  method: 'PUT',
  path: '/admin/api/withdrawals/{withdrawal}/payment',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Note the reference of the bank transfer that paid a withdrawal. Only who has taken it on can. Nothing is booked until another member of staff confirms it. 409 `not_taken`, `in_hand`, `decided`.',
  params: z.object({ withdrawal: idText() }),
  body: z.object({ reference: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)) }),
  reply: wrapped(adminWithdrawal),
})

export const adminDecideWithdrawal = endpoint({
  name: 'adminDecideWithdrawal',
  method: 'PUT',
  path: '/admin/api/withdrawals/{withdrawal}',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Confirm a payment that somebody else noted, or decline the withdrawal with a reason, which returns the money to the wallet. 409 `same_person`, `in_hand`, `decided`, `unpaid`, `gone`.',
  params: z.object({ withdrawal: idText() }),
  body: z.object({
    decision: z.enum(['confirm', 'decline']),
    /** Needed to decline; shown to the customer. */
    note: z.optional(adminReason()),
  }),
  reply: wrapped(adminWithdrawal),
})
