/** What other groups do when a customer deletes their account; handed in where the server is composed. */
import type { Selectable, Transaction } from 'kysely'
import type { WithdrawalsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { StoredPart } from '#server/providers/files/archive.ts'
import type { BankAccountWire } from '#shared/contract/bank-account.ts'

export type Payout = Selectable<WithdrawalsTable>

/** An open house in whose list the customer was. */
export interface FreedPlace {
  openHouseId: number
  /** Who got the place, or null. */
  customerId: number | null
}

/** In the transaction that deletes the customer. */
export interface Leaving {
  /** Before the customer's row is locked. */
  holdMatching(trx: Database, customerId: number): Promise<void>
  /** All of the wallet. Rejects with 422 on `bank` when cards cannot take all of it. */
  withdrawAll(
    trx: Database,
    wanted: { customerId: number; bank: BankAccountWire | null },
    nowMs: number,
  ): Promise<Payout[]>
  fileKeysOf(trx: Database, customerId: number, isWhole: boolean): Promise<string[]>
  /** For the export, at any time. */
  exportedFilesOf(db: Database, customerId: number): Promise<StoredPart[]>
  /** Reviews, favorites and places, in the order in which their rows are locked. */
  letGo(trx: Transaction<Schema>, customerId: number, nowMs: number): Promise<FreedPlace[]>
}

/** Once it is committed. */
export interface AfterLeaving {
  sendPayouts(payouts: readonly Payout[]): Promise<void>
  notifyPlaces(places: readonly FreedPlace[]): Promise<void>
}

/** Takes streets that their reader may not know out of a seller's words. */
export type ReviewRedactor = (
  db: Database,
  rows: readonly { account_id: number; property_id: number | null }[],
  reader: { kind: 'customer'; id: number },
) => Promise<(accountId: number, text: string) => string>
