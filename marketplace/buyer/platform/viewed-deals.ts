/** Which deals were opened in this browser, the latest last; kept in its storage. A browser without storage forgets them. */
import { areMarksOff, VIEWED_KEY } from './seen-marks.ts'

/** Older ones are forgotten: the list is read whenever the deals are. */
const KEPT_MAX = 2000

export function readViewed(storage: () => Storage): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(storage().getItem(VIEWED_KEY) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [])
  } catch {
    return new Set()
  }
}

/** Answers what is kept now. Nothing is, while the marks are off. */
export function markViewed(storage: () => Storage, id: number): ReadonlySet<number> {
  const before = readViewed(storage)
  if (areMarksOff(storage)) return before
  const ids = [...before].filter((one) => one !== id)
  const kept = [...ids, id].slice(-KEPT_MAX)
  try {
    storage().setItem(VIEWED_KEY, JSON.stringify(kept))
  } catch {
    return before
  }
  return new Set(kept)
}
