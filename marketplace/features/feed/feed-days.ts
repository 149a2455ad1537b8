/** The feed by the days on which its deals were found, in the reader's own time. */
import type { FeedEntryWire } from '#shared/contract/feed.ts'
import { dayLabel } from '#shared/format/day-label.ts'

export interface FeedDay {
  /** `Today`, `Yesterday`, or the day itself. */
  readonly label: string
  readonly entries: readonly FeedEntryWire[]
}

const DAY_MS = 86_400_000

/** In the order given, which is the latest first. */
export function feedDays(entries: readonly FeedEntryWire[], nowMs: number): FeedDay[] {
  const days: { label: string; entries: FeedEntryWire[] }[] = []
  const [today, yesterday] = [dayLabel(nowMs), dayLabel(nowMs - DAY_MS)]
  for (const entry of entries) {
    const day = dayLabel(Date.parse(entry.found_at))
    const label = day === today ? 'Today' : day === yesterday ? 'Yesterday' : day
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}
