/**
 * Checks that the server still receives this socket. A half-open connection looks like a quiet one, and pusher-js detects it after
 * minutes. This asks after a short silence on a visible page, after a longer one on a hidden page, and at once when the page
 * becomes visible again. It works with late timers: `check` works in a tab whose timers are throttled.
 */
import type { Clock } from '#shared/lib/clock.ts'

/**
 * It asks the server after this much silence on a visible and on a hidden page. The first answer on a
 * connection may take the longest time, each later one the shortest time plus four times what the latest took. Together less than
 * 15 s on a visible page and 30 s on a hidden one; a connection with a round trip of 5 s is left alone.
 */
const ASK_VISIBLE_MS = 6000
const ASK_HIDDEN_MS = 20_000
const ANSWER_MIN_MS = 3000
const ANSWER_MAX_MS = 8000
/** A connection that received something this recently needs no check when the page becomes visible. */
const FRESH_MS = 2000
/** One more wait for a page that was too busy to read the answer. */
const GRACE_MS = 250

export interface HeartbeatDeps {
  clock: Clock
  isVisible(): boolean
  /** Sends what every Pusher server answers. */
  ping(): void
  /** No answer came in time; nothing more is sent until the next `start`. */
  onSilence(): void
}

export interface Heartbeat {
  /** The socket is up. */
  start(): void
  stop(): void
  /** Something was received. */
  heard(): void
  /** Asks now, unless something was just received or an answer is still due. */
  check(): void
}

export function createHeartbeat({ clock, isVisible, ping, onSilence }: HeartbeatDeps): Heartbeat {
  let isOn = false
  let stopTimer = () => {}
  let heardMs = 0
  let askedMs: number | null = null
  let isLastMoment = false
  let answerMs = 0

  // The clock may be set back.
  const since = (ms: number) => Math.abs(clock.now() - ms)
  const wait = (ms: number) => {
    stopTimer()
    stopTimer = clock.after(ms, tick)
  }
  const stop = () => {
    isOn = false
    stopTimer()
  }
  const silent = () => {
    stop()
    onSilence()
  }

  function ask(): void {
    askedMs = clock.now()
    isLastMoment = false
    wait(answerMs)
    ping()
  }

  function tick(): void {
    const leftMs =
      askedMs === null
        ? (isVisible() ? ASK_VISIBLE_MS : ASK_HIDDEN_MS) - since(heardMs)
        : answerMs - since(askedMs)
    if (leftMs > 0) wait(leftMs)
    else if (askedMs === null) ask()
    else if (isLastMoment) silent()
    else {
      // A page that was busy runs its timers before it reads what has arrived.
      isLastMoment = true
      wait(GRACE_MS)
    }
  }

  function heard(): void {
    if (askedMs !== null) answerMs = Math.min(ANSWER_MAX_MS, ANSWER_MIN_MS + 4 * since(askedMs))
    askedMs = null
    heardMs = clock.now()
  }

  return {
    start() {
      isOn = true
      askedMs = null
      // The longest time, until the first answer has shown how fast this connection is.
      answerMs = ANSWER_MAX_MS
      heard()
      tick()
    },
    stop,
    heard,
    check() {
      if (!isOn) return
      if (askedMs === null && since(heardMs) >= FRESH_MS) ask()
      else if (askedMs !== null && since(askedMs) >= answerMs) silent()
      else tick()
    },
  }
}
