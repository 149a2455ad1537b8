/** This tab's turn at a lock: waited for, held until it is let go, or taken away by another tab. One request at a time. */
import type { TabHost } from './tab-host.ts'

export interface TabLockDeps {
  readonly tabs: TabHost | null
  readonly name: string
  onHeld(): void
  /** Another tab took it. */
  onStolen(): void
  /** There are no locks here after all. */
  onNone(error: unknown): void
}

export interface TabLock {
  /** True from `wait` or `steal` until `end`. */
  readonly isWanted: boolean
  wait(): void
  steal(): void
  /** Lets go, or waits no longer. Nothing is told afterwards. */
  end(): void
}

export function createTabLock(deps: TabLockDeps): TabLock {
  let request: AbortController | null = null
  let letGo = () => {}

  function ask(isTheft: boolean): void {
    end()
    const mine = new AbortController()
    request = mine
    deps.tabs
      ?.requestLock(deps.name, isTheft ? { steal: true } : { signal: mine.signal }, () => held(mine))
      .catch((error: unknown) => {
        if (request !== mine) return
        end()
        if (isAbort(error)) deps.onStolen()
        else deps.onNone(error)
      })
  }

  /** Resolves when this tab lets go of the lock. */
  function held(mine: AbortController): Promise<void> {
    if (request !== mine) return Promise.resolve()
    return new Promise((resolve) => {
      letGo = resolve
      deps.onHeld()
    })
  }

  function end(): void {
    request?.abort()
    request = null
    letGo()
    letGo = () => {}
  }

  return {
    get isWanted() {
      return request !== null
    },
    wait: () => ask(false),
    steal: () => ask(true),
    end,
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
