/** When something in the seeded world was said, relative to the moment of seeding, so that the world is never stale. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Houston without summer time; a fixed offset keeps the seed equal on every machine. */
const OFFSET_MS = -6 * 60 * MINUTE_MS

/** Turns the moment of seeding into the moment a thing was said, both in milliseconds since 1970. */
export type Moment = (nowMs: number) => number

export const minutesAgo =
  (minutes: number): Moment =>
  (nowMs) =>
    nowMs - minutes * MINUTE_MS

/** A time of day (`'14:05'`) some whole days before today; at least one, so that it is never ahead of now. */
export const daysAgo =
  (days: number, time: string): Moment =>
  (nowMs) =>
    startOfDay(nowMs) - days * DAY_MS + timeOfDay(time)

/** A day (`'12-18'`) of last year. */
export const lastYear =
  (monthAndDay: string, time: string): Moment =>
  (nowMs) => {
    const [month = 1, day = 1] = monthAndDay.split('-').map(Number)
    const year = new Date(nowMs + OFFSET_MS).getUTCFullYear() - 1
    return Date.UTC(year, month - 1, day) - OFFSET_MS + timeOfDay(time)
  }

const startOfDay = (nowMs: number) => Math.floor((nowMs + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS

function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}
