/** One to five stars as a group of radio buttons: arrow keys choose, and each says its number (checklist REV-08). */
import { Star } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { FormProblem } from './form-problem.tsx'

const FIVE = [1, 2, 3, 4, 5] as const

export interface RatingInputProps {
  label: string
  /** Null: none chosen yet. */
  value: number | null
  isSmall?: boolean
  error?: string | null
  onChange: (value: number) => void
}

export function RatingInput({ label, value, isSmall = false, error = null, onChange }: RatingInputProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error === null ? undefined : true}
      aria-describedby={`${id}-error`}
      className={classNames('grid min-w-0', !isSmall && 'gap-1')}
    >
      <p id={`${id}-label`} className="font-label text-sm">
        {label}
      </p>
      <div className="-ml-1.5 flex">
        {FIVE.map((star) => (
          <label
            key={star}
            className={classNames(
              'relative grid cursor-pointer place-items-center rounded-sm text-text has-focus-visible:outline-2 has-focus-visible:outline-accent',
              isSmall ? 'size-8 pointer-coarse:size-11' : 'size-10 pointer-coarse:size-11',
            )}
          >
            <input
              type="radio"
              name={id}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
            <Star
              size={isSmall ? 17 : 24}
              aria-hidden="true"
              strokeWidth={1.75}
              fill={value !== null && star <= value ? 'currentColor' : 'none'}
              className={classNames((value === null || star > value) && 'text-field')}
            />
          </label>
        ))}
      </div>
      <FormProblem id={`${id}-error`} message={error} />
    </div>
  )
}
