/** Locks that one of a browser's tabs holds. Only an interface and the browser's own; a test hands in a fake. */

export interface LockOptions {
  /** Calls the request off while it waits; what is held already is not taken away by it. */
  readonly signal?: AbortSignal
  /** Does not wait: answers false when somebody holds it. */
  readonly ifAvailable?: boolean
  /** Takes it from its holder, whose request rejects. */
  readonly steal?: boolean
}

export interface TabLocks {
  /**
   * Runs `held` while nobody else holds `name`; the lock ends with its promise, or with the tab, however that ends. Waits its
   * turn, first come first served. Answers true once `held` is over. Rejects with an `AbortError` when it was called off or
   * stolen, and with anything else when there are no locks here.
   */
  requestLock(name: string, options: LockOptions, held: () => Promise<void>): Promise<boolean>
}

/** Null where there are none: plain http, old browsers. */
export function browserLocks(): TabLocks | null {
  const locks = globalThis.navigator?.locks
  if (!locks) return null
  return {
    async requestLock(name, { signal, ifAvailable, steal }, held) {
      // The browser takes no signal together with the other two, which do not wait.
      const options = steal ? { steal } : ifAvailable ? { ifAvailable } : signal ? { signal } : {}
      return locks.request(name, options, async (lock) => {
        if (lock) await held()
        return lock !== null
      })
    },
  }
}
