/** Half-written messages, kept for as long as the tab is open: over a reload, and while the element is taken out of the page. */
import { KEPT_PREFIX } from './kept-in-browser.ts'
import { removeAll, type TextStores } from './text-store.ts'

export interface KeptDrafts {
  read(accountId: number): string
  write(accountId: number, text: string): void
}

const PREFIX = `${KEPT_PREFIX}draft/1|`
/** A draft may be longer than what can be sent, but not without end. */
const MOST_CHARACTERS = 10_000

export const createKeptDrafts = ({ tab }: TextStores, scope: string): KeptDrafts => ({
  read: (accountId) => tab.get(PREFIX + scope + accountId)?.slice(0, MOST_CHARACTERS) ?? '',
  write(accountId, text) {
    const key = PREFIX + scope + accountId
    if (text.trim()) tab.set(key, text.slice(0, MOST_CHARACTERS))
    else tab.remove(key)
  },
})

export function forgetDrafts({ tab }: TextStores, scope: string): void {
  removeAll(tab, PREFIX + scope)
}
