/**
 * Lets simulated time and repeatable chance stand in for the globals that packages reach for themselves: ky's time-outs,
 * the timers of pusher-js, of ws and of the server's sockets.
 */
import type { Random } from './random.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** Returns what puts the real ones back. */
export function standInTimers(time: SimulatedTime, random: Random): () => void {
  const real = { setTimeout, clearTimeout, setInterval, clearInterval }
  const realRandom = Math.random
  const realTimeout = AbortSignal.timeout
  const start = (run: Run, ms: number, everyMs: number | null) => new StandInTimer(time, { run, ms, everyMs })
  const stop = (timer: unknown) => {
    if (timer instanceof StandInTimer) timer.close()
    else if (timer !== undefined && timer !== null) real.clearTimeout(timer as NodeJS.Timeout)
  }
  Object.assign(globalThis, {
    setTimeout: (run: Run, ms = 0, ...given: unknown[]) => start(() => run(...given), ms, null),
    setInterval: (run: Run, ms = 0, ...given: unknown[]) => start(() => run(...given), ms, Math.max(1, ms)),
    clearTimeout: stop,
    clearInterval: stop,
  })
  Math.random = random.next
  AbortSignal.timeout = (ms) => {
    const ended = new AbortController()
    time.after(ms, () => ended.abort(new DOMException('The time is over.', 'TimeoutError')))
    return ended.signal
  }
  return () => {
    Object.assign(globalThis, real)
    Math.random = realRandom
    AbortSignal.timeout = realTimeout
  }
}

type Run = (...given: unknown[]) => void

interface Wanted {
  readonly run: Run
  readonly ms: number
  readonly everyMs: number | null
}

/** What Node's own timers can do that somebody here uses. */
class StandInTimer {
  readonly #time: SimulatedTime
  readonly #wanted: Wanted
  #cancel = () => {}

  constructor(time: SimulatedTime, wanted: Wanted) {
    this.#time = time
    this.#wanted = wanted
    this.#start(wanted.ms)
  }

  #start(ms: number): void {
    const { run, everyMs } = this.#wanted
    this.#cancel = this.#time.after(ms, () => {
      if (everyMs !== null) this.#start(everyMs)
      run()
    })
  }

  refresh(): this {
    this.#cancel()
    this.#start(this.#wanted.ms)
    return this
  }

  close(): this {
    this.#cancel()
    return this
  }

  ref = () => this
  unref = () => this
  hasRef = () => true
}
