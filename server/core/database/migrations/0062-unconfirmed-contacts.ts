/** What the job that asks imported contacts to confirm finds them by. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'account_buyers_unconfirmed', on: `account_buyers (id) where unconfirmed <> '{}'` },
]
