/** The time under a message: `h:mm A` in the reader's zone (spec section 9). */
import { dateOf, twoDigits } from './date-labels.ts'

/** Of an instant in ISO 8601 or in milliseconds since 1970; empty when there is none or it is not valid. */
export function messageTime(at: string | number | null): string {
  const date = dateOf(at)
  if (!date) return ''
  const hour = date.getHours()
  return `${hour % 12 || 12}:${twoDigits(date.getMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
}
