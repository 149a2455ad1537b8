/** What the seller's Today finds offers by: their state, without reading all of an account. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'offers_account_state', on: 'offers (account_id, state)' },
]
