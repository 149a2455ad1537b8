/** The time in the conversation list (spec section 9): the less it is today, the less exact. */
import dayjs from 'dayjs'
import { messageTime } from './message-time.ts'

/** Today the time, this year `DD MMM`, older `DD MMM, YYYY`; `Recently` when the instant is missing or not valid. */
export function listTime(at: string | number | null, nowMs: number): string {
  const time = dayjs(at)
  if (at === null || !time.isValid()) return 'Recently'
  const now = dayjs(nowMs)
  if (time.isSame(now, 'day')) return messageTime(at)
  return time.format(time.isSame(now, 'year') ? 'DD MMM' : 'DD MMM, YYYY')
}
