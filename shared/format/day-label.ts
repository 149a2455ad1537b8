/** The words between messages of different days: weekday, month, day, year (spec section 2, Messenger widget). */
import { dateOf } from './date-words.ts'

/** E.g. `Tuesday, June 10, 2025`, in the reader's zone; empty when the instant is not valid. */
export function dayLabel(atMs: number): string {
  return dateOf(atMs)?.toLocaleDateString('en-US', { dateStyle: 'full' }) ?? ''
}
