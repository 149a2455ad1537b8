/** What became of the newest message of one's own: it is with the other side, or was read (DESIGN.md 13, Marks). */
import { CheckCheck } from 'lucide-react'
import { listTime } from '#shared/format/list-time.ts'
import { classNames } from './class-names.ts'

interface Sent {
  isRead: boolean
  /** Null while it is not read, or when nobody says; undefined where the sender does not get to know. */
  readAt?: string | null | undefined
}

/** `Delivered`, `Read 9:38 AM`, on a later day `Read 11 Jun`; empty where the sender does not get to know. */
export function receiptWords({ isRead, readAt }: Sent): string {
  if (readAt === undefined) return ''
  if (!isRead) return 'Delivered'
  return readAt === null ? 'Read' : `Read ${listTime(readAt, Date.now())}`
}

export function Receipt({ message }: { message: Sent }) {
  const words = receiptWords(message)
  return words === '' ? null : (
    <span className={classNames('inline-flex items-center gap-0.75', message.isRead && 'text-accent-text')}>
      <CheckCheck size={13} strokeWidth={1.75} aria-hidden="true" />
      {words}
    </span>
  )
}
