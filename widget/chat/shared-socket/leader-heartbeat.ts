/**
 * Whether the tab that holds the socket is awake. A closed or crashed one loses its lock by itself; a frozen one keeps it and
 * says nothing. Only a tab that is looked at asks: nobody misses anything on a hidden one, whose timers are slow besides.
 */
import { LINE_ANSWER_MS, LINE_ASK_MS } from '#shared/contract/realtime-limits.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface LeaderHeartbeatDeps {
  readonly clock: Clock
  ask(): void
  /** Nobody answered, twice: once may be the fault of this tab, which was busy when the answer came. */
  onSilence(): void
}

export interface LeaderHeartbeat {
  /** Asks at once, and then again and again. */
  start(): void
  answered(): void
  stop(): void
}

export function createLeaderHeartbeat({ clock, ask, onSilence }: LeaderHeartbeatDeps): LeaderHeartbeat {
  let endAsking: (() => void) | null = null
  let endWait: (() => void) | null = null

  function answered(): void {
    endWait?.()
    endWait = null
  }

  function inquire(hasAskedBefore: boolean): void {
    ask()
    endWait = clock.after(LINE_ANSWER_MS, () => {
      if (!hasAskedBefore) return inquire(true)
      endWait = null
      onSilence()
    })
  }

  const begin = () => {
    if (!endWait) inquire(false)
  }

  return {
    start() {
      if (endAsking) return
      endAsking = clock.every(LINE_ASK_MS, begin)
      begin()
    },
    answered,
    stop() {
      answered()
      endAsking?.()
      endAsking = null
    },
  }
}
