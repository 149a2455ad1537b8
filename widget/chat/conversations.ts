/**
 * The conversation list: read page by page, kept in order by the latest message, with unread counts that live messages raise
 * and read marks lower. One reload runs at a time, and what came live while it ran is not undone by it.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { CHAT_RELATIONS, type ChatWire, listChats } from '#shared/contract/messenger.ts'
import { hasNextPage, nextCursor } from '#shared/contract/wire.ts'
import type { Log } from '#shared/lib/log.ts'
import { failureOf } from '#shared/thread/failure.ts'
import type { Conversation, ConversationList, Load, Message } from '#shared/thread/model.ts'
import {
  byLatest,
  type Entry,
  fromServer,
  isDoubted,
  withMessage,
  withRead,
  withThread,
} from './conversation-entry.ts'
import type { Turns } from './serial-queue.ts'

export interface ConversationsDeps {
  readonly api: Api
  readonly customerId: number
  readonly turns: Turns
  readonly log: Log
}

export interface Conversations extends ConversationList {
  /** True once the first page is on screen, or could not be had. */
  readonly isShown: ReadonlySignal<boolean>
  /** True once the first page has come: without it the total says nothing. */
  readonly isCounted: ReadonlySignal<boolean>
  /** Reads a signal. */
  get(accountId: number): Conversation | null
  has(accountId: number): boolean
  /** Id of the message the preview shows, 0 when unknown. */
  lastMessageId(accountId: number): number
  received(accountId: number, message: Message): void
  /** `total` is the server's own count, when it said one: the list is read again unless that is no news. */
  markedRead(accountId: number, ids: readonly number[], total?: number | null): void
  /** Its thread was read: the newest messages, or all there are. */
  loaded(accountId: number, messages: readonly Message[], isWhole: boolean): void
  dispose(): void
}

/** A conversation that two complete reloads in a row do not bring is gone; one may miss it, because pages drift. */
const MISSES_UNTIL_GONE = 2

export function createConversations(deps: ConversationsDeps): Conversations {
  const entries = new Map<number, Entry>()
  const version = signal(0)
  const load = signal<Load>({ phase: 'idle' })
  const isShown = signal(false)
  const isCounted = signal(false)
  const query = signal('')
  const ended = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  let isPageUnderWay = false

  const all = computed<readonly Conversation[]>(() => {
    void version.value
    return [...entries.values()].sort(byLatest).map((entry) => entry.row)
  })
  const found = computed(() => {
    const wanted = query.value.trim().toLowerCase()
    return wanted === '' ? all.value : all.value.filter((each) => each.name.toLowerCase().includes(wanted))
  })
  const unreadTotal = computed(() => all.value.reduce((sum, each) => sum + each.unreadCount, 0))

  function update(accountId: number, change: (entry: Entry) => Entry): void {
    const entry = entries.get(accountId)
    if (!entry) return
    entries.set(accountId, change(entry))
    version.value++
  }

  /** Resolves when the newest reload asked for is done; never rejects. */
  function reload(): Promise<void> {
    if (ended.signal.aborted) return Promise.resolve()
    again = running !== null
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  async function run(): Promise<void> {
    // A list that is on screen is refreshed quietly.
    if (load.peek().phase !== 'ready') load.value = { phase: 'loading' }
    try {
      do {
        again = false
        await readAll()
      } while (again)
      load.value = { phase: 'ready' }
    } catch (error) {
      if (ended.signal.aborted) return
      const failure = failureOf(error)
      deps.log.warn('The conversations could not be loaded', failure.kind)
      batch(() => {
        load.value = { phase: 'failed', failure }
        isShown.value = true
      })
    }
  }

  async function readAll(): Promise<void> {
    const seen = new Set<number>()
    let cursor: string | undefined
    for (let page = 1; ; page++) {
      const reply = await deps.turns.take(() => {
        isPageUnderWay = true
        return readPage(page, cursor).finally(() => {
          isPageUnderWay = false
        })
      })
      cursor = nextCursor(reply)
      ended.signal.throwIfAborted()
      const before = seen.size
      batch(() => {
        for (const wire of reply.data) place(wire, seen)
        version.value++
        isShown.value = true
        isCounted.value = true
      })
      // A backend that ignores `page` answers with the same rows for ever.
      if (!hasNextPage(reply) || seen.size === before) break
    }
    forget(seen)
  }

  const readPage = (page: number, cursor: string | undefined) =>
    deps.api(
      listChats,
      { params: { customer: deps.customerId }, query: { page, cursor, with: CHAT_RELATIONS } },
      { signal: ended.signal },
    )

  function place(wire: ChatWire, seen: Set<number>): void {
    entries.set(wire.account.id, fromServer(wire, entries.get(wire.account.id)))
    seen.add(wire.account.id)
  }

  function forget(seen: ReadonlySet<number>): void {
    for (const [accountId, entry] of entries) {
      if (seen.has(accountId)) continue
      const missed = entry.missed + 1
      if (missed >= MISSES_UNTIL_GONE) entries.delete(accountId)
      else {
        entries.set(accountId, { ...entry, missed })
        again = true
      }
    }
    version.value++
  }

  return {
    load,
    all,
    query,
    found,
    unreadTotal,
    isShown,
    isCounted,
    reload,
    get(accountId) {
      void version.value
      return entries.get(accountId)?.row ?? null
    },
    has: (accountId) => entries.has(accountId),
    lastMessageId: (accountId) => entries.get(accountId)?.last.id ?? 0,
    received: (accountId, message) => update(accountId, (entry) => withMessage(entry, message)),
    markedRead(accountId, ids, total = null) {
      update(accountId, (entry) => withRead(entry, ids))
      const unreadCount = entries.get(accountId)?.row.unreadCount ?? total
      // Nobody can tell which message a total has not heard of, nor whether the last page has counted these.
      if (total !== null && (ids.length > 0 || total !== unreadCount)) void reload()
      // Nor whether the page that is on its way counts them.
      else again ||= isPageUnderWay
    },
    loaded(accountId, messages, isWhole) {
      update(accountId, (entry) => withThread(entry, messages))
      const entry = entries.get(accountId)
      if (entry && isDoubted(entry, messages, isWhole)) void reload()
    },
    dispose() {
      ended.abort()
      entries.clear()
      batch(() => {
        version.value++
        query.value = ''
        load.value = { phase: 'idle' }
      })
    },
  }
}
