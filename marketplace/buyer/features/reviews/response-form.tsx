/** Where a response is typed, or changed, under the review it answers. */
import { useState } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { REVIEW_RESPONSE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'

export interface ResponseFormProps {
  text: string
  /** There is one to take back. */
  canTakeBack: boolean
  /** Empty takes it back. Rejects with `ApiError` when it was not taken. */
  onSend: (text: string) => Promise<void>
  onClose: () => void
}

export function ResponseForm({ text: given, canTakeBack, onSend, onClose }: ResponseFormProps) {
  const [text, setText] = useState(given)
  const isMissing = useMissing('review').length > 0
  const typed = useTypedInput()
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const send = async (content: string) => {
    if (!isBusy && (await run(() => onSend(content)))) onClose()
  }
  return (
    <form
      ref={typed}
      className="mt-2.5 grid max-w-[64ch] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send(text.trim())
      }}
    >
      <label className="grid gap-1.5 font-label text-sm">
        Your response, everybody can read it
        <textarea
          {...marks('content')}
          ref={focusOnce}
          rows={3}
          maxLength={REVIEW_RESPONSE_MAX_LENGTH}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          className="w-full rounded-md border border-field bg-surface px-2.75 py-2 font-regular text-base max-desk:text-[1rem]"
        />
      </label>
      <NeedsNotice act="review" to="respond" />
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          className="pointer-coarse:h-11"
          isBusy={isBusy}
          disabled={text.trim() === '' || isMissing}
        >
          Send response
        </Button>
        <Button size="sm" className="pointer-coarse:h-11" onClick={onClose}>
          Cancel
        </Button>
        {canTakeBack ? (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto pointer-coarse:h-11"
            onClick={() => void send('')}
          >
            Take it back
          </Button>
        ) : null}
      </div>
    </form>
  )
}
