/** Everything that is kept of one identity over a reload, and how it is forgotten. */
import type { Clock } from '#shared/lib/clock.ts'
import { createKeptDrafts, draftKeys, forgetDrafts, type KeptDrafts } from '#shared/lib/kept-drafts.ts'
import { KEPT_PREFIX } from '#shared/lib/kept-in-browser.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TabLocks } from '#shared/lib/tab-locks.ts'
import type { TextStore, TextStores } from '#shared/lib/text-store.ts'
import { createKeptSends, forgetSends, type KeptSends, sendKeys } from './kept-sends.ts'

export interface Kept {
  readonly sends: KeptSends
  readonly drafts: KeptDrafts
  /** Ends what is still on its way for this identity. */
  readonly forgotten: AbortSignal
  /** The person is gone: nothing of theirs stays in this browser. */
  forget(): void
}

export interface KeptDeps {
  readonly stores: TextStores | null
  readonly tabs: TabLocks | null
  /** Of `scopeOf`. */
  readonly scope: string
  /** Prefix of all keys; the messenger's when absent. */
  readonly prefix?: string
  /** Where drafts are; in the tab when absent. */
  readonly draftStore?: TextStore | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

export function createKept(deps: KeptDeps): Kept {
  const gone = new AbortController()
  const { stores, scope, prefix = KEPT_PREFIX } = deps
  if (!stores) return { ...NOTHING, forgotten: gone.signal, forget: () => gone.abort() }
  const draftStore = deps.draftStore ?? stores.tab
  const keys = draftKeys(scope, prefix)
  return {
    sends: createKeptSends({ ...deps, stores, prefix }),
    drafts: createKeptDrafts(draftStore, keys),
    forgotten: gone.signal,
    forget() {
      gone.abort()
      forgetSends(stores, sendKeys(prefix) + scope)
      forgetDrafts(draftStore, keys)
    },
  }
}

/** A page that may keep nothing. */
export const NOTHING: Pick<Kept, 'sends' | 'drafts'> = {
  sends: { sync: () => {}, adopt: () => {}, drop: () => {}, end: () => {} },
  drafts: { read: () => '', write: () => {} },
}
