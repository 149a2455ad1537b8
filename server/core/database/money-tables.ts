/** The tables of money as TypeScript sees them; made by migrations 0004 and 0005. Every amount is in whole cents. */
import type { Generated } from 'kysely'
import type { DepositState, PaymentState, TransactionKind } from '#shared/contract/money.ts'
import type { WithdrawalState } from '#shared/contract/withdrawals.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export type LedgerAccountKind =
  | 'wallet'
  | 'deposit'
  | 'provider'
  | 'platform_fees'
  | 'forfeited'
  | 'adjustments'
  | 'suspense'
  | 'payouts'
  | 'bank'

export interface LedgerAccountsTable {
  id: Generated<number>
  kind: LedgerAccountKind
  /** Null for an account of the house. */
  customer_id: Maybe<number>
}

export interface LedgerTransactionsTable {
  id: Generated<number>
  kind: TransactionKind
  customer_id: number
  description: string
  offer_id: Maybe<number>
  deposit_id: Maybe<number>
  payment_id: Maybe<number>
  withdrawal_id: Maybe<number>
  /** What it is for, e.g. `payment:7`; unique, so that nothing is booked twice. */
  cause: string
  /** For staff, e.g. who approved an adjustment. */
  meta: Json<Record<string, unknown> | null>
  created_at: Stamp
}

export interface LedgerEntriesTable {
  id: Generated<number>
  transaction_id: number
  ledger_account_id: number
  /** More money there when positive. The entries of a transaction add up to zero. */
  amount_cents: number
}

export interface BillingInfosTable {
  id: Generated<number>
  customer_id: number
  provider: string
  provider_ref: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
  is_default: Generated<boolean>
  removed_at: MaybeStamp
  created_at: Stamp
}

export interface PaymentsTable {
  id: Generated<number>
  customer_id: number
  purpose: 'top_up' | 'deposit'
  amount_cents: number
  state: PaymentState
  provider: string
  provider_ref: Maybe<string>
  billing_info_id: Maybe<number>
  decline_code: Maybe<string>
  action: Json<{ url: string } | { token: string } | null>
  idempotency_key: string
  settled_at: MaybeStamp
  /** When its end was asked for last, while it is open. */
  asked_at: MaybeStamp
  created_at: Stamp
}

export interface ProviderEventsTable {
  provider: string
  event_ref: string
  payload: Json<Record<string, unknown>>
  received_at: Stamp
  applied_at: MaybeStamp
  problem: Maybe<string>
}

/** The books of the embedded provider's bank. */
export interface EmbeddedChargesTable {
  /** Named by who asked for the charge, so that asking again is the same charge. */
  ref: string
  /** What the card was made for, e.g. `approved`. */
  outcome: string
  amount_cents: number
  state: 'requires_action' | 'pending' | 'succeeded' | 'declined'
  decline_code: Maybe<string>
  due_at: MaybeStamp
  notices: Generated<number>
  refunded_at: MaybeStamp
  created_at: Stamp
}

/** What the embedded provider's bank paid back. */
export interface EmbeddedRefundsTable {
  ref: string
  charge: string
  amount_cents: number
  created_at: Stamp
}

/** Money on its way out of a wallet: one row for each card or bank account that a call pays. */
export interface WithdrawalsTable {
  id: Generated<number>
  customer_id: number
  /** Of a deleted account, until the money is paid out. */
  payee_name: Maybe<string>
  payee_email: Maybe<string>
  amount_cents: number
  method: 'card' | 'bank'
  state: WithdrawalState
  /** The charge that a card gets back. */
  payment_id: Maybe<number>
  /** The account, sealed for its customer; null when it is paid or returned. */
  bank: Maybe<Uint8Array>
  bank_last_four: Maybe<string>
  idempotency_key: string
  /** Digest of what was asked for. */
  terms: string
  part: number
  /** Of the bank transfer. */
  reference: Maybe<string>
  /** Why it was returned. */
  note: Maybe<string>
  /** Who is about to pay it. `taken_at` stays when they leave the staff. */
  taken_by: Maybe<number>
  taken_at: MaybeStamp
  /** Who noted the reference. */
  proposed_by: Maybe<number>
  decided_by: Maybe<number>
  /** When the card service was asked last. */
  asked_at: MaybeStamp
  settled_at: MaybeStamp
  created_at: Stamp
}

/** What one member of staff proposes and another decides. */
export interface AdjustmentsTable {
  id: Generated<number>
  customer_id: number
  /** More for the customer when positive. */
  amount_cents: number
  reason: string
  proposed_by: Maybe<number>
  proposed_at: Date
  expires_at: Date
  idempotency_key: string
  decision: Maybe<'approved' | 'declined'>
  decided_by: Maybe<number>
  decided_at: MaybeStamp
  /** Why it was declined. */
  note: Maybe<string>
  transaction_id: Maybe<number>
}

export interface DepositsTable {
  id: Generated<number>
  customer_id: number
  amount_cents: number
  state: DepositState
  payment_id: Maybe<number>
  refund_requested_at: MaybeStamp
  forfeit_reason: Maybe<string>
  forfeit_proposed_by: Maybe<number>
  forfeit_proposed_at: MaybeStamp
  appeal: Maybe<string>
  ended_at: MaybeStamp
  idempotency_key: Maybe<string>
  created_at: Stamp
}
