/** A clock that stands still until it is told to go on. */
import type { Clock } from '#shared/lib/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass and runs what falls due, in order. */
  advance(ms: number): void
  /** Lets time pass without running timers, as in a sleeping machine; due timers run with the next `advance`. */
  sleep(ms: number): void
  /** Somebody sets the clock; timers run on as before. */
  set(nowMs: number): void
  /** Timers that are still running. */
  readonly timers: number
}

export function createFakeClock(startMs = Date.UTC(2025, 5, 10, 15, 0)): FakeClock {
  const timers = new Set<{ dueMs: number; everyMs: number | null; run: () => void }>()
  let elapsedMs = 0
  let zeroMs = startMs

  function add(ms: number, everyMs: number | null, run: () => void): () => void {
    const timer = { dueMs: elapsedMs + ms, everyMs, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  function nextDue(untilMs: number) {
    const due = [...timers].filter((timer) => timer.dueMs <= untilMs)
    return due.sort((a, b) => a.dueMs - b.dueMs)[0]
  }

  return {
    now: () => zeroMs + elapsedMs,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    get timers() {
      return timers.size
    },
    sleep(ms) {
      elapsedMs += ms
    },
    set(nowMs) {
      zeroMs = nowMs - elapsedMs
    },
    advance(ms) {
      const untilMs = elapsedMs + ms
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        elapsedMs = Math.max(elapsedMs, timer.dueMs)
        if (timer.everyMs === null) timers.delete(timer)
        else timer.dueMs += timer.everyMs
        timer.run()
      }
      elapsedMs = untilMs
    },
  }
}
