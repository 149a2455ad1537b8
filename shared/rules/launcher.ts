/** What a launcher's settings come to on a page: whether it appears there, and whether somebody answers now. Pure. */
import type { OpeningHours } from '../contract/launcher.ts'

/** `*` in a pattern stands for anything; no patterns: every page. A slash at the end makes no difference. */
export function isShownOn(patterns: readonly string[], path: string): boolean {
  if (patterns.length === 0) return true
  const plain = (text: string) => text.replace(/(.)\/$/, '$1')
  return patterns.some((pattern) => {
    const parts = plain(pattern).split('*')
    return new RegExp(`^${parts.map(escaped).join('.*')}$`).test(plain(path))
  })
}

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const WEEK = DAYS.length

/** e.g. `Open now, until 6 PM CDT` or `Closed now. Opens Monday at 9 AM CDT.` Null if no day of the week is open. */
export function hoursLabel({ time_zone, days }: OpeningHours, nowMs: number): string | null {
  const { day, minute, zone } = placeInWeek(time_zone, nowMs)
  const today = days[day]
  if (today && minute >= today.from && minute < today.to) return `Open now, until ${clock(today.to)} ${zone}`
  for (let ahead = 0; ahead <= WEEK; ahead++) {
    const next = days[(day + ahead) % WEEK]
    if (!next || (ahead === 0 && minute >= next.to)) continue
    const when = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : DAYS[(day + ahead) % WEEK]
    return `Closed now. Opens ${when} at ${clock(next.from)} ${zone}.`
  }
  return null
}

function placeInWeek(timeZone: string, nowMs: number) {
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone, weekday: 'long', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const),
    timeZoneName: 'short',
  })
  const parts = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]))
  return {
    day: DAYS.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    zone: parts.timeZoneName ?? '',
  }
}

function clock(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  const past = minutes % 60
  return `${hour % 12 || 12}${past === 0 ? '' : `:${String(past).padStart(2, '0')}`} ${hour < 12 ? 'AM' : 'PM'}`
}
