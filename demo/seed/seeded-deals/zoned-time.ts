/** The moment a clock on the wall of some time zone shows a time, with its summer time. */

const DAY_MS = 24 * 60 * 60_000
const clocks = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

export interface ZonedClock {
  /** Milliseconds since 1970 of a time of day in minutes, some whole days after the day that it is there at `nowMs`. */
  at(nowMs: number, daysAhead: number, minuteOfDay: number): number
  /** 0 is Sunday. */
  weekday(ms: number): number
}

/** Keep it: making one takes longer than using it a thousand times. */
export function zonedClock(zone: string): ZonedClock {
  const clock = clocks(zone)
  /** What the wall shows, as if it were UTC. */
  const wall = (ms: number): number => {
    const read: Record<string, number> = {}
    for (const { type, value } of clock.formatToParts(ms)) read[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
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
