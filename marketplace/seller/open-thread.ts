/** The one open thread: its pages, what is merged into it live, and the reading marks of the buyer. */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerMessages } from '#shared/contract/seller.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import { byPlace } from '#shared/lib/deque.ts'
import type { Message } from '#shared/thread/model.ts'
import { createOfferBook, type OfferBook } from '#shared/thread/offer-book.ts'
import { toMessage } from '#shared/thread/translate.ts'
import { loadStateOf } from './load-state.ts'
import type { SellerThread } from './seller-model.ts'

export interface OpenThread {
  readonly thread: ReadonlySignal<SellerThread | null>
  /** Where the offers in it stand. */
  readonly book: OfferBook
  /** Starts empty and loads the newest page. */
  open(customerId: number, name: string): void
  close(): void
  /** Fetches the newest page again and merges it: after a gap, or after a failure. */
  refresh(): Promise<void>
  loadOlder(): Promise<void>
  /** True when the message belongs to the open thread. */
  merge(message: TextMessageWire): boolean
  markRead(customerId: number, ids: readonly number[]): void
}

export function createOpenThread(api: Api, clock: Clock = systemClock): OpenThread {
  const thread = signal<SellerThread | null>(null)
  const book = createOfferBook(clock)
  let oldestPage = 1
  /** Counts openings: an answer to a former one changes nothing, also of the same buyer. */
  let round = 0

  /** Answers that come after another thread was opened change nothing. */
  const change = (customerId: number, next: (open: SellerThread) => Partial<SellerThread>) => {
    const open = thread.peek()
    if (open?.customerId !== customerId) return
    const changed = { ...open, ...next(open) }
    if (changed.messages !== open.messages) book.take(changed.messages)
    thread.value = changed
  }
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
        if (customerId !== undefined) change(customerId, () => ({ state: loadStateOf(state) }))
      }
      if (state.phase !== 'ready' || state.value === shown) return
      shown = state.value
      const { customerId, messages, page, hasOlder } = state.value
      oldestPage = Math.max(oldestPage, page)
      change(customerId, (now) => ({
        messages: mergeMessages(now.messages, messages.map(translated)),
        hasOlder,
        state: 'ready',
      }))
    })
  })
  const refresh = () => (thread.peek() === null ? Promise.resolve() : newest.load())

  return {
    thread,
    book,
    refresh,
    open(customerId, name) {
      oldestPage = 1
      book.clear()
      newest.reset()
      round += 1
      const empty = { messages: [], state: 'loading', hasOlder: false, older: 'idle' } as const
      thread.value = { customerId, name, ...empty }
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
      change(customerId, () => ({ older: 'loading' }))
      const fetchOlder = async () => {
        const reply = await fetchPage(customerId, oldestPage + 1)
        if (mine !== round) return
        oldestPage += 1
        change(customerId, ({ messages }) => ({
          messages: mergeMessages(messages, reply.data.map(translated)),
          hasOlder: hasNextPage(reply),
          older: 'idle',
        }))
      }
      try {
        // Shown before the merge ends: a load that waits for it reads down to the oldest message that is shown.
        await newest.merge(fetchOlder, (pages) => pages)
      } catch {
        if (mine === round) change(customerId, () => ({ older: 'failed' }))
      }
    },
    merge(message) {
      const open = thread.peek()
      if (!open || open.customerId !== message.customer_id) return false
      // Pages that are being read may not have it yet.
      newest.change((pages) => pages)
      change(open.customerId, ({ messages }) => ({
        messages: mergeMessages(messages, [translated(message)]),
      }))
      return true
    },
    markRead(customerId, ids) {
      change(customerId, ({ messages }) => ({ messages: markedRead(messages, new Set(ids)) }))
    },
  }
}

const translated = (message: TextMessageWire) => toMessage(message)

/** Oldest first, each message once; what comes in later wins, except that read stays read. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const isRead = message.isRead || byId.get(message.id)?.isRead === true
    byId.set(message.id, { ...message, isRead })
  }
  return [...byId.values()].sort(byPlace)
}

/** One thread out of pages, answers and live events, whatever their order. Pure. */
export function markedRead(messages: readonly Message[], ids: ReadonlySet<number>): Message[] {
  return messages.map((message) => (ids.has(message.id) ? { ...message, isRead: true } : message))
}
