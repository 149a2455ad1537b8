/**
 * Whose business the kept sends of a page are: its own as long as it lives, then those of exactly one other. A lock each says
 * so, because a lock ends with its page however that ends.
 */
import type { TabLocks } from '#shared/lib/tab-locks.ts'

export interface SendLocks {
  /** Asks for it; `got` runs once it is ours, `failed` when there are no locks after all. Does nothing when asked already. */
  take(owner: string, got: () => void, failed: () => void): void
  /** Lets the next have it. */
  free(owner: string): void
  /** Those that are ours now. */
  readonly held: readonly string[]
  end(): void
}

export function createSendLocks(tabs: TabLocks, scope: string): SendLocks {
  const letGo = new Map<string, () => void>()
  const held = new Set<string>()

  function free(owner: string): void {
    letGo.get(owner)?.()
    letGo.delete(owner)
    held.delete(owner)
  }

  return {
    take(owner, got, failed) {
      if (letGo.has(owner)) return
      const waiting = new AbortController()
      const isOver = new Promise<void>((resolve) => {
        letGo.set(owner, () => {
          resolve()
          waiting.abort()
        })
      })
      tabs
        .requestLock(`plat-messenger/unsent|${scope}${owner}`, { signal: waiting.signal }, () => {
          if (!waiting.signal.aborted) {
            held.add(owner)
            got()
          }
          return isOver
        })
        .catch(() => {
          if (!waiting.signal.aborted) failed()
        })
    },
    free,
    get held() {
      return [...held]
    },
    end() {
      for (const owner of [...letGo.keys()]) free(owner)
    },
  }
}
