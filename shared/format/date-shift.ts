/**
 * Timestamps without an offset are US Eastern standard time in the old backend. Spec section 9 reads them as local time and
 * adds 300 minutes minus the browser's offset: the offset cancels out, and what remains is five hours behind UTC, all year.
 * In summer that is an hour off, so an instant that says its offset is never shifted.
 */

const EASTERN_STANDARD = '-05:00'
const HAS_TIME = /\d[T ]\d{2}:\d{2}/
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** Milliseconds since 1970, NaN for what is no time. Computed without local time, which skips an hour once a year. */
export function shiftedMs(timestamp: string): number {
  const text = timestamp.trim().replace(' ', 'T')
  if (!HAS_TIME.test(text)) return Date.parse(`${text}T00:00${EASTERN_STANDARD}`)
  return Date.parse(HAS_OFFSET.test(text) ? text : text + EASTERN_STANDARD)
}
