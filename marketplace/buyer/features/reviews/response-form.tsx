/** Where a response is typed, or changed, under the review it answers. */
import { useState } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { REVIEW_RESPONSE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'

export interface ResponseFormProps {
  text: string
  problem: string | null
  /** There is one to take back. */
  canTakeBack: boolean
  /** Empty takes it back. */
  onSend: (text: string) => void
  onCancel: () => void
}

export function ResponseForm({ text: given, problem, canTakeBack, onSend, onCancel }: ResponseFormProps) {
  const [text, setText] = useState(given)
  const isMissing = useMissing('review').length > 0
  const typed = useTypedInput()
  return (
    <form
      ref={typed}
      className="mt-2.5 grid max-w-[64ch] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(text.trim())
      }}
    >
      <label className="grid gap-1.5 font-label text-sm">
        Your response, everybody can read it
        <textarea
          ref={focusOnce}
          rows={3}
          maxLength={REVIEW_RESPONSE_MAX_LENGTH}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          className="w-full rounded-md border border-field bg-surface px-2.75 py-2 font-regular text-base max-desk:text-[1rem]"
        />
      </label>
      <NeedsNotice act="review" to="respond" />
      <FormProblem message={problem} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          className="pointer-coarse:h-11"
          disabled={text.trim() === '' || isMissing}
        >
          Send response
        </Button>
        <Button size="sm" className="pointer-coarse:h-11" onClick={onCancel}>
          Cancel
        </Button>
        {canTakeBack ? (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto pointer-coarse:h-11"
            onClick={() => onSend('')}
          >
            Take it back
          </Button>
        ) : null}
      </div>
    </form>
  )
}
