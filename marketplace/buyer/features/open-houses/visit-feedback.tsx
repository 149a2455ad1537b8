/** How was it? Stars and a few words to the seller, after the visit (checklist OH-09). */
import { useState } from 'react'
import { Select, TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { Button } from '#shared/ui/button.tsx'

const RATINGS = [
  [5, '5, would buy it'],
  [4, '4, good'],
  [3, '3, as described'],
  [2, '2, worse than described'],
  [1, '1, not worth the trip'],
] as const
const TEXT_MAX = 1000
const UNRATED = { fields: { rating: 'Choose a rating from 1 to 5.' }, message: null }

export interface VisitFeedbackProps {
  /** Rejects with `ApiError`. */
  onSend: (feedback: { rating: number; text: string }) => Promise<unknown>
}

export function VisitFeedback({ onSend }: VisitFeedbackProps) {
  const typed = useTypedInput()
  const [rating, setRating] = useState('')
  const [text, setText] = useState('')
  const { isBusy, errorMessage, run, refuse, errorOf, setErrorMessage } = useAction(['rating', 'text'])
  const send = () => {
    if (rating === '') refuse(UNRATED)
    else if (!isBusy) void run(() => onSend({ rating: Number(rating), text }))
  }
  return (
    <form
      ref={typed}
      className="grid basis-full gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="justify-self-start">
        <Select
          label="How was it?"
          name="rating"
          value={rating}
          error={errorOf('rating')}
          onChange={(next) => {
            setRating(next)
            setErrorMessage(null)
          }}
        >
          <option value="" disabled>
            Choose a rating
          </option>
          {RATINGS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        label="What should the seller know? (optional)"
        name="text"
        maxLength={TEXT_MAX}
        value={text}
        error={errorOf('text')}
        onChange={setText}
      />
      <Button type="submit" size="sm" isBusy={isBusy} className="justify-self-start pointer-coarse:h-11">
        Send to the seller
      </Button>
      <FormProblem message={errorMessage} />
    </form>
  )
}
