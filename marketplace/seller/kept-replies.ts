/** What this browser keeps of a seller's person until it is sent: replies and half-written ones. Logging out removes it. */
import type { Clock } from '#shared/lib/clock.ts'
import { draftKeys } from '#shared/lib/kept-drafts.ts'
import { SELLER_PREFIX } from '#shared/lib/kept-in-browser.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TabLocks } from '#shared/lib/tab-locks.ts'
import type { TextStores } from '#shared/lib/text-store.ts'
import { createKept, type Kept } from '#shared/thread/sending/kept.ts'
import { sendKeys } from '#shared/thread/sending/kept-sends.ts'

export interface KeptReplies extends Kept {
  /** Begins the names of what is kept. */
  readonly scope: string
  /** Whether replies that are not sent outlive the tab. A browser may keep nothing. */
  isLasting(): boolean
  /** Hears which draft another tab of this login has changed. Returns what ends it. */
  followDrafts(changed: (customerId: number) => void): () => void
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
  const keys = draftKeys(scope, SELLER_PREFIX)
  const kept = createKept({
    stores,
    tabs: locks,
    scope,
    prefix: SELLER_PREFIX,
    draftStore: stores.shared,
    clock,
    log,
  })
  const { drafts } = kept
  return {
    ...kept,
    scope: SELLER_PREFIX + scope,
    drafts: {
      read: drafts.read,
      // What came from another tab is not written back: that tab may have sent it meanwhile.
      write: (customerId, text) => text === drafts.read(customerId) || drafts.write(customerId, text),
    },
    isLasting: () => stores.shared.keys().some((key) => key.startsWith(sendKeys(SELLER_PREFIX) + scope)),
    followDrafts: (changed) =>
      stores.shared.onOther((key) => {
        if (key.startsWith(keys)) changed(Number(key.slice(keys.length)))
      }),
  }
}
