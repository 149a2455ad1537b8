/** What the guests of an email that they have confirmed are found by. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  {
    name: 'site_visitors_confirmed',
    on: 'site_visitors (lower(email)) where external_id is null and email_confirmed_at is not null',
  },
]
