/** Between a moment and what a clock on the wall of a time zone shows, as a form's field writes it: `2026-11-28T10:00`. */

const WALL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/

/** Null for what is no such time. A time that a change of clocks skips becomes the one an hour later. */
export function momentOf(wall: string, zone: string): number | null {
  const found = WALL.exec(wall)
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number)
  const shown = Date.UTC(year, month - 1, day, hour, minute)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== wall.slice(0, 16)) return null
  const guess = shown - offsetAt(shown, zone)
  // The offset at the guess may be another than the one the guess was made with.
  return shown - offsetAt(guess, zone)
}

export const wallOf = (ms: number, zone: string): string =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16)

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const read: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(ms)) read[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}
