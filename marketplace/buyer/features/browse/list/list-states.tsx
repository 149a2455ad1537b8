/** The list before there are deals: the places of its rows while they load, and what went wrong. */
import { failureWords } from '#marketplace/buyer/platform/failure-words.ts'
import { DealRowSkeleton } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import type { Failure } from '#shared/api/api-error.ts'
import { Button } from '#shared/ui/button.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function ListLoading() {
  return (
    <div aria-hidden="true" className="overflow-hidden">
      {ROWS.map((row) => (
        <DealRowSkeleton key={row} />
      ))}
    </div>
  )
}

export function ListFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <div className="grid content-start justify-items-start gap-4 px-4 py-8 roomy:px-5">
      <div role="alert">
        <h2 className="font-semibold text-md">The deals could not be loaded</h2>
        <p className="mt-0.5 text-sm text-text-2">{failureWords(failure)}</p>
      </div>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
