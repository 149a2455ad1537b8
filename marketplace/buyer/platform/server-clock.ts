/** The server's clock, for times that run out there: what it said of its own time last, against this browser's clock. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '#shared/lib/clock.ts'

export interface ServerClock {
  /** What to add to this browser's clock; 0 until the server has said its time. */
  readonly offsetMs: ReadonlySignal<number>
  /** Milliseconds since 1970, as the server counts them. */
  now(): number
  /** An answer said when it was made; null for one that did not. */
  hear(now: string | null | undefined): void
}

/** Smaller differences are the way here. */
const UNSURE_MS = 2000

export function createServerClock(clock: Pick<Clock, 'now'>): ServerClock {
  const offsetMs = signal(0)
  return {
    offsetMs,
    now: () => clock.now() + offsetMs.peek(),
    hear(now) {
      const difference = Date.parse(now ?? '') - clock.now()
      if (Number.isNaN(difference)) return
      offsetMs.value = Math.abs(difference) < UNSURE_MS ? 0 : difference
    },
  }
}
