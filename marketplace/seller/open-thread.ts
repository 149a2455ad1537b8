/** The one open thread: its pages, what is merged into it live, and the reading marks of the buyer. */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import type { OfferSummary } from '#shared/contract/offer-summary.ts'
import { sellerMessages } from '#shared/contract/seller.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import { byPlace } from '#shared/lib/deque.ts'
import type { Message } from '#shared/thread/model.ts'
import { createOfferBook, type OfferBook } from '#shared/thread/offer-book.ts'
import { toMessage, toOfferNow } from '#shared/thread/translate.ts'
import { loadStateOf } from './load-state.ts'
import type { NewMark } from './new-mark.ts'
import type { SellerThread } from './seller-model.ts'

export interface OpenThread {
  readonly thread: ReadonlySignal<SellerThread | null>
  /** Where the offers in it stand. */
  readonly book: OfferBook
  /** Starts empty and loads the newest page. */
  open(customerId: number, name: string, newMark?: NewMark): void
  close(): void
  /** Fetches the newest page again and merges it: after a gap, or after a failure. */
  refresh(): Promise<void>
  loadOlder(): Promise<void>
  /** Of this buyer's messages here, 0 for none. */
  newestId(customerId: number): number
  /** True when the message belongs to the open thread. */
  merge(message: TextMessageWire): boolean
  markRead(customerId: number, ids: readonly number[], readAt: string | null): void
  /** An offer has moved. */
  hearOffer(offer: OfferSummary): void
}

/** `joined` hears that the thread of a guest is a buyer's by now. */
export function createOpenThread(
  api: Api,
  clock: Clock = systemClock,
  joined: (guestId: number, customerId: number) => void = () => {},
): OpenThread {
  const book = createOfferBook(clock)
  const { thread, change, add } = createShownThread(book)
  let oldestPage = 1
  /** Counts openings: an answer to a former one changes nothing, also of the same buyer. */
  let round = 0

  const fetchPage = (customer: number, page: number) =>
    api(sellerMessages, { params: { customer }, query: { page } })

  /** The pages down to the oldest message that is shown, at first one. */
  const newest = createResource(async () => {
    const open = thread.peek()
    const customerId = Number(open?.customerId)
    const oldest = open?.messages[0]?.id ?? Number.POSITIVE_INFINITY
    const messages: TextMessageWire[] = []
    for (let page = 1; ; page += 1) {
      const reply = await fetchPage(customerId, page)
      messages.push(...reply.data)
      const hasOlder = hasNextPage(reply)
      if (!hasOlder || (reply.data.at(-1)?.id ?? 0) <= oldest) return { customerId, messages, page, hasOlder }
    }
  }, clock)
  let shown: unknown = null
  effect(() => {
    const state = newest.state.value
    untracked(() => {
      if (state.phase === 'failed') {
        const customerId = thread.peek()?.customerId
        if (customerId !== undefined) change(customerId, { state: loadStateOf(state) })
      }
      if (state.phase !== 'ready' || state.value === shown) return
      shown = state.value
      const { customerId, messages, page, hasOlder } = state.value
      oldestPage = Math.max(oldestPage, page)
      add(customerId, messages, { hasOlder, state: 'ready' })
      const buyerId = messages.find(({ customer_id }) => customer_id)?.customer_id
      if (buyerId && buyerId !== customerId) joined(customerId, buyerId)
    })
  })
  /** What is said now may be missing in pages that are being read: they are read again. */
  const readAgain = () => newest.change((pages) => pages)
  const refresh = () => (thread.peek() === null ? Promise.resolve() : newest.load())

  return {
    thread,
    book,
    refresh,
    open(customerId, name, newMark = { unread: 0, newestId: 0 }) {
      oldestPage = 1
      book.clear()
      newest.reset()
      round += 1
      const empty = { messages: [], state: 'loading', hasOlder: false, older: 'idle' } as const
      thread.value = { customerId, name, newMark, ...empty }
      void refresh()
    },
    close() {
      newest.reset()
      round += 1
      thread.value = null
    },
    async loadOlder() {
      const open = thread.peek()
      if (!open?.hasOlder || open.older === 'loading') return
      const { customerId } = open
      const mine = round
      change(customerId, { older: 'loading' })
      const fetchOlder = async () => {
        const reply = await fetchPage(customerId, oldestPage + 1)
        if (mine !== round) return
        oldestPage += 1
        add(customerId, reply.data, { hasOlder: hasNextPage(reply), older: 'idle' })
      }
      try {
        // Shown before the merge ends: a load that waits for it reads down to the oldest message that is shown.
        await newest.merge(fetchOlder, (pages) => pages)
      } catch {
        if (mine === round) change(customerId, { older: 'failed' })
      }
    },
    newestId(customerId) {
      const open = thread.peek()
      return open?.customerId === customerId ? Math.max(0, ...open.messages.map(({ id }) => id)) : 0
    },
    merge(message) {
      const open = thread.peek()
      if (!open || open.customerId !== message.customer_id) return false
      readAgain()
      add(open.customerId, [message])
      return true
    },
    markRead(customerId, ids, readAt) {
      const open = thread.peek()
      if (open?.customerId !== customerId) return
      readAgain()
      change(customerId, { messages: markedRead(open.messages, new Set(ids), readAt) })
    },
    hearOffer(offer) {
      const now = toOfferNow(offer)
      if (!now) return
      readAgain()
      book.hear(now)
    },
  }
}

/** What is shown of it. Answers that come after another thread was opened change nothing. */
function createShownThread(book: OfferBook) {
  const thread = signal<SellerThread | null>(null)
  function change(customerId: number, next: Partial<SellerThread>): void {
    const open = thread.peek()
    if (open?.customerId !== customerId) return
    if (next.messages) book.take(next.messages)
    thread.value = { ...open, ...next }
  }
  return {
    thread,
    change,
    /** Merges messages in, and sets what else their reply told. */
    add(customerId: number, incoming: readonly TextMessageWire[], next: Partial<SellerThread> = {}): void {
      const known = thread.peek()?.messages ?? []
      const messages = mergeMessages(
        known,
        incoming.map((message) => toMessage(message)),
      )
      change(customerId, { ...next, messages })
    },
  }
}

/** Oldest first, each message once; what comes in later wins, except that read stays read. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const was = byId.get(message.id)
    const isRead = message.isRead || was?.isRead === true
    byId.set(message.id, was ? { ...message, isRead, readAt: message.readAt ?? was.readAt } : message)
  }
  return [...byId.values()].sort(byPlace)
}

/** One thread out of pages, answers and live events, whatever their order. Pure. */
export function markedRead(
  messages: readonly Message[],
  ids: ReadonlySet<number>,
  readAt: string | null,
): Message[] {
  return messages.map((message) => (ids.has(message.id) ? { ...message, isRead: true, readAt } : message))
}
