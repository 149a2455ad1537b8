/** Counts attempts per key in fixed windows, in this process. Each node of a cluster counts for itself. */
import { tooMany } from './refusal.ts'

export interface Throttle {
  /** Counts one attempt; throws 429 with Retry-After when the window is full. */
  take(key: string): void
  /** The same, unless the attempt repeats an earlier one. Checks that only if the window is full. */
  takeUnless(key: string, isRepeat: () => Promise<boolean>): Promise<void>
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

  const windowOf = (key: string) => {
    if (windows.size >= sweepAt) sweep()
    let window = windows.get(key)
    if (!window || window.endsAt <= now()) {
      window = { count: 0, endsAt: now() + windowMs }
      windows.set(key, window)
    }
    return window
  }
  const take = (key: string) => {
    const window = windowOf(key)
    if (window.count >= max) throw tooMany(Math.ceil((window.endsAt - now()) / 1000))
    window.count++
  }

  return {
    take,
    async takeUnless(key, isRepeat) {
      if (windowOf(key).count < max || !(await isRepeat())) take(key)
    },
    forget: (key) => void windows.delete(key),
  }
}
