/** Seconds until something may be tried again, counted down for the screen. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '#shared/lib/clock.ts'

export interface Countdown {
  /** 0 when the wait is over. */
  readonly seconds: ReadonlySignal<number>
  start(ms: number): void
  dispose(): void
}

const SECOND_MS = 1000

export function createCountdown(clock: Clock): Countdown {
  const endAtMs = signal(0)
  const nowMs = signal(clock.now())
  const seconds = computed(() => Math.max(0, Math.ceil((endAtMs.value - nowMs.value) / SECOND_MS)))
  let stop = () => {}
  return {
    seconds,
    start(ms) {
      stop()
      nowMs.value = clock.now()
      endAtMs.value = nowMs.value + ms
      stop = clock.every(SECOND_MS, () => {
        nowMs.value = clock.now()
        if (seconds.value === 0) stop()
      })
    },
    dispose: () => stop(),
  }
}

/** A wait in words: `45 s`, `2:05 min`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}
