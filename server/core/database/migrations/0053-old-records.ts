/** What the jobs that delete old records find them by. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'customers_activity', on: 'customers (last_active_at)' },
  { name: 'customers_noticed', on: 'customers (id) where inactive_noticed_at is not null' },
  { name: 'account_buyers_imported', on: 'account_buyers (created_at) where customer_id is null' },
]
