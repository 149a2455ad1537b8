/** The browser around the tabs of a schedule: locks, channels and stores that they share, or a page that may use none of it. */

import type { TextStore, TextStores } from '#shared/lib/text-store.ts'
import { createFakeStores } from '#tests/support/fake-stores.ts'
import { createFakeTabs, type FakeTab } from '#tests/support/fake-tabs.ts'
import type { SessionDeps } from '#widget/chat/session.ts'

export type BrowserKind = 'whole' | 'bare'

export interface Browser {
  open(index: number): BrowserTab
}

export interface BrowserTab {
  /** What a session in this tab is handed. */
  readonly given: Pick<SessionDeps, 'tabs' | 'stores'>
  show(isShown: boolean): void
  /** Stops it, with or without a word. */
  freeze(isTold: boolean): void
  thaw(): void
  /** Its locks are free, and nothing it writes is kept. */
  vanish(): void
}

export function createBrowser(kind: BrowserKind): Browser {
  if (kind === 'bare') return { open: () => LONELY }
  const tabs = createFakeTabs()
  const stores = createFakeStores()
  const own = new Map<number, Map<string, string>>()
  return {
    open(index) {
      const kept = own.get(index) ?? new Map<string, string>()
      own.set(index, kept)
      return openTab(tabs.open(), stores.open(kept))
    },
  }
}

/** Has nothing that others of the browser could notice. */
const LONELY: BrowserTab = { given: {}, show() {}, freeze() {}, thaw() {}, vanish() {} }

function openTab(tab: FakeTab, stores: TextStores): BrowserTab {
  let isGone = false
  const alive = (store: TextStore): TextStore => ({
    ...store,
    set: (key, text) => !isGone && store.set(key, text),
    remove: (key) => void (isGone || store.remove(key)),
  })
  return {
    given: { tabs: tab.host, stores: { shared: alive(stores.shared), tab: alive(stores.tab) } },
    show: (isShown) => (isShown ? tab.show() : tab.hide()),
    freeze: (isTold) => (isTold ? tab.freeze() : tab.stall()),
    thaw: tab.thaw,
    vanish() {
      isGone = true
      tab.crash()
    },
  }
}
