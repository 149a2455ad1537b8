/** What was published against the advice on fair housing, as staff read it: the latest first, without a look at the rest of the log. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  {
    name: 'audit_log_against_advice',
    on: `audit_log (id desc) where action in ('blast.send_against_advice', 'deal.publish_against_advice')`,
  },
]
