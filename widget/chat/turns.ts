/**
 * Lets asynchronous steps run one at a time, in the order asked. A list page and a delivery of read marks both speak of
 * unread counts; run at once, nobody could tell whether the page already counts the marks.
 */
export interface Turns {
  take<T>(run: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(run) {
      const turn = last.then(run)
      // The next one comes whether this one worked or not.
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
