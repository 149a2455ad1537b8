/** Says how many messages came in below what is being read, and leads to the first of them. */
import { ArrowDown } from 'lucide-react'

export function NewMessagesPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <button
      type="button"
      part="new-messages"
      onClick={onShow}
      className="num rise-in absolute bottom-3 left-1/2 inline-flex h-8.5 -translate-x-1/2 items-center gap-1.75 rounded-full bg-ink ps-2.75 pe-3.25 font-semibold text-on-ink text-sm shadow-pop forced-colors:border"
    >
      <ArrowDown size={15} strokeWidth={1.75} aria-hidden="true" />
      {count === 1 ? '1 new message' : `${count} new messages`}
    </button>
  )
}
