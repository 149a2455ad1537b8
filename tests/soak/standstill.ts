/** A page that the browser has stopped: nothing of it runs, and what arrives waits until it goes on. */
export interface Standstill {
  readonly isStill: boolean
  /** Runs it at once, or when the page goes on. */
  run(task: () => void): void
  stop(): void
  goOn(): void
}

export function createStandstill(): Standstill {
  let waiting: (() => void)[] | null = null
  return {
    get isStill() {
      return waiting !== null
    },
    run(task) {
      if (waiting) waiting.push(task)
      else task()
    },
    stop() {
      waiting ??= []
    },
    goOn() {
      const due = waiting ?? []
      waiting = null
      for (const task of due) task()
    },
  }
}
