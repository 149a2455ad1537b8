/** Reviewing one buyer: stars and words. */
import { useId, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { RatingInput } from '#marketplace/kit/ui/rating-input.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { Reviewable, ReviewRows } from '#marketplace/seller/reviews/review-rows.ts'
import { REVIEW_MAX_LENGTH, REVIEW_MIN_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'

export function ReviewBuyer({ reviews, about }: { reviews: ReviewRows; about: Reviewable }) {
  const [isOpen, setOpen] = useState(false)
  const { customer, property } = about
  return (
    <div className="grid gap-3 border-line border-t pt-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto">
          <span className="font-semibold">{customer.name}</span>
          {property ? <span className="text-text-2"> · {property.name}</span> : null}
        </p>
        {isOpen ? null : (
          <Button
            size="sm"
            aria-label={property ? `Review ${customer.name}, ${property.name}` : `Review ${customer.name}`}
            onClick={() => setOpen(true)}
          >
            Review
          </Button>
        )}
      </div>
      {isOpen ? <Form reviews={reviews} about={about} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

interface FormProps {
  reviews: ReviewRows
  about: Reviewable
  onClose: () => void
}

function Form({ reviews, about, onClose }: FormProps) {
  const typedForm = useTypedInput()
  const [rating, setRating] = useState<number | null>(null)
  const [content, setContent] = useState('')
  const { isBusy, errorMessage, run, refuse, errorOf, marks, problemId } = useAction(['rating'])
  const id = useId()
  const send = async () => {
    if (isBusy) return
    const wrong = {
      ...(rating === null && { rating: 'Choose 1 to 5 stars.' }),
      ...(content.trim().length < REVIEW_MIN_LENGTH && {
        content: `Write at least ${REVIEW_MIN_LENGTH} characters.`,
      }),
    }
    if (rating === null || wrong.content) return refuse({ fields: wrong, message: null })
    await run(() => reviews.write(about, { rating, content: content.trim() }))
  }
  return (
    <form
      ref={typedForm}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <RatingInput
        label="How was it to deal with them?"
        value={rating}
        error={errorOf('rating')}
        onChange={setRating}
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          Your review
        </label>
        <textarea
          {...marks('content')}
          id={id}
          rows={3}
          value={content}
          maxLength={REVIEW_MAX_LENGTH}
          onChange={(event) => setContent(event.currentTarget.value)}
          className="field-box"
        />
      </div>
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={isBusy}>
          Send review
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}
