/** Tells the house that something is wrong with a review. */
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ReportForm } from '#marketplace/buyer/ui/report-form.tsx'
import { REVIEW_REPORT_REASONS } from '#marketplace/kit/review-report-reasons.ts'
import { reportReview } from '#shared/contract/reviews.ts'

export function ReportReview({ reviewId, onClose }: { reviewId: number; onClose: () => void }) {
  const { api } = useServices()
  return (
    <ReportForm
      title="Report a review"
      reasons={REVIEW_REPORT_REASONS}
      thanks="Reported. Somebody will look at it."
      send={(body) => api(reportReview, { params: { review: reviewId }, body })}
      onClose={onClose}
    />
  )
}
