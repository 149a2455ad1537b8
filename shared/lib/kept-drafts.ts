/** Half-written messages, kept over a reload, and while the element is taken out of the page. */
import { KEPT_PREFIX } from './kept-in-browser.ts'
import { removeAll, type TextStore } from './text-store.ts'

export interface KeptDrafts {
  read(peerId: number): string
  write(peerId: number, text: string): void
}

/** A draft may be longer than what can be sent, but not without end. */
const MOST_CHARACTERS = 10_000

/** Keys of drafts begin like this, and end with the conversation. */
export const draftKeys = (scope: string, prefix = KEPT_PREFIX): string => `${prefix}draft/1|${scope}`

/** `keys`: of `draftKeys`. */
export const createKeptDrafts = (store: TextStore, keys: string): KeptDrafts => ({
  read: (peerId) => store.get(keys + peerId)?.slice(0, MOST_CHARACTERS) ?? '',
  write(peerId, text) {
    if (text.trim()) store.set(keys + peerId, text.slice(0, MOST_CHARACTERS))
    else store.remove(keys + peerId)
  },
})

export function forgetDrafts(store: TextStore, keys: string): void {
  removeAll(store, keys)
}
