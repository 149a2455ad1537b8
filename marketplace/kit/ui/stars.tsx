/** Stars of a rating, read out as a number. */
import { Star } from 'lucide-react'
import { classNames } from '#shared/ui/class-names.ts'

const FIVE = [1, 2, 3, 4, 5] as const

export function Stars({ value, size = 13 }: { value: number; size?: number }) {
  return (
    <span role="img" aria-label={`${value} of 5 stars`} className="inline-flex flex-none items-center gap-1">
      {FIVE.map((star) => (
        <Star
          key={star}
          size={size}
          aria-hidden="true"
          fill={star <= Math.round(value) ? 'currentColor' : 'none'}
          strokeWidth={star <= Math.round(value) ? 0 : 1.75}
          className={classNames(star > Math.round(value) && 'text-line-strong')}
        />
      ))}
    </span>
  )
}
