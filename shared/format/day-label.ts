/** The words between messages of different days: weekday, month, day, year (spec section 2, Messenger widget). */
import { dateOf } from './date-labels.ts'

/** Made once, because making one takes longer than drawing a message. The reader's zone may change, so it formats their date as one in UTC. */
const FULL_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** E.g. `Tuesday, June 10, 2025`, in the reader's zone; empty when the instant is not valid. */
export function dayLabel(atMs: number): string {
  const date = dateOf(atMs)
  return date ? FULL_DATE.format(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) : ''
}
