/** Counts attempts per key in fixed windows, in this process. Each node of a cluster counts for itself. */
import { tooMany } from './refusal.ts'

export interface Throttle {
  /** Counts one attempt; throws 429 with Retry-After when the window is full. */
  take(key: string): void
  forget(key: string): void
}

/** How many windows are kept before the ended ones are looked for. */
const SWEEP_AT = 10_000

/** For limits that are said per minute. */
export const MINUTE_MS = 60_000

export function createThrottle(max: number, windowMs: number, now: () => number = Date.now): Throttle {
  const windows = new Map<string, { count: number; endsAt: number }>()
  let sweepAt = SWEEP_AT

  const sweep = () => {
    for (const [key, window] of windows) if (window.endsAt <= now()) windows.delete(key)
    // Many living windows must not be walked through again at every attempt.
    sweepAt = Math.max(SWEEP_AT, 2 * windows.size)
  }

  return {
    take(key) {
      if (windows.size >= sweepAt) sweep()
      let window = windows.get(key)
      if (!window || window.endsAt <= now()) {
        window = { count: 0, endsAt: now() + windowMs }
        windows.set(key, window)
      }
      if (window.count >= max) throw tooMany(Math.ceil((window.endsAt - now()) / 1000))
      window.count++
    },
    forget: (key) => void windows.delete(key),
  }
}
