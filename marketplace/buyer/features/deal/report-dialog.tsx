/** Tells the marketplace that something is wrong with a listing. */
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ReportForm } from '#marketplace/buyer/ui/report-form.tsx'
import type { Failure } from '#shared/api/api-error.ts'
import { reportProperty } from '#shared/contract/deal-notes.ts'

const REASONS = [
  ['wrong_numbers', 'The numbers are wrong'],
  ['not_under_contract', 'The seller does not have it under contract'],
  ['duplicate', 'It is listed twice, or posted by somebody else'],
  ['sold_elsewhere', 'It was sold elsewhere'],
  ['other', 'Something else'],
] as const

export function ReportDialog({ propertyId, onClose }: { propertyId: number; onClose: () => void }) {
  const { api } = useServices()
  return (
    <ReportForm
      title="Report a problem"
      reasons={REASONS}
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
