/** What this browser keeps of a seller's person until it is sent: replies, half-written ones, and half-written notes. Logging out removes it. */
import type { Clock } from '#shared/lib/clock.ts'
import { createKeptDrafts, draftKeys, type KeptDrafts } from '#shared/lib/kept-drafts.ts'
import { SELLER_PREFIX } from '#shared/lib/kept-in-browser.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TabLocks } from '#shared/lib/tab-locks.ts'
import type { TextStore, TextStores } from '#shared/lib/text-store.ts'
import { createKept, type Kept } from '#shared/thread/sending/kept.ts'
import { sendKeys } from '#shared/thread/sending/kept-sends.ts'

export interface KeptReplies extends Kept {
  /** Begins the names of what is kept. */
  readonly scope: string
  /** Whether replies that are not sent outlive the tab. A browser may keep nothing. */
  isLasting(): boolean
  readonly drafts: SharedDrafts
  /** Half-written internal notes. */
  readonly notes: SharedDrafts
}

interface SharedDrafts extends KeptDrafts {
  /** Hears which draft another tab of this login has changed. Returns what ends it. */
  follow(changed: (customerId: number) => void): () => void
}

interface KeptRepliesDeps {
  stores: TextStores
  locks: TabLocks | null
  memberId: number
  clock: Clock
  log: Log
}

/** Drafts outlive the tab, and all tabs of a login share them. */
export function createKeptReplies({ stores, locks, memberId, clock, log }: KeptRepliesDeps): KeptReplies {
  const scope = `${memberId}|`
  const kept = createKept({
    stores,
    tabs: locks,
    scope,
    prefix: SELLER_PREFIX,
    draftStore: stores.shared,
    clock,
    log,
  })
  return {
    ...kept,
    scope: SELLER_PREFIX + scope,
    drafts: sharedDrafts(stores.shared, draftKeys(scope, SELLER_PREFIX)),
    notes: sharedDrafts(stores.shared, draftKeys(`${scope}note|`, SELLER_PREFIX)),
    isLasting: () => stores.shared.keys().some((key) => key.startsWith(sendKeys(SELLER_PREFIX) + scope)),
  }
}

function sharedDrafts(store: TextStore, keys: string): SharedDrafts {
  const { read, write } = createKeptDrafts(store, keys)
  return {
    read,
    // What came from another tab is not written back: that tab may have sent it meanwhile.
    write: (customerId, text) => text === read(customerId) || write(customerId, text),
    follow: (changed) =>
      store.onOther((key) => {
        const customerId = key.startsWith(keys) ? key.slice(keys.length) : ''
        if (/^\d+$/.test(customerId)) changed(Number(customerId))
      }),
  }
}
