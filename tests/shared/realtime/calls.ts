/** Collects calls and lets a test wait for the next one, without pausing. */
export interface Calls<T> {
  add: (value: T) => void
  all: T[]
  /** The next call that no earlier `next` has returned. */
  next(): Promise<T>
  /** Reads on until this value came. */
  until(value: T): Promise<void>
}

export function calls<T>(): Calls<T> {
  const all: T[] = []
  let read = 0
  let wake = () => {}
  const next = async (): Promise<T> => {
    while (read >= all.length) await new Promise<void>((resolve) => (wake = resolve))
    read += 1
    return all[read - 1] as T
  }
  return {
    all,
    next,
    add: (value) => {
      all.push(value)
      wake()
    },
    async until(value) {
      while ((await next()) !== value);
    },
  }
}
