/** Tells the marketplace that something is wrong with a listing. */
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ReportForm } from '#marketplace/buyer/ui/report-form.tsx'
import { DEAL_REPORT_REASONS } from '#marketplace/kit/deal-report-reasons.ts'
import { reportProperty } from '#shared/contract/deal-notes.ts'

export function ReportDialog({ propertyId, onClose }: { propertyId: number; onClose: () => void }) {
  const { api } = useServices()
  return (
    <ReportForm
      title="Report a problem"
      reasons={DEAL_REPORT_REASONS}
      thanks="Reported. Thank you."
      send={(body) => api(reportProperty, { params: { property: propertyId }, body })}
      onClose={onClose}
    />
  )
}
