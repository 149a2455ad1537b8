/** What one browser keeps for an origin: one shared store that all its tabs see, and one for each tab. */
import type { TextStore, TextStores } from '#shared/lib/text-store.ts'

export interface FakeStores {
  /** A tab's view; `tab` is handed in again for a reload of the same tab. */
  open(tab?: Map<string, string>): TextStores & { readonly own: Map<string, string> }
  readonly shared: Map<string, string>
  /** From now on nothing more fits in. */
  isFull: boolean
}

export function createFakeStores(): FakeStores {
  const shared = new Map<string, string>()
  const views = new Set<{ wrote: (key: string) => void }>()

  function view(map: Map<string, string>): TextStore {
    const heard = new Set<(key: string) => void>()
    const own = {
      wrote: (key: string) => {
        for (const hear of heard) hear(key)
      },
    }
    views.add(own)
    const tell = (key: string) => {
      if (map === shared) for (const each of views) if (each !== own) queueMicrotask(() => each.wrote(key))
    }
    return {
      keys: () => [...map.keys()],
      get: (key) => map.get(key) ?? null,
      set(key, text) {
        if (stores.isFull) return false
        map.set(key, text)
        tell(key)
        return true
      },
      remove(key) {
        map.delete(key)
        tell(key)
      },
      onOther(wrote) {
        heard.add(wrote)
        return () => heard.delete(wrote)
      },
    }
  }

  const stores: FakeStores = {
    shared,
    isFull: false,
    open: (own = new Map()) => ({ own, shared: view(shared), tab: view(own) }),
  }
  return stores
}
