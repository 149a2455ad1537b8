/** How was it? Stars and a few words to the seller, after the visit (checklist OH-09). */
import { useId, useState } from 'react'
import { Select } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
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

export interface VisitFeedbackProps {
  /** False when it was not taken. */
  onSend: (feedback: { rating: number; text: string }) => Promise<boolean>
}

export function VisitFeedback({ onSend }: VisitFeedbackProps) {
  const id = useId()
  const typed = useTypedInput()
  const [rating, setRating] = useState('')
  const [text, setText] = useState('')
  const [state, setState] = useState<'idle' | 'unrated' | 'busy' | 'failed'>('idle')
  const send = async () => {
    if (rating === '') return setState('unrated')
    setState('busy')
    if (!(await onSend({ rating: Number(rating), text }))) setState('failed')
  }
  return (
    <form
      ref={typed}
      className="grid basis-full gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="justify-self-start">
        <Select
          label="How was it?"
          name="rating"
          value={rating}
          error={state === 'unrated' ? 'Choose a rating from 1 to 5.' : null}
          onChange={(next) => {
            setRating(next)
            setState('idle')
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
      <label htmlFor={`${id}-text`} className="font-label text-sm">
        What should the seller know? (optional)
      </label>
      <textarea
        id={`${id}-text`}
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="min-w-0 rounded-md border border-field bg-surface px-2.75 py-2.25 text-base text-text max-desk:text-[1rem] focus:border-accent focus:outline-none"
      />
      <Button
        type="submit"
        size="sm"
        isBusy={state === 'busy'}
        className="justify-self-start pointer-coarse:h-11"
      >
        Send to the seller
      </Button>
      <FormProblem message={state === 'failed' && 'This could not be sent. Try again.'} />
    </form>
  )
}
