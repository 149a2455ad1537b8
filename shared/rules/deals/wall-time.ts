/** Between a moment and what a clock on the wall of a time zone shows, as a form's field writes it: `2026-11-28T10:00`. */

const WALL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/
const DAY_MS = 86_400_000

/** Null for what is no such time. Of a time that clocks show twice the first; one that they skip is later by what is skipped. */
export function momentOf(wall: string, zone: string): number | null {
  const found = WALL.exec(wall)
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number)
  const shown = Date.UTC(year, month - 1, day, hour, minute)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== wall.slice(0, 16)) return null
  const [before, after] = [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)]
  const [early, late] = [shown - before, shown - after]
  return offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early
}

/** Every such moment: two of a time that clocks show twice, none of what is no such time. */
export function momentsOf(wall: string, zone: string): number[] {
  const first = momentOf(wall, zone)
  if (first === null) return []
  const again = first + offsetAt(first, zone) - offsetAt(first + DAY_MS, zone)
  return again > first && wallOf(again, zone) === wall.slice(0, 16) ? [first, again] : [first]
}

export const wallOf = (ms: number, zone: string): string =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16)

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
const offsetAt = (ms: number, zone: string): number => wallClock(zone)(ms) - Math.floor(ms / 1000) * 1000

/**
 * What a clock on a wall of the zone shows at a moment, in whole seconds, as if it showed UTC: milliseconds since 1970. Keep the
 * function: making one takes longer than calling it a thousand times.
 */
export function wallClock(zone: string): (ms: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (ms) => {
    const read: Record<string, number> = {}
    for (const { type, value } of clock.formatToParts(ms)) read[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}
