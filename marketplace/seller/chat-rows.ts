/** The list of buyers: loading it, and keeping previews, order and unread counts in step with what happens. */
import type { ReadonlySignal } from '@preact/signals-react'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerChats, sellerMarkRead } from '#shared/contract/seller.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { asList } from './list-pages.ts'
import type { LoadState } from './load-state.ts'
import type { NewMark } from './new-mark.ts'
import type { SellerChat } from './seller-model.ts'

export interface ChatRows {
  readonly chats: ReadonlySignal<readonly SellerChat[]>
  readonly chatsState: ReadonlySignal<LoadState>
  /** A list that is there stays when a later load fails. */
  load(): Promise<void>
  nameOf(customerId: number): string
  /** What nobody has read yet. */
  newMark(customerId: number): NewMark
  /** Of the last message, 0 for none. */
  newestId(customerId: number): number
  /** Moves the buyer to the top with a new preview; an unknown buyer makes the whole list load. */
  arrive(message: TextMessageWire, isOpen: boolean): void
  /** It was assigned, blocked, set aside or reopened. An unknown buyer makes the whole list load. */
  hear(customerId: number, state: Partial<SellerChat>): void
  /** The seller app has seen everything of this buyer. */
  markSeen(customerId: number): Promise<void>
}

export function createChatRows(api: Api, clock?: Clock): ChatRows {
  const list = createResource(async (): Promise<readonly SellerChat[]> => {
    const all: SellerChat[] = []
    for (let page = 1, more = true; more; page += 1) {
      const reply = await api(sellerChats, { query: { page } })
      all.push(...reply.data)
      more = hasNextPage(reply)
    }
    return all
  }, clock)
  const { rows: chats, state: chatsState } = asList(list)
  /** Of whom nothing has arrived since. */
  const marked = new Set<number>()
  const find = (customerId: number) => chats.peek().find((chat) => chat.customer.id === customerId)

  return {
    chats,
    chatsState,
    load: list.load,
    nameOf: (customerId) => find(customerId)?.customer.name ?? '',
    newMark: (customerId) => {
      const chat = find(customerId)
      return { unread: chat?.account_unread_count ?? 0, newestId: chat?.last_message?.id ?? 0 }
    },
    newestId: (customerId) => find(customerId)?.last_message?.id ?? 0,
    arrive(message, isOpen) {
      const customerId = message.customer_id ?? 0
      list.change((all) => withMessage(all, message, isOpen))
      // A message on its way while others were marked may have been marked with them.
      if (!find(customerId) || marked.delete(customerId)) void list.load()
    },
    hear(customerId, state) {
      const isKnown = find(customerId) !== undefined
      list.change((all) =>
        all.map((chat) => (chat.customer.id === customerId ? { ...chat, ...state } : chat)),
      )
      if (!isKnown) void list.load()
    },
    async markSeen(customerId) {
      marked.add(customerId)
      const call = () => api(sellerMarkRead, { params: { customer: customerId } })
      // When that fails the count stays, and the next message or visit marks again.
      await attempt(
        list.merge(call, (all) =>
          all.map((chat) => (chat.customer.id === customerId ? { ...chat, account_unread_count: 0 } : chat)),
        ),
      )
    },
  }
}

/** What a buyer sends reopens it. */
const REOPENED = { put_away: null, snoozed_until: null } as const

/**
 * On top, with a new preview. What is no newer than the preview is in the list already, and counted. It still reopens: an event
 * before it, late too, may have set the buyer aside.
 */
function withMessage(all: readonly SellerChat[], message: TextMessageWire, isOpen: boolean) {
  const chat = all.find(({ customer }) => customer.id === message.customer_id)
  if (!chat) return all
  const reopened = message.type === 'inbound' ? { ...chat, ...REOPENED } : chat
  if (message.id <= (chat.last_message?.id ?? 0)) return all.map((one) => (one === chat ? reopened : one))
  const isUnread = message.type === 'inbound' && !isOpen
  const moved: SellerChat = {
    ...reopened,
    last_message: message,
    account_unread_count: chat.account_unread_count + (isUnread ? 1 : 0),
  }
  return [moved, ...all.filter((other) => other !== chat)]
}
