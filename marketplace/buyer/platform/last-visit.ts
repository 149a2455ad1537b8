/** When a visitor looked at the deals before this visit, so that what came since is called new (checklist BRW-44). In this browser. */
import { VISIT_PAUSE_MS } from '#shared/contract/match-limits.ts'
import { areMarksOff, VISIT_KEY } from './seen-marks.ts'

interface Visit {
  /** The visit before this one; null on the first. */
  readonly beforeMs: number | null
  readonly lastMs: number
}

/** Marks this moment as part of a visit. Null: there was none before it or the marks are off, so nothing is new. */
export function visitBefore(storage: () => Storage, nowMs: number): number | null {
  if (areMarksOff(storage)) return null
  const known = readVisit(storage)
  const isSame = known !== null && nowMs - known.lastMs < VISIT_PAUSE_MS
  const beforeMs = isSame ? known.beforeMs : (known?.lastMs ?? null)
  try {
    storage().setItem(VISIT_KEY, JSON.stringify({ beforeMs, lastMs: nowMs } satisfies Visit))
  } catch {
    return null
  }
  return beforeMs
}

function readVisit(storage: () => Storage): Visit | null {
  try {
    const kept: unknown = JSON.parse(storage().getItem(VISIT_KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('lastMs' in kept) || !('beforeMs' in kept)) return null
    const { beforeMs, lastMs } = kept
    if (typeof lastMs !== 'number' || (beforeMs !== null && typeof beforeMs !== 'number')) return null
    return { beforeMs, lastMs }
  } catch {
    return null
  }
}
