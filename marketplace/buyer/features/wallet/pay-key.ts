/**
 * The key that prevents paying twice: while the outcome of a try is unknown, every further try uses its key,
 * and the server charges at most one of them. Kept in the tab, so that it survives a reload.
 */

export interface PayKey {
  /** The key of the next try. */
  current(): string
  /** The outcome of a try with the current key is unknown. */
  isOpen(): boolean
  /** It is known: the next try is another payment. */
  settle(): void
}

export interface PayKeyDeps {
  /** Throws where a browser forbids it. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  random: () => string
  /** Where it is kept: withdrawals have another key than payments. */
  name?: string
}

export function createPayKey({ storage, random, name = 'plat.payKey' }: PayKeyDeps): PayKey {
  let kept = read()
  return {
    current: () => kept ?? write(random()),
    isOpen: () => kept !== null,
    settle() {
      kept = null
      keep((tab) => tab.removeItem(name))
    },
  }

  function read(): string | null {
    try {
      const [key] = JSON.parse(storage().getItem(name) ?? '[]').slice(-1)
      return typeof key === 'string' ? key : null
    } catch {
      return null
    }
  }

  function write(key: string): string {
    kept = key
    keep((tab) => tab.setItem(name, JSON.stringify([key])))
    return key
  }

  function keep(change: (tab: ReturnType<PayKeyDeps['storage']>) => void): void {
    try {
      change(storage())
    } catch {
      // Then a reload forgets it.
    }
  }
}
