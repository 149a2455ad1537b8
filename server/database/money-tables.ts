/** The tables of money as TypeScript sees them; made by migrations 0004 and 0005. Every amount is in whole cents. */
import type { Generated } from 'kysely'
import type { DepositState, PaymentState, TransactionKind } from '#shared/contract/money.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export type LedgerAccountKind =
  | 'wallet'
  | 'deposit'
  | 'provider'
  | 'platform_fees'
  | 'forfeited'
  | 'adjustments'

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
  /** What it is for, e.g. `payment:7`; unique, so that nothing is booked twice. */
  cause: string
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
  created_at: Stamp
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
