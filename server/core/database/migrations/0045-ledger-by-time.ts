/** The ledger as staff read it, the latest first: a booking can be older than those written before it. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'ledger_transactions_time', on: 'ledger_transactions (created_at desc, id desc)' },
]
