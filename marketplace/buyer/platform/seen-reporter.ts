/** Reports deals that were seen: together, and after a failure again, less and less often. Whose they are is not its matter. */
import { FEED_SEEN_MAX } from '#shared/contract/match-limits.ts'
import type { Clock } from '#shared/lib/clock.ts'

const REPORT_AFTER_MS = 1000
/** How often the pause after a failure doubles: up to 64 seconds. */
const REPORT_DOUBLINGS = 6

export interface SeenReporter {
  add(id: number): void
  /** It needs no report anymore. */
  drop(id: number): void
  /** Forgets everything. A call that is under way has no effect afterwards. */
  reset(): void
  /** Reports what is left now, or after the call that is under way. What fails is reported again. */
  flush(): void
}

/** Resolves with whether these ids were saved. */
export type Report = (ids: number[]) => Promise<boolean>

/** At most one call of `report` is under way. */
export function createSeenReporter(clock: Clock, report: Report): SeenReporter {
  const unreported = new Set<number>()
  /** Also while a call is under way. */
  let stopWaiting: (() => void) | null = null
  let isUnderWay = false
  let failures = 0
  /** Counts resets. */
  let round = 0

  async function reportAll(): Promise<void> {
    const mine = round
    isUnderWay = true
    while (unreported.size > 0) {
      const ids = [...unreported].slice(0, FEED_SEEN_MAX)
      for (const id of ids) unreported.delete(id)
      const isReported = await report(ids)
      if (mine !== round) return
      if (!isReported) {
        for (const id of ids) unreported.add(id)
        isUnderWay = false
        return reportIn(REPORT_AFTER_MS * 2 ** Math.min(failures++, REPORT_DOUBLINGS))
      }
      failures = 0
    }
    stopWaiting = null
    isUnderWay = false
  }
  function reportIn(ms: number): void {
    stopWaiting = clock.after(ms, () => void reportAll())
  }
  function reset(): void {
    round++
    unreported.clear()
    stopWaiting?.()
    stopWaiting = null
    isUnderWay = false
    failures = 0
  }

  return {
    add(id) {
      unreported.add(id)
      if (!stopWaiting) reportIn(REPORT_AFTER_MS)
    },
    drop: (id) => void unreported.delete(id),
    reset,
    flush() {
      if (isUnderWay || unreported.size === 0) return
      stopWaiting?.()
      void reportAll()
    },
  }
}
