/** Tells the marketplace that something is wrong with a listing. */
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ReportForm } from '#marketplace/buyer/ui/report-form.tsx'
import { DEAL_REPORT_REASONS } from '#marketplace/kit/deal-report-reasons.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { reportProperty } from '#shared/contract/deal-notes.ts'

export function ReportDialog({ propertyId, onClose }: { propertyId: number; onClose: () => void }) {
  const { api } = useServices()
  return (
    <ReportForm
      title="Report a problem"
      reasons={DEAL_REPORT_REASONS}
      thanks="Reported. Thank you."
      send={(body) => api(reportProperty, { params: { property: propertyId }, body })}
      wordsOf={(failure) => refusedWords(failure) ?? failureWords(failure)}
      onClose={onClose}
    />
  )
}

function refusedWords(failure: Failure): string | null {
  if (failure.kind !== 'refused' || failure.status !== 422) return null
  return Object.values(failure.problem.errors ?? {})[0]?.[0] ?? failure.problem.message
}
