/**
 * The key that makes paying twice impossible: a try whose outcome is not known is repeated under the same key, and the server
 * answers with what came of the first. Kept in the tab, so that a reload in between does not lose it.
 */

export interface PayKey {
  /** The key of this try; the same one as long as `what` is the same and nothing came of the last. */
  of(what: string): string
  /** The outcome is known: the next try is another one. */
  settle(): void
}

export interface PayKeyDeps {
  /** Throws where a browser forbids it. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  random: () => string
}

const NAME = 'plat.payKey'

export function createPayKey({ storage, random }: PayKeyDeps): PayKey {
  let kept = read()
  return {
    of(what) {
      if (kept?.what === what) return kept.key
      kept = { what, key: random() }
      write(kept)
      return kept.key
    },
    settle() {
      kept = null
      write(null)
    },
  }

  function read(): { what: string; key: string } | null {
    try {
      const [what, key] = JSON.parse(storage().getItem(NAME) ?? '[]')
      return typeof what === 'string' && typeof key === 'string' ? { what, key } : null
    } catch {
      return null
    }
  }

  function write(value: { what: string; key: string } | null): void {
    try {
      if (value === null) storage().removeItem(NAME)
      else storage().setItem(NAME, JSON.stringify([value.what, value.key]))
    } catch {
      // Then a reload forgets it.
    }
  }
}
