/** Everything that is kept of one identity over a reload, and how it is forgotten. */
import type { Clock } from '#shared/lib/clock.ts'
import { createKeptDrafts, forgetDrafts, type KeptDrafts } from '#shared/lib/kept-drafts.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TextStores } from '#shared/lib/text-store.ts'
import type { TabHost } from '../shared-socket/tab-host.ts'
import { createKeptSends, forgetSends, type KeptSends } from './kept-sends.ts'

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
  readonly tabs: TabHost | null
  /** Of `scopeOf`. */
  readonly scope: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

export function createKept({ stores, tabs, scope, clock, log }: KeptDeps): Kept {
  const gone = new AbortController()
  if (!stores) return { ...NOTHING, forgotten: gone.signal, forget: () => gone.abort() }
  return {
    sends: createKeptSends({ stores, tabs, scope, clock, log }),
    drafts: createKeptDrafts(stores, scope),
    forgotten: gone.signal,
    forget() {
      gone.abort()
      forgetSends(stores, scope)
      forgetDrafts(stores, scope)
    },
  }
}

/** A page that may keep nothing. */
export const NOTHING: Pick<Kept, 'sends' | 'drafts'> = {
  sends: { sync: () => {}, adopt: () => {}, drop: () => {}, end: () => {} },
  drafts: { read: () => '', write: () => {} },
}
