/** The orange count of unread things. Nothing when there are none; '99+' from a hundred. */
import { badgeText } from '#shared/format/badge-text.ts'

interface BadgeProps {
  count: number
  label?: string
  /** A name for `::part`, inside a shadow root. */
  part?: string
}

export function Badge({ count, label = 'Unread: ', part }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span
      part={part}
      className="inline-grid h-4.5 min-w-4.5 flex-none place-items-center rounded-full bg-flag px-1.25 font-strong text-2xs text-on-flag leading-none tabular-nums forced-colors:border"
    >
      <span>
        <span className="sr-only">{label}</span>
        {badgeText(count)}
      </span>
    </span>
  )
}
