/** Time as a thing that is handed in, so that rules and stores can be tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void
  /** Runs every `ms`; the returned function ends it. */
  every(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}
