/** A clock that stands still until it is told to go on. */
import type { Clock } from '#shared/lib/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass and runs what falls due, in order. */
  advance(ms: number): void
  /** Timers that are still running. */
  readonly timers: number
}

export function createFakeClock(startMs = Date.UTC(2025, 5, 10, 15, 0)): FakeClock {
  const timers = new Set<{ dueMs: number; everyMs: number | null; run: () => void }>()
  let nowMs = startMs

  function add(ms: number, everyMs: number | null, run: () => void): () => void {
    const timer = { dueMs: nowMs + ms, everyMs, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  function nextDue(untilMs: number) {
    const due = [...timers].filter((timer) => timer.dueMs <= untilMs)
    return due.sort((a, b) => a.dueMs - b.dueMs)[0]
  }

  return {
    now: () => nowMs,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    get timers() {
      return timers.size
    },
    advance(ms) {
      const untilMs = nowMs + ms
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        nowMs = timer.dueMs
        if (timer.everyMs === null) timers.delete(timer)
        else timer.dueMs += timer.everyMs
        timer.run()
      }
      nowMs = untilMs
    },
  }
}
