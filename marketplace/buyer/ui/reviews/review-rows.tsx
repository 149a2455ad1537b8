/** A list of reviews in each of its states, with the way to the next page. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import type { ReviewList } from '#marketplace/buyer/platform/review-list.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'

export interface ReviewRowsProps {
  list: ReviewList
  /** In place of rows that there are none of. */
  empty: ReactNode
  row: (review: ReviewWire) => ReactNode
}

export function ReviewRows({ list, empty, row }: ReviewRowsProps) {
  useSignals()
  const state = list.state.value
  if (state.phase === 'loading') return <LoadingRows count={3} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void list.load()}>{failureWords(state.failure)}</LoadFailed>
  if (state.rows.length === 0) return empty
  return (
    <>
      {state.rows.map(row)}
      <FormProblem
        className="mt-3"
        message={state.more === 'failed' && 'More reviews could not be loaded. Try again.'}
      />
      {state.hasMore ? (
        <Button
          className="mt-4 pointer-coarse:h-11"
          isBusy={state.more === 'busy'}
          onClick={() => void list.loadMore()}
        >
          Show more reviews
        </Button>
      ) : null}
    </>
  )
}
