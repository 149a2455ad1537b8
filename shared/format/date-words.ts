/** An instant's date in the reader's zone, and the English names in it. Said for every row of a list, so by tables and not by patterns. */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Of an instant in ISO 8601 or in milliseconds since 1970; null when there is none or it is not valid. */
export function dateOf(at: string | number | null): Date | null {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

export const monthOf = (date: Date): string => MONTHS[date.getMonth()] ?? ''

export const weekdayOf = (date: Date): string => WEEKDAYS[date.getDay()] ?? ''

/** `07`, `31`: days and minutes that stand below each other. */
export const twoDigits = (number: number): string => String(number).padStart(2, '0')
