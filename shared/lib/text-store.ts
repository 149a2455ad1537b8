/**
 * Texts that a browser keeps for a page over its reload, as the chat knows them. Only an interface: the element hands in the
 * browser's own, a test a fake. Nothing throws: a store that is blocked keeps nothing and finds nothing.
 */

export interface TextStore {
  keys(): readonly string[]
  get(key: string): string | null
  /** False when there is no room, or no leave to write. */
  set(key: string, text: string): boolean
  remove(key: string): void
  /** Runs when another tab wrote something under a key. Returns what ends it. */
  onOther(wrote: (key: string) => void): () => void
}

export interface TextStores {
  /** All tabs of the origin see it, and it outlives them. */
  readonly shared: TextStore
  /** This tab's own; it survives a reload and ends with the tab. */
  readonly tab: TextStore
}

/** What is kept of one identity stands under this, with the kind of thing and the number of its format in front. */
export function scopeOf(apiBase: string, customerId: number, accountId: number | null): string {
  const { origin, pathname } = new URL(apiBase)
  return `${origin}${pathname.replace(/\/+$/, '')}|${customerId}${accountId === null ? '' : `.${accountId}`}|`
}

/** Forgets everything whose key begins like this. */
export function removeAll(store: TextStore, prefix: string): void {
  for (const key of store.keys()) if (key.startsWith(prefix)) store.remove(key)
}
