/** What somebody without an account finds the contacts of their address by. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'account_buyers_contact', on: 'account_buyers (email) where customer_id is null' },
]
