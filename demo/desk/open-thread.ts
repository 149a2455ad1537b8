/** The one open thread: its pages, what is merged into it live, and the reading marks of the buyer. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { deskMessages } from '#shared/contract/desk.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { createOfferBook, type OfferBook } from '#widget/chat/offer-book.ts'
import { toMessage } from '#widget/chat/translate.ts'
import type { DeskThread } from './desk-model.ts'
import { markedRead, mergeMessages } from './merge-messages.ts'

export interface OpenThread {
  readonly thread: ReadonlySignal<DeskThread | null>
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

export function createOpenThread(api: Api): OpenThread {
  const thread = signal<DeskThread | null>(null)
  const book = createOfferBook(systemClock)
  let oldestPage = 1

  /** Answers that come after another thread was opened change nothing. */
  const change = (customerId: number, next: (open: DeskThread) => Partial<DeskThread>) => {
    const open = thread.peek()
    if (open?.customerId !== customerId) return
    const changed = { ...open, ...next(open) }
    if (changed.messages !== open.messages) book.take(changed.messages)
    thread.value = changed
  }
  const fetchPage = (customer: number, page: number) =>
    api(deskMessages, { params: { customer }, query: { page } })

  const refresh = async () => {
    const customerId = thread.peek()?.customerId
    if (customerId === undefined) return
    try {
      const reply = await fetchPage(customerId, 1)
      change(customerId, ({ messages, state, hasOlder }) => ({
        messages: mergeMessages(messages, reply.data.map(translated)),
        hasOlder: state === 'ready' ? hasOlder : hasNextPage(reply),
        state: 'ready',
      }))
    } catch {
      change(customerId, ({ state }) => ({ state: state === 'ready' ? 'ready' : 'failed' }))
    }
  }

  return {
    thread,
    book,
    refresh,
    open(customerId, name) {
      oldestPage = 1
      book.clear()
      const empty = { messages: [], state: 'loading', hasOlder: false, older: 'idle' } as const
      thread.value = { customerId, name, ...empty }
      void refresh()
    },
    close() {
      thread.value = null
    },
    async loadOlder() {
      const open = thread.peek()
      if (!open?.hasOlder || open.older === 'loading') return
      const { customerId } = open
      change(customerId, () => ({ older: 'loading' }))
      try {
        const reply = await fetchPage(customerId, oldestPage + 1)
        if (thread.peek()?.customerId === customerId) oldestPage += 1
        change(customerId, ({ messages }) => ({
          messages: mergeMessages(messages, reply.data.map(translated)),
          hasOlder: hasNextPage(reply),
          older: 'idle',
        }))
      } catch {
        change(customerId, () => ({ older: 'failed' }))
      }
    },
    merge(message) {
      const open = thread.peek()
      if (!open || open.customerId !== message.customer_id) return false
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
