/** When an answer is due: so many minutes after it was asked for, counted only while the company is open. Pure. */
import type { OpeningHours } from '../contract/launcher.ts'
import { momentOf, wallOf } from './deals/wall-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A company may be closed for so long at most; otherwise it has no hours. */
const DAYS_AHEAD = 14

/** Without hours, or with none on any day, the clock always runs. */
export function replyDueMs(askedMs: number, minutes: number, hours: OpeningHours | null): number {
  let leftMs = minutes * MINUTE_MS
  if (hours === null) return askedMs + leftMs
  const firstDay = Date.parse(wallOf(askedMs, hours.time_zone).slice(0, 10))
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = firstDay + ahead * DAY_MS
    const open = hours.days[new Date(day).getUTCDay()]
    if (!open) continue
    const fromMs = Math.max(askedMs, wallMoment(day, open.from, hours.time_zone))
    const toMs = wallMoment(day, open.to, hours.time_zone)
    if (toMs <= fromMs) continue
    if (toMs - fromMs >= leftMs) return fromMs + leftMs
    leftMs -= toMs - fromMs
  }
  return askedMs + minutes * MINUTE_MS
}

/** `minute` of a day, given as its UTC midnight, on the clocks of the zone. */
function wallMoment(dayMs: number, minute: number, zone: string): number {
  const shownMs = dayMs + minute * MINUTE_MS
  return momentOf(new Date(shownMs).toISOString().slice(0, 16), zone) ?? shownMs
}
