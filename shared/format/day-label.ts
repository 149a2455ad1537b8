/** The words between messages of different days: weekday, month, day, year (spec section 2, Messenger widget). */
import dayjs from 'dayjs'

/** E.g. `Tuesday, June 10, 2025`, in the reader's zone; empty when the instant is not valid. */
export function dayLabel(atMs: number): string {
  const time = dayjs(atMs)
  return time.isValid() ? time.format('dddd, MMMM D, YYYY') : ''
}
