/** The reasons of reports in the words that their reporters chose. A message has those of a review. */
import { DEAL_REPORT_REASONS } from '#marketplace/kit/deal-report-reasons.ts'
import { REVIEW_REPORT_REASONS } from '#marketplace/kit/review-report-reasons.ts'

export const REPORT_REASONS: Readonly<Record<string, string>> = Object.fromEntries([
  ...DEAL_REPORT_REASONS,
  ...REVIEW_REPORT_REASONS,
])
