/** How was it? Stars and a few words to the seller, after the visit (checklist OH-09). */
import { useId, useState } from 'react'
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
const FIELD =
  'min-w-0 rounded-md border border-field bg-surface px-2.75 text-base text-text max-desk:text-[1rem] focus:border-accent focus:outline-none'

export interface VisitFeedbackProps {
  /** False when it was not taken. */
  onSend: (feedback: { rating: number; text: string }) => Promise<boolean>
}

export function VisitFeedback({ onSend }: VisitFeedbackProps) {
  const id = useId()
  const typed = useTypedInput()
  const [rating, setRating] = useState(3)
  const [text, setText] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const send = async () => {
    setState('busy')
    if (!(await onSend({ rating, text }))) setState('failed')
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
      <label htmlFor={`${id}-rating`} className="font-label text-sm">
        How was it?
      </label>
      <select
        id={`${id}-rating`}
        value={rating}
        onChange={(event) => setRating(Number(event.currentTarget.value))}
        className={`${FIELD} h-9 justify-self-start pointer-coarse:h-11`}
      >
        {RATINGS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-text`} className="font-label text-sm">
        What should the seller know? (optional)
      </label>
      <textarea
        id={`${id}-text`}
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className={`${FIELD} py-2.25`}
      />
      <Button
        type="submit"
        size="sm"
        isBusy={state === 'busy'}
        className="justify-self-start pointer-coarse:h-11"
      >
        Send to the seller
      </Button>
      {state === 'failed' ? (
        <p role="alert" className="text-danger-text text-sm">
          This could not be sent. Try again.
        </p>
      ) : null}
    </form>
  )
}
