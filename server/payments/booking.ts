/** One transaction of the ledger, as it is asked for. */
import type { LedgerAccountKind } from '#server/core/database/money-tables.ts'
import type { TransactionKind } from '#shared/contract/money.ts'

/** A customer's own two, and those of the operator. */
export type Place = LedgerAccountKind

export interface Booking {
  kind: TransactionKind
  customerId: number
  description: string
  /** Says what it is for, e.g. `payment:7`. The same one is booked once. */
  cause: string
  from: Place
  to: Place
  amountCents: number
  offerId?: number | null
  depositId?: number | null
  paymentId?: number | null
  withdrawalId?: number | null
  /** The customer asked for it just now, so it is no news to them. */
  isOwnAct?: boolean
  /** For staff, e.g. who approved it. */
  meta?: Record<string, unknown>
  /** Now, unless a history is written. */
  at?: Date
}
