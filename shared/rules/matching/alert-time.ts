/** When somebody is told of what was found: at once, or at eight in the morning where they live. */
import { momentOf, wallOf } from '../deals/wall-time.ts'

export interface AlertTime {
  frequency: 'instant' | 'daily' | 'weekly'
  /** IANA name of the reader's time zone. */
  zone: string
  nowMs: number
}

const MORNING = 'T08:00'
const MONDAY = 1
const DAY_MS = 86_400_000

/** The next such moment, in milliseconds; this very one counts as over. */
export function alertTimeOf({ frequency, zone, nowMs }: AlertTime): number {
  if (frequency === 'instant') return nowMs
  const today = wallOf(nowMs, zone).slice(0, 10)
  for (let day = Date.parse(`${today}T00:00:00Z`); ; day += DAY_MS) {
    if (frequency === 'weekly' && new Date(day).getUTCDay() !== MONDAY) continue
    const at = momentOf(new Date(day).toISOString().slice(0, 10) + MORNING, zone)
    if (at !== null && at > nowMs) return at
  }
}
