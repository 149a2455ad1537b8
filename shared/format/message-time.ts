/** The time under a message: `h:mm A` in the reader's zone (spec section 9). */
import dayjs from 'dayjs'

/** Of an instant in ISO 8601 or in milliseconds since 1970; empty when there is none or it is not valid. */
export function messageTime(at: string | number | null): string {
  const time = dayjs(at)
  return at !== null && time.isValid() ? time.format('h:mm A') : ''
}
