/** Deposit, wallet and billing (spec section 7, Offers, funds, deposit, money). Amounts of ours are whole cents; the fee of /configs is in units of the currency. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const cents = () => z.int().check(z.minimum(0))

export const DEPOSIT_STATES = [
  'pending',
  'current',
  'refund_requested',
  'refunded',
  'applied',
  'forfeited',
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

export const deposit = z.object({
  id: maybe(id()),
  /** Spec section 3. */
  active_offers_count: amount(),
  offers_per_deposit_limit: maybe(amount()),
  amount_cents: maybe(cents()),
  state: maybe(z.enum(DEPOSIT_STATES)),
  created_at: maybe(instant()),
  /** Null while active offers hold it; otherwise from when it can be asked back. */
  refundable_at: maybe(instant()),
  refund_requested_at: maybe(instant()),
  /** A proposal to keep it: why, and until when the customer may object. */
  forfeit: maybe(z.object({ reason: z.string(), decided_after: instant(), appeal: maybe(z.string()) })),
  /** The payment it waits for. */
  payment_id: maybe(id()),
  history: maybe(
    z.array(z.object({ state: z.enum(DEPOSIT_STATES), at: instant(), note: maybe(z.string()) })),
  ),
})
export type DepositWire = z.output<typeof deposit>

const customerParams = z.object({ customer: idText() })

export const getCurrentDeposit = endpoint({
  name: 'getCurrentDeposit',
  method: 'GET',
  path: '/customers/{customer}/current-deposit',
  spec: ['GET /customer/api/customers/{id}/current-deposit'],
  summary: 'The deposit that is held, or null; `earlier` are the ended ones.',
  params: customerParams,
  reply: z.object({ data: z.nullable(deposit), earlier: maybe(z.array(deposit)) }),
})

export const PAYMENT_STATES = [
  'started',
  'requires_action',
  'pending',
  'succeeded',
  'declined',
  'cancelled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const DECLINE_CODES = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'fraud',
  'action_failed',
  'provider_down',
] as const
export type DeclineCode = (typeof DECLINE_CODES)[number]

export const payment = z.object({
  id: id(),
  purpose: z.enum(['top_up', 'deposit']),
  amount_cents: cents(),
  state: z.enum(PAYMENT_STATES),
  decline_code: maybe(z.enum(DECLINE_CODES)),
  /** What the person has to do at the card's bank: a page in a frame, or a token for the provider's script. */
  action: maybe(z.object({ url: maybe(z.string()), token: maybe(z.string()) })),
  card: maybe(z.object({ brand: z.string(), last_four: z.string() })),
  created_at: instant(),
  settled_at: maybe(instant()),
})
export type PaymentWire = z.output<typeof payment>

/** The header `Idempotency-Key` is required of calls that move money; a repeat answers with the first. */
export const payDeposit = endpoint({
  name: 'payDeposit',
  method: 'POST',
  idempotency: 'required',
  path: '/customers/{customer}/deposits',
  spec: ['POST /customer/api/customers/{id}/deposits'],
  summary:
    'Pay the refundable deposit from the wallet, or from a card. 409 `exists` if one is held, `insufficient` if the wallet has too little, `changed` if its amount has changed.',
  params: customerParams,
  body: z.object({
    source: z.enum(['wallet', 'card']),
    billing_info_id: z.optional(id()),
    expected_amount_cents: cents(),
  }),
  reply: z.object({ data: deposit, payment: maybe(payment) }),
  status: 201,
})

export const requestDepositRefund = endpoint({
  name: 'requestDepositRefund',
  method: 'POST',
  path: '/customers/{customer}/deposits/{deposit}/refund',
  summary: 'Request the refund of the deposit. 409 `active_offers` while active offers depend on it.',
  params: z.object({ customer: idText(), deposit: idText() }),
  reply: wrapped(deposit),
})

export const appealForfeit = endpoint({
  name: 'appealForfeit',
  method: 'POST',
  path: '/customers/{customer}/deposits/{deposit}/appeal',
  summary: 'Object to a proposal to keep the deposit.',
  params: z.object({ customer: idText(), deposit: idText() }),
  body: z.object({ text: z.string().check(z.trim(), z.minLength(10), z.maxLength(2000)) }),
  reply: wrapped(deposit),
})

export const TRANSACTION_KINDS = [
  'top_up',
  'top_up_reversal',
  'deposit_hold',
  'deposit_refund',
  'deposit_forfeit',
  'deposit_applied',
  'platform_fee',
  'fee_refund',
  'adjustment',
  ...(['withdrawal', 'withdrawal_return', 'withdrawal_paid'] as const),
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

export const transaction = z.object({
  /** `t12`, or `p7` for a payment that has moved no money. */
  id: z.string(),
  kind: z.enum(TRANSACTION_KINDS),
  description: z.string(),
  /** What it does to the wallet: more when positive. */
  amount_cents: z.int(),
  /** Of the wallet after it; null for what has moved nothing. */
  balance_cents: maybe(z.int()),
  status: z.enum(['completed', 'held', 'released', 'pending', 'failed', 'returned']),
  offer_id: maybe(id()),
  created_at: instant(),
})
export type TransactionWire = z.output<typeof transaction>

const transactionFilter = {
  kind: z.optional(z.enum(TRANSACTION_KINDS)),
  /** Days as YYYY-MM-DD in UTC, both included. */
  from: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  to: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
}

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/customers/{customer}/transactions',
  spec: ['GET /customer/api/customers/{id}/transactions'],
  summary: 'Statement of the wallet, newest first, with the balance after each entry.',
  params: customerParams,
  query: z.object({ page: pageNumber(), ...transactionFilter }),
  reply: page(transaction),
})

export const exportTransactions = endpoint({
  name: 'exportTransactions',
  method: 'GET',
  path: '/customers/{customer}/transactions.csv',
  scopes: ['session'],
  summary: 'The whole statement as a CSV file.',
  params: customerParams,
  query: z.object(transactionFilter),
  reply: z.unknown(),
})

export const getWallet = endpoint({
  name: 'getWallet',
  method: 'GET',
  path: '/wallet',
  summary: 'The balance and the held amount.',
  reply: wrapped(
    z.object({
      balance_cents: z.int(),
      deposit_cents: z.int(),
      pending_cents: z.int(),
      active_offers_count: amount(),
    }),
  ),
})

export const topUpBalance = endpoint({
  name: 'topUpBalance',
  method: 'POST',
  idempotency: 'required',
  path: '/auth/top-up-balance',
  spec: ['POST /customer/api/auth/top-up-balance'],
  summary:
    'Top up the wallet with a card. 201 with the payment in any state: succeeded, pending, requires_action, declined, or started while the result is unknown. 409 `idempotency_key_reused` if the key belongs to another payment.',
  body: z.object({ amount_cents: z.int(), billing_info_id: id() }),
  reply: wrapped(payment),
  status: 201,
})

export const getPayment = endpoint({
  name: 'getPayment',
  method: 'GET',
  path: '/payments/{payment}',
  summary: 'The state of a payment.',
  params: z.object({ payment: idText() }),
  reply: wrapped(payment),
})

export const completePayment = endpoint({
  name: 'completePayment',
  method: 'POST',
  path: '/payments/{payment}/complete',
  summary:
    'Asks the provider for the result of a payment: after the bank’s step, or while it is `started` because its charge got no answer. Repeating it changes nothing.',
  params: z.object({ payment: idText() }),
  body: z.object({ result_token: z.optional(z.string().check(z.maxLength(200))) }),
  reply: wrapped(payment),
})

export const billingInfo = z.object({
  id: id(),
  brand: z.string(),
  last_four: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
  is_default: flag(),
  created_at: maybe(instant()),
})
export type BillingInfoWire = z.output<typeof billingInfo>

export const listBillingInfos = endpoint({
  name: 'listBillingInfos',
  method: 'GET',
  path: '/api/recurly-accounts/billing-infos/all',
  at: 'site',
  spec: ['GET /api/recurly-accounts/billing-infos/all'],
  summary: 'The cards of this customer, the default first.',
  reply: wrapped(z.array(billingInfo)),
})

export const getBillingInfo = endpoint({
  name: 'getBillingInfo',
  method: 'GET',
  path: '/api/recurly-accounts/billing-infos/{billingInfo}/item',
  at: 'site',
  spec: ['GET /api/recurly-accounts/billing-infos/{id}/item'],
  summary: 'One card.',
  params: z.object({ billingInfo: idText() }),
  reply: wrapped(billingInfo),
})

/** `token` comes from the provider's own fields: a card's number never reaches this house. 422 on `token` when the card is refused. */
export const addBillingInfo = endpoint({
  name: 'addBillingInfo',
  method: 'POST',
  path: '/api/recurly-accounts/billing-info',
  at: 'site',
  spec: ['POST /api/recurly-accounts/billing-info'],
  summary: 'Add a card by the provider’s token; `replaces` names the card that it replaces.',
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    is_default: z.optional(z.boolean()),
    replaces: z.optional(id()),
  }),
  reply: wrapped(billingInfo),
  status: 201,
})

export const setDefaultBillingInfo = endpoint({
  name: 'setDefaultBillingInfo',
  method: 'PUT',
  path: '/api/recurly-accounts/billing-infos/{billingInfo}/default',
  at: 'site',
  summary: 'Make a card the default.',
  params: z.object({ billingInfo: idText() }),
  reply: wrapped(z.array(billingInfo)),
})

export const removeBillingInfo = endpoint({
  name: 'removeBillingInfo',
  method: 'DELETE',
  path: '/api/recurly-accounts/billing-infos/{billingInfo}',
  at: 'site',
  summary: 'Remove a card. 409 while a payment with it is open.',
  params: z.object({ billingInfo: idText() }),
  reply: z.unknown(),
  status: 204,
})
