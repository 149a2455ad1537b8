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
  /** Reports what is left, once, and forgets it. */
  flush(): void
}

/** `report` resolves with whether these ids were saved. At most one of its calls is under way. */
export function createSeenReporter(clock: Clock, report: (ids: number[]) => Promise<boolean>): SeenReporter {
  const unreported = new Set<number>()
  /** Also while a call is under way. */
  let stopWaiting: (() => void) | null = null
  let failures = 0
  /** Counts resets. */
  let round = 0

  async function reportAll(): Promise<void> {
    const mine = round
    while (unreported.size > 0) {
      const ids = [...unreported].slice(0, FEED_SEEN_MAX)
      for (const id of ids) unreported.delete(id)
      const isReported = await report(ids)
      if (mine !== round) return
      if (!isReported) {
        for (const id of ids) unreported.add(id)
        return reportIn(REPORT_AFTER_MS * 2 ** Math.min(failures++, REPORT_DOUBLINGS))
      }
      failures = 0
    }
    stopWaiting = null
  }
  function reportIn(ms: number): void {
    stopWaiting = clock.after(ms, () => void reportAll())
  }
  function reset(): void {
    round++
    unreported.clear()
    stopWaiting?.()
    stopWaiting = null
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
      const left = [...unreported]
      reset()
      while (left.length > 0) void report(left.splice(0, FEED_SEEN_MAX))
    },
  }
}
