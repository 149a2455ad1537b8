/** What a reported review said before each change, shown when staff ask for it (checklist REV-07). */
import { useCallback, useId, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { adminReviewEdits, type FormerTextWire } from '#shared/contract/admin-review-edits.ts'
import { Button } from '#shared/ui/button.tsx'
import type { TabProps } from './tab-props.ts'

type FormerTextsProps = TabProps & { reviewId: number }

export function FormerTexts(props: FormerTextsProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1 grid justify-items-start gap-1.5">
      <Button
        size="sm"
        variant="ghost"
        className="pointer-coarse:h-11"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Former texts
      </Button>
      <div id={id}>{isOpen ? <Texts {...props} /> : null}</div>
    </div>
  )
}

function Texts({ api, reviewId }: FormerTextsProps) {
  const load = useCallback(() => api(adminReviewEdits, { params: { review: reviewId } }), [api, reviewId])
  const { rows, errorMessage, reload } = usePages<FormerTextWire>(load)
  return (
    <>
      {errorMessage ? <LoadFailed onRetry={reload}>{errorMessage}</LoadFailed> : null}
      {rows === null && !errorMessage ? (
        <p role="status" className="text-sm text-text-2">
          Loading…
        </p>
      ) : null}
      {rows ? (
        <ul aria-label="Former texts" className="grid gap-2 border-line-strong border-l-2 pl-3">
          {rows.map(({ rating, content, written_at }) => (
            <li key={written_at}>
              <p className="text-text-2 text-xs">
                {rating} of 5 stars, written {momentWords(written_at)}
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{content}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
