/**
 * The open conversation's messages: loading, older pages, what comes live, and closing gaps after the connection was lost.
 * An answer that arrives for a former selection changes nothing.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { MESSAGE_PAGES_PER_LOAD } from '#shared/contract/limits.ts'
import { byPlace } from '#shared/lib/deque.ts'
import type { Log } from '#shared/lib/log.ts'
import { failureOf } from '#shared/thread/failure.ts'
import type { Load, Message, OutgoingMessage, Rows, Thread } from '#shared/thread/model.ts'
import type { OfferBook } from '#shared/thread/offer-book.ts'
import { type Decision, decided } from './apply-decision.ts'
import { knownBetter } from './message-log.ts'
import type { MessagePages } from './message-pages.ts'
import { createOpened, NO_ROWS, type Opened } from './open-thread.ts'

export interface ThreadDeps {
  readonly pages: MessagePages
  readonly log: Log
  readonly offers: OfferBook
  /** Reads a signal. */
  outgoing(accountId: number): readonly OutgoingMessage[]
  sentAs(messageId: number): string | null
  /** Marked as read from here, though a page that set out before may not know it. */
  isMarked(messageId: number): boolean
  /** Messages this thread read by itself. */
  onRead(accountId: number, messages: readonly Message[]): void
  /** The first load is done: what is loaded, in order, and whether that is the whole thread. */
  onLoaded(accountId: number, messages: readonly Message[], isWhole: boolean): void
}

export interface OpenThread extends Thread {
  readonly accountId: ReadonlySignal<number | null>
  open(accountId: number): void
  close(): void
  /** A message that did not come by a page. True when it is new to the open thread. */
  take(accountId: number, message: Message, isLive: boolean): boolean
  get(messageId: number): Message | undefined
  /** `readAt`: the account has read the customer's own. */
  markRead(ids: readonly number[], readAt?: string): void
  /** An address request was decided. */
  decide(decision: Decision): void
  /** Id of the newest message loaded of this conversation, 0 when it is not open. */
  newestId(accountId: number): number
  /** Pages are being read, which may be older than what is said meanwhile. */
  isReading(): boolean
  /**
   * Reads again down to the oldest message loaded: whatever changed of them was missed with what is new. False when that failed
   * and has to be tried again.
   */
  catchUp(): Promise<boolean>
}

export function createThread(deps: ThreadDeps): OpenThread {
  const accountId = signal<number | null>(null)
  const load = signal<Load>({ phase: 'idle' })
  const older = signal<Load>({ phase: 'idle' })
  const hasOlder = signal(false)
  const arrived = signal<Message | null>(null)
  const unread = signal<readonly number[]>([])
  const version = signal(0)
  let opened: Opened | null = null

  const rows = computed<Rows>(() => {
    void version.value
    const id = accountId.value
    return opened && id !== null ? opened.timeline.view(deps.outgoing(id)) : NO_ROWS
  })

  function add(to: Opened, messages: readonly Message[]): readonly Message[] {
    const change = to.log.add(
      messages.map((each) => (!each.isRead && deps.isMarked(each.id) ? { ...each, isRead: true } : each)),
    )
    for (const message of change.added) to.maxId = Math.max(to.maxId, message.id)
    deps.offers.take(messages)
    if (change.added.length > 0 || change.replaced) {
      to.timeline.follow(change)
      version.value++
    }
    return change.added
  }

  function finishHistory(of: Opened): void {
    hasOlder.value = false
    of.timeline.endHistory()
    version.value++
  }

  function open(id: number): Promise<void> {
    const next = createOpened(id, deps.sentAs)
    reset(next, 'loading')
    return next.turns.take(() => loadFirst(next))
  }

  function reset(next: Opened | null, phase: 'loading' | 'idle'): void {
    opened?.ended.abort()
    opened = next
    batch(() => {
      deps.offers.clear()
      accountId.value = next?.accountId ?? null
      load.value = { phase }
      older.value = { phase: 'idle' }
      hasOlder.value = false
      arrived.value = null
      unread.value = []
      version.value++
    })
  }

  /** Stays as it was found, whatever is read later. */
  function noteUnread({ log }: Opened): void {
    const known = unread.peek()
    unread.value = log
      .all()
      .flatMap(({ id, type, isRead }) => ((type === 'outbound' && !isRead) || known.includes(id) ? id : []))
  }

  /** The first page shows as soon as it is there; a later one that fails leaves it standing. */
  async function loadFirst(of: Opened): Promise<void> {
    try {
      const { messages, hasNext } = await deps.pages.page(of.accountId, 1, of.ended)
      if (opened !== of) return
      of.nextPage = 2
      of.pageSize = messages.length
      batch(() => {
        add(of, messages)
        noteUnread(of)
        hasOlder.value = hasNext
        if (!hasNext) finishHistory(of)
        load.value = { phase: 'ready' }
        deps.onRead(of.accountId, messages)
      })
      if (hasNext) await loadPages(of, MESSAGE_PAGES_PER_LOAD - 1)
      if (opened !== of) return
      noteUnread(of)
      deps.onLoaded(of.accountId, of.log.all(), !hasOlder.peek())
    } catch (error) {
      if (opened !== of) return
      load.value = { phase: 'failed', failure: note('The messages could not be loaded', error) }
    }
  }

  /** Shows older pages in one step. Sets `older`; never rejects. */
  async function loadPages(of: Opened, limit: number): Promise<void> {
    older.value = { phase: 'loading' }
    const { messages, hasNext, error } = await readOlder(deps.pages, of, limit)
    if (opened !== of) return
    const failed = error === null ? null : note('Older messages could not be loaded', error)
    batch(() => {
      add(of, messages)
      if (hasNext) hasOlder.value = true
      else finishHistory(of)
      older.value = failed ? { phase: 'failed', failure: failed } : { phase: 'ready' }
      deps.onRead(of.accountId, messages)
    })
  }

  function loadOlder(): Promise<void> {
    const of = opened
    if (!of || !hasOlder.peek() || load.peek().phase !== 'ready') return Promise.resolve()
    if (older.peek().phase !== 'loading') {
      older.value = { phase: 'loading' }
      of.loadingOlder = of.turns.take(() => loadPages(of, MESSAGE_PAGES_PER_LOAD))
    }
    return of.loadingOlder
  }

  function take(id: number, message: Message, isLive: boolean): boolean {
    const of = opened
    if (!of || of.accountId !== id || load.peek().phase === 'failed') return false
    // What is known of it came by a page, which told no less and no earlier.
    const known = of.log.get(message.id)
    const isNew = add(of, [known ? knownBetter(message, known) : message]).length > 0
    if (isLive && isNew && message.type === 'outbound' && load.peek().phase === 'ready')
      arrived.value = message
    return isNew
  }

  async function retry(): Promise<void> {
    if (load.peek().phase === 'failed' && opened) await open(opened.accountId)
    else if (older.peek().phase === 'failed') await loadOlder()
  }

  /** One that waits for its turn does for all who ask. */
  function catchUp(): Promise<boolean> {
    const of = opened
    if (!of) return Promise.resolve(true)
    of.catchingUp ??= of.turns.take(() => {
      of.catchingUp = null
      return readAgain(of)
    })
    return of.catchingUp
  }

  async function readAgain(of: Opened): Promise<boolean> {
    if (opened !== of) return true
    if (load.peek().phase === 'failed') {
      await retry()
      return load.peek().phase !== 'failed'
    }
    // A thread that was whole, however short, is read to its beginning: its first message may have come after the gap.
    const oldest = hasOlder.peek() ? of.log.at(0) : undefined
    try {
      const { messages, hasNext } = await deps.pages.walk(
        of.accountId,
        (page) => page.some((message) => oldest !== undefined && byPlace(message, oldest) <= 0),
        of.ended,
      )
      if (opened !== of) return true
      batch(() => {
        const fresh = add(of, messages)
        if (!hasNext) finishHistory(of)
        const last = fresh.findLast((message) => message.type === 'outbound')
        if (last) arrived.value = last
        deps.onRead(of.accountId, messages)
      })
      return true
    } catch (error) {
      if (opened !== of) return true
      note('The messages could not be loaded', error)
      return false
    }
  }

  function note(words: string, error: unknown) {
    const failure = failureOf(error)
    deps.log.warn(words, failure.kind)
    return failure
  }

  return {
    accountId,
    load,
    older,
    hasOlder,
    rows,
    arrived,
    unread,
    open: (id) => void open(id),
    close: () => reset(null, 'idle'),
    loadOlder,
    take,
    isReading: () => opened?.turns.isBusy() ?? false,
    catchUp,
    retry,
    get: (id) => opened?.log.get(id),
    markRead(ids, readAt) {
      const of = opened
      if (!of) return
      const known = ids.flatMap((id) => of.log.get(id) ?? []).filter((message) => !message.isRead)
      add(
        of,
        known.map((message) => ({ ...message, isRead: true, readAt })),
      )
    },
    decide(decision) {
      if (opened) add(opened, decided(opened.log, decision))
    },
    newestId: (id) => (opened?.accountId === id ? opened.maxId : 0),
  }
}

interface OlderPages {
  readonly messages: readonly Message[]
  readonly hasNext: boolean
  /** What stopped it early; what was read before it is in `messages`. Null when nothing did. */
  readonly error: unknown
}

/**
 * Reads on into the past of an open conversation. New messages push the known ones to later pages, so pages may repeat.
 * Up to `limit` pages that bring something new; a page that only repeats does not count. Moves `of.nextPage` on.
 */
async function readOlder(pages: MessagePages, of: Opened, limit: number): Promise<OlderPages> {
  const found = new Map<number, Message>()
  let hasNext = true
  try {
    for (let useful = 0; useful < limit && hasNext; ) {
      const number = nextNumber(of)
      const page = await pages.page(of.accountId, number, of.ended)
      of.nextPage = number + 1
      const fresh = page.messages.filter(({ id }) => !of.log.get(id) && !found.has(id))
      for (const message of fresh) found.set(message.id, message)
      if (fresh.length > 0) useful++
      hasNext = page.hasNext
    }
    return { messages: [...found.values()], hasNext, error: null }
  } catch (error) {
    return { messages: [...found.values()], hasNext: true, error }
  }
}

/** Pages that are full of known messages by now are left out, all but one for safety. */
const nextNumber = ({ nextPage, pageSize, log }: Opened): number =>
  pageSize > 0 ? Math.max(nextPage, Math.floor(log.size / pageSize)) : nextPage
