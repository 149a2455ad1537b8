/** The account's one response to a review: said, changed, or taken back. */
import { useId, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { ReviewRows } from '#marketplace/seller/reviews/review-rows.ts'
import { REVIEW_RESPONSE_MAX_LENGTH } from '#shared/contract/limits.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'

export function ResponseForm({ reviews, review }: { reviews: ReviewRows; review: ReviewWire }) {
  const typedForm = useTypedInput()
  const known = review.response?.content ?? null
  const [text, setText] = useState<string | null>(null)
  const { isBusy, errorMessage, run, refuse, marks, problemId } = useAction()
  const id = useId()
  const send = async (content: string) => {
    if (isBusy) return
    if (await run(() => reviews.respond(review.id, content))) setText(null)
  }
  if (text === null)
    return (
      <div className="grid justify-items-start gap-2">
        {known === null ? null : (
          <p className="whitespace-pre-line border-line-strong border-s-2 ps-3 wrap-anywhere">
            <span className="block font-medium text-text-2 text-xs">
              Your response{review.response?.edited_at ? ', edited' : ''}
            </span>
            {known}
          </p>
        )}
        <Button
          size="sm"
          aria-label={`${known === null ? 'Respond to' : 'Change the response to'} ${review.customer.name}`}
          onClick={() => setText(known ?? '')}
        >
          {known === null ? 'Respond' : 'Change'}
        </Button>
      </div>
    )
  return (
    <form
      ref={typedForm}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') refuse({ fields: { content: 'Write a response.' }, message: null })
        else void send(text.trim())
      }}
    >
      <label htmlFor={id} className="font-medium">
        Your response, seen by everybody
      </label>
      <textarea
        {...marks('content')}
        id={id}
        rows={3}
        value={text}
        maxLength={REVIEW_RESPONSE_MAX_LENGTH}
        onChange={(event) => setText(event.currentTarget.value)}
        className="field-box"
      />
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={isBusy}>
          Save
        </Button>
        {known === null ? null : (
          <Button size="sm" variant="danger" onClick={() => void send('')}>
            Take it back
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => setText(null)}>
          Back
        </Button>
      </div>
    </form>
  )
}
