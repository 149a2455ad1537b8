/** The time in the conversation list (spec section 9): the less it is today, the less exact. */
import { dateOf, twoDigits } from './date-labels.ts'
import { messageTime } from './message-time.ts'

/** Today the time, this year `DD MMM`, older `DD MMM, YYYY`; `Recently` when the instant is missing or not valid. */
export function listTime(at: string | number | null, nowMs: number): string {
  const date = dateOf(at)
  if (!date) return 'Recently'
  const now = new Date(nowMs)
  if (date.toDateString() === now.toDateString()) return messageTime(at)
  const day = `${twoDigits(date.getDate())} ${date.toDateString().slice(4, 7)}`
  return date.getFullYear() === now.getFullYear() ? day : `${day}, ${date.getFullYear()}`
}
