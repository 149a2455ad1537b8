/** What a member's newest identity check is found by. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'identity_checks_member', on: 'identity_checks (member_id, id desc) where member_id is not null' },
]
