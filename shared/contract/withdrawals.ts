/** Money out of the wallet: back to the cards that paid, or to a bank account by hand. Ours. Whole cents. */
import * as z from 'zod/mini'
import { bankAccount } from './bank-account.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export const WITHDRAWAL_STATES = ['sending', 'requested', 'paid', 'returned'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

const printed = z.object({ brand: z.string(), last_four: z.string() })

export const withdrawal = z.object({
  id: id(),
  amount_cents: z.int(),
  method: z.enum(['card', 'bank']),
  /** `sending`: the card service was asked. `requested`: staff pay it out. `returned`: it is in the wallet again. */
  state: z.enum(WITHDRAWAL_STATES),
  card: maybe(printed),
  bank_last_four: maybe(z.string()),
  /** Of the bank transfer. */
  reference: maybe(z.string()),
  /** Why it was returned. */
  note: maybe(z.string()),
  created_at: instant(),
  settled_at: maybe(instant()),
  /** To a bank account, and no member of staff has taken it on. */
  can_cancel: flag(),
})
export type WithdrawalWire = z.output<typeof withdrawal>

const customerParams = z.object({ customer: idText() })

export const listWithdrawals = endpoint({
  name: 'listWithdrawals',
  method: 'GET',
  path: '/customers/{customer}/withdrawals',
  summary: 'Withdrawals from the wallet, the latest first.',
  params: customerParams,
  query: z.object({ page: pageNumber() }),
  reply: page(withdrawal),
})

export const getWithdrawalRoutes = endpoint({
  name: 'getWithdrawalRoutes',
  method: 'GET',
  path: '/customers/{customer}/withdrawal-routes',
  summary:
    'The balance of the wallet and how it would be paid out: cards first, in this order, each up to its amount; the rest goes to a bank account.',
  params: customerParams,
  reply: wrapped(
    z.object({
      balance_cents: z.int(),
      cards: z.array(z.extend(printed, { amount_cents: z.int() })),
      /** What confirms a bank account: the password, or a code by `sendActionCode` for those who have none. */
      confirm_by: z.enum(['password', 'code']),
    }),
  ),
})

export const withdraw = endpoint({
  name: 'withdraw',
  method: 'POST',
  idempotency: 'required',
  path: '/customers/{customer}/withdrawals',
  summary:
    'Withdraw money from the wallet. 201 with one withdrawal for each card and bank account it goes to. 409 `insufficient` when the wallet has less; 422 on `bank` when cards cannot take all of it, on `password` or `code` when a bank account is not confirmed.',
  params: customerParams,
  body: z.object({
    amount_cents: z.int().check(z.minimum(1)),
    bank: z.optional(bankAccount),
    password: z.optional(z.string().check(z.maxLength(128))),
    code: z.optional(z.string().check(z.maxLength(10))),
  }),
  reply: wrapped(z.array(withdrawal)),
  status: 201,
})

export const cancelWithdrawal = endpoint({
  name: 'cancelWithdrawal',
  method: 'DELETE',
  path: '/customers/{customer}/withdrawals/{withdrawal}',
  summary:
    'Cancel a withdrawal to a bank account, which returns the money to the wallet. 409 `in_hand` when a member of staff has taken it on, `decided` when it goes to a card or has ended.',
  params: z.extend(customerParams, { withdrawal: idText() }),
  reply: wrapped(withdrawal),
})
