/**
 * What was not sent when its page went away, kept for the next one of the same identity (widget.md W-54). Each page has its own
 * lines; what a page that is gone left behind goes to exactly one other. Without locks nobody can tell whether a page is gone:
 * then lines stay with their tab, and nothing is sent by itself.
 */

import { newClientId } from '#shared/lib/client-id.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TabLocks } from '#shared/lib/tab-locks.ts'
import { removeAll, type TextStores } from '#shared/lib/text-store.ts'
import { type KeptSend, readLine, writeLine } from './kept-send.ts'
import { createSendLocks } from './locks.ts'

/** What one page left behind. */
export interface Left {
  readonly sends: readonly KeptSend[]
  /** Whether one may be sent without asking. */
  mayGo(send: KeptSend): boolean
}

export interface KeptSends {
  /** All that is unsent here now. Returns once it is written, as far as it can be. */
  sync(sends: readonly KeptSend[]): void
  /**
   * Hands over what others left behind, now and as long as this page lives. No sends: the page before brought its own to an end, so there may be messages this one has not heard of.
   */
  adopt(take: (left: Left) => void): void
  /** One of them has arrived after all; also after the end. */
  drop(clientId: string): void
  /** Stops writing. Another page may take what remains, once `settled` is over. */
  end(settled: Promise<unknown>): void
}

export interface KeptSendsDeps {
  readonly stores: TextStores
  readonly tabs: TabLocks | null
  readonly scope: string
  /** Prefix of all keys. */
  readonly prefix: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Keys of sends begin like this; with a scope behind it, those of one identity. */
export const sendKeys = (prefix: string): string => `${prefix}unsent/1|`
/** Of one page. What goes beyond is sent all the same, but does not survive a reload. */
const MOST = 50
const DAY_MS = 24 * 60 * 60_000
/** An older one is shown, and waits for a word of the person. */
const SENT_BY_ITSELF_MS = DAY_MS
/** Nobody came for it. */
const KEPT_MS = 7 * DAY_MS

export function createKeptSends(deps: KeptSendsDeps): KeptSends {
  const { stores, tabs, scope, clock, log } = deps
  /** The owner of new lines. Who waits for a name that was let go of may get it late, so it is not used again. */
  let me = newClientId()
  const all = sendKeys(deps.prefix)
  const prefix = all + scope
  const lines = new Map<string, { owner: string; place: number; text: string }>()
  let owners = tabs && createSendLocks(tabs, scope)
  let store = owners ? stores.shared : stores.tab
  let latest: readonly KeptSend[] = []
  let count = 0
  let hasWarned = false
  let endWatch = () => {}
  let isEnded = false

  const keyOf = (owner: string, clientId: string) => `${prefix}${owner}|${clientId}`
  const ageMs = ({ atMs }: KeptSend) => Math.abs(clock.now() - atMs)

  /** There is an interface, but the page may not use it: as if there were none. */
  function goWithoutLocks(): void {
    if (!owners || isEnded) return
    owners = null
    for (const [clientId, { owner }] of lines) store.remove(keyOf(owner, clientId))
    lines.clear()
    store = stores.tab
    sync(latest)
  }

  function write(send: KeptSend): void {
    const known = lines.get(send.clientId)
    const { owner, place } = known ?? { owner: me, place: ++count }
    const text = writeLine(send, place)
    if (known?.text === text || (!known && lines.size >= MOST)) return
    // Asked for before anybody can see the line, so nobody comes before us.
    owners?.take(owner, freeEmpty, goWithoutLocks)
    if (store.set(keyOf(owner, send.clientId), text)) lines.set(send.clientId, { owner, place, text })
    else if (!hasWarned) {
      hasWarned = true
      log.warn('This browser has no room for unsent messages; they are gone when the page is left')
    }
  }

  function drop(clientId: string): void {
    const line = lines.get(clientId)
    if (!line) return
    lines.delete(clientId)
    store.remove(keyOf(line.owner, clientId))
  }

  function sync(sends: readonly KeptSend[]): void {
    latest = sends
    if (isEnded) return
    const wanted = new Set(sends.map(({ clientId }) => clientId))
    for (const clientId of [...lines.keys()]) if (!wanted.has(clientId)) drop(clientId)
    for (const send of sends) write(send)
    freeEmpty()
  }

  /** A lock that guards nothing would keep the page out of the back/forward cache. */
  function freeEmpty(): void {
    const used = new Set([...lines.values()].map(({ owner }) => owner))
    for (const owner of owners?.held ?? []) {
      if (used.has(owner)) continue
      owners?.free(owner)
      if (owner === me) me = newClientId()
    }
  }

  function ownersFound(): Set<string> {
    const lines = store.keys().filter((key) => key.startsWith(prefix))
    return new Set(lines.flatMap((key) => key.slice(prefix.length).split('|')[0] ?? []))
  }

  /** The lines of an owner that are ours now. What cannot be read is cleared away. */
  function read(owner: string): KeptSend[] {
    const found = []
    for (const key of store.keys()) {
      if (!key.startsWith(keyOf(owner, ''))) continue
      const text = store.get(key) ?? ''
      const clientId = key.slice(keyOf(owner, '').length)
      const line = lines.has(clientId) ? null : readLine(clientId, text)
      if (!line) store.remove(key)
      else {
        lines.set(clientId, { owner, place: line.place, text })
        found.push(line)
      }
    }
    return found.sort((a, b) => a.place - b.place)
  }

  function clearOld(): void {
    for (const key of stores.shared.keys()) {
      if (!key.startsWith(all)) continue
      const line = readLine(key.slice(key.lastIndexOf('|') + 1), stores.shared.get(key) ?? '')
      if (!line || ageMs(line) > KEPT_MS) stores.shared.remove(key)
    }
  }

  return {
    sync,
    drop,
    adopt(take) {
      clearOld()
      const look = () => {
        for (const owner of ownersFound()) {
          if (owner === me || isEnded) continue
          const withLock = owners !== null
          const got = () => {
            const mayGo = (send: KeptSend) => withLock && ageMs(send) <= SENT_BY_ITSELF_MS
            if (!isEnded) take({ sends: read(owner), mayGo })
            freeEmpty()
          }
          if (owners) owners.take(owner, got, goWithoutLocks)
          else got()
        }
      }
      look()
      endWatch = store.onOther((key) => key.startsWith(prefix) && look())
    },
    end(settled) {
      isEnded = true
      endWatch()
      void settled.then(() => owners?.end())
    },
  }
}

/** A person who logs out leaves nothing behind, in no tab. `keys`: of `sendKeys`, with the scope. */
export function forgetSends({ shared, tab }: TextStores, keys: string): void {
  for (const store of [shared, tab]) removeAll(store, keys)
}
