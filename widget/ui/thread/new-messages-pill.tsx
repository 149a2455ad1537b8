/** Leads to the first of what is new, above or below what is being read, or back to the end. */
import { ArrowUp } from 'lucide-react'
import { classNames } from '#shared/ui/class-names.ts'

interface PillProps {
  /** New messages; 0 for the way to the end. */
  count: number
  isUp: boolean
  onShow: () => void
}

export function NewMessagesPill({ count, isUp, onShow }: PillProps) {
  return (
    <button
      type="button"
      part="new-messages"
      onClick={onShow}
      className={classNames(
        'num rise-in absolute left-1/2 inline-flex h-8.5 -translate-x-1/2 items-center gap-1.75 rounded-full bg-ink ps-2.75 pe-3.25 font-semibold text-on-ink text-sm shadow-pop forced-colors:border',
        isUp ? 'top-3' : 'bottom-3',
      )}
    >
      <ArrowUp size={15} strokeWidth={1.75} aria-hidden="true" className={isUp ? '' : 'rotate-180'} />
      {count === 0 ? 'Latest messages' : count === 1 ? '1 new message' : `${count} new messages`}
    </button>
  )
}
