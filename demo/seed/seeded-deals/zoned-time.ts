/** The moment a clock on the wall of some time zone shows a time, with its summer time. */
import { wallClock } from '#shared/rules/deals/wall-time.ts'

const DAY_MS = 24 * 60 * 60_000

export interface ZonedClock {
  /** Milliseconds since 1970 of a time of day in minutes, some whole days after the day that it is there at `nowMs`. */
  at(nowMs: number, daysAhead: number, minuteOfDay: number): number
  /** 0 is Sunday. */
  weekday(ms: number): number
}

export function zonedClock(zone: string): ZonedClock {
  const wall = wallClock(zone)
  return {
    at(nowMs, daysAhead, minuteOfDay) {
      const today = Math.floor(wall(nowMs) / DAY_MS) * DAY_MS
      const shown = today + daysAhead * DAY_MS + minuteOfDay * 60_000
      // The offset then need not be the offset now.
      const guess = shown - (wall(shown) - shown)
      return guess - (wall(guess) - shown)
    },
    weekday: (ms) => new Date(wall(ms)).getUTCDay(),
  }
}
