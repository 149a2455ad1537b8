/** Waits until calls stop coming (spec section 9: 100 ms for quick things, 300 ms for searches). */
import { DEBOUNCE_LONG_MS, DEBOUNCE_SHORT_MS } from '#shared/contract/limits.ts'
import type { Clock } from './clock.ts'

export interface Debounced<Args extends readonly unknown[]> {
  (...args: Args): void
  /** Forgets a call that waits. */
  cancel(): void
  /** Makes a waiting call now. */
  flush(): void
}

export interface DebounceSettings {
  clock: Clock
  /** `short` unless said: 100 ms; `long`: 300 ms. */
  pause?: 'short' | 'long'
}

const PAUSES = { short: DEBOUNCE_SHORT_MS, long: DEBOUNCE_LONG_MS } as const

/** Runs once, with the last arguments, when no call came for the pause. */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  { clock, pause = 'short' }: DebounceSettings,
): Debounced<Args> {
  let waiting: { args: Args; stop: () => void } | null = null

  const flush = () => {
    const call = waiting
    if (call === null) return
    call.stop()
    waiting = null
    run(...call.args)
  }
  const debounced = (...args: Args) => {
    waiting?.stop()
    waiting = { args, stop: clock.after(PAUSES[pause], flush) }
  }
  debounced.cancel = () => {
    waiting?.stop()
    waiting = null
  }
  debounced.flush = flush
  return debounced
}
