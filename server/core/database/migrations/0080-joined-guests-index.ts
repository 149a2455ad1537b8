/** Finds guests by their confirmed email. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  {
    name: 'site_visitors_confirmed',
    on: 'site_visitors (lower(email)) where external_id is null and email_confirmed_at is not null',
  },
]
