/** The wire's answers as the score reads them. */
import type { MatchFeedbackWire } from '#shared/contract/match-feedback.ts'
import type { Declined } from './taste.ts'

export const declinedOf = (wire: MatchFeedbackWire): Declined => ({
  reason: wire.reason,
  zip: wire.zip ?? null,
  typeId: wire.property_type_id ?? null,
  condition: wire.condition ?? null,
  arvPercent: wire.arv_percentage ?? null,
  accountId: wire.account_id ?? null,
})
