/** An instant's date in the reader's zone. */

/** Of an instant in ISO 8601 or in milliseconds since 1970; null when there is none or it is not valid. */
export function dateOf(at: string | number | null): Date | null {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `07`, `31`: days and minutes that stand below each other. */
export const twoDigits = (number: number): string => String(number).padStart(2, '0')
