/** Things by the days on which they happened, in the reader's own time. */
import { fullDayWords } from '#marketplace/kit/date-labels.ts'

export interface Day<T> {
  /** `Today`, `Yesterday`, or the day itself. */
  readonly label: string
  readonly entries: readonly T[]
}

const DAY_MS = 86_400_000

/** In the order given, which is the latest first. */
export function byDay<T>(
  entries: readonly T[],
  { atOf, nowMs }: { atOf: (entry: T) => string; nowMs: number },
): Day<T>[] {
  const days: { label: string; entries: T[] }[] = []
  const [today, yesterday] = [fullDayWords(nowMs), fullDayWords(nowMs - DAY_MS)]
  for (const entry of entries) {
    const day = fullDayWords(Date.parse(atOf(entry)))
    const label = day === today ? 'Today' : day === yesterday ? 'Yesterday' : day
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}
