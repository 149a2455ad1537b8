/** Dates as people read them, in the zone of their browser. An instant is ISO 8601 or milliseconds since 1970, a day is `2025-06-10`. */
import dayjs from 'dayjs'

type Moment = string | number

/** `Jun 2025`, of a month as `2025-06`. */
export const monthWords = (at: Moment): string => dayjs(at).format('MMM YYYY')

/** `Jun 10, 2025` */
export const dayWords = (at: Moment): string => dayjs(at).format('MMM D, YYYY')

/** `Jun 10`, where the year is known. */
export const shortDayWords = (at: Moment): string => dayjs(at).format('MMM D')

/** `June 10, 2025` */
export const longDayWords = (at: Moment): string => dayjs(at).format('MMMM D, YYYY')

/** `Jun 10, 2025, 4:05 PM` */
export const momentWords = (at: Moment): string => dayjs(at).format('MMM D, YYYY, h:mm A')

/** `Jun 10, 4:05 PM` */
export const shortMomentWords = (at: Moment): string => dayjs(at).format('MMM D, h:mm A')

/** `Tuesday, June 10, 2025`, above what happened that day; empty when the instant is not valid. */
export function fullDayWords(at: Moment): string {
  const time = dayjs(at)
  return time.isValid() ? time.format('dddd, MMMM D, YYYY') : ''
}

/** In a list, as in the messenger (spec section 9): `4:05 PM` today, `10 Jun` this year, else `10 Jun, 2024`. */
export function listTimeWords(at: Moment | null, nowMs: number): string {
  const time = dayjs(at)
  if (!time.isValid()) return 'Recently'
  if (time.isSame(nowMs, 'day')) return time.format('h:mm A')
  return time.format(time.isSame(nowMs, 'year') ? 'DD MMM' : 'DD MMM, YYYY')
}

/** `Saturday, June 14`, where something happens. */
export const zonedDayWords = (ms: number, zone: string): string => wallAt(ms, zone).format('dddd, MMMM D')

/** `SAT` and `14`, for a small calendar leaf. */
export const zonedLeaf = (ms: number, zone: string): { weekday: string; day: string } => ({
  weekday: wallAt(ms, zone).format('ddd').toUpperCase(),
  day: wallAt(ms, zone).format('D'),
})

/** What a clock on a wall there shows. Sweden writes it as ISO 8601 does, which dayjs reads; `wallOf` of shared/rules is larger. */
const wallAt = (ms: number, zone: string) => dayjs(new Date(ms).toLocaleString('sv-SE', { timeZone: zone }))
