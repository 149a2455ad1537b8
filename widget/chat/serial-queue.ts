/**
 * Lets asynchronous steps run one at a time, in the order asked. A list page and a delivery of read marks both speak of
 * unread counts; run at once, nobody could tell whether the page already counts the marks.
 */
export interface Turns {
  take<T>(run: () => Promise<T>): Promise<T>
  /** One is running, or waits. */
  isBusy(): boolean
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  return {
    take(run) {
      open++
      const turn = last.then(run).finally(() => open--)
      // The next one comes whether this one worked or not.
      last = turn.catch(() => undefined)
      return turn
    },
    isBusy: () => open > 0,
  }
}
