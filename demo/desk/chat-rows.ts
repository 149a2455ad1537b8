/** The list of buyers: loading it, and keeping previews, order and unread counts in step with what happens. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { deskChats, deskMarkRead } from '#shared/contract/desk.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { DeskChat, LoadState } from './desk-model.ts'

export interface ChatRows {
  readonly chats: ReadonlySignal<readonly DeskChat[]>
  readonly chatsState: ReadonlySignal<LoadState>
  /** A list that is there stays when a later load fails. */
  load(): Promise<void>
  nameOf(customerId: number): string
  /** Moves the buyer to the top with a new preview; an unknown buyer makes the whole list load. */
  arrive(message: TextMessageWire, isOpen: boolean): void
  /** The desk has seen everything of this buyer. */
  markSeen(customerId: number): Promise<void>
}

export function createChatRows(api: Api): ChatRows {
  const chats = signal<readonly DeskChat[]>([])
  const chatsState = signal<LoadState>('loading')
  const find = (customerId: number) => chats.peek().find((chat) => chat.customer.id === customerId)

  const load = async () => {
    try {
      const all: DeskChat[] = []
      for (let page = 1, more = true; more; page += 1) {
        const reply = await api(deskChats, { query: { page } })
        all.push(...reply.data)
        more = hasNextPage(reply)
      }
      batch(() => {
        chats.value = all
        chatsState.value = 'ready'
      })
    } catch {
      if (chatsState.peek() !== 'ready') chatsState.value = 'failed'
    }
  }

  return {
    chats,
    chatsState,
    load,
    nameOf: (customerId) => find(customerId)?.customer.name ?? '',
    arrive(message, isOpen) {
      const chat = find(message.customer_id ?? 0)
      if (!chat) return void load()
      const isUnread = message.type === 'inbound' && !isOpen && chat.last_message?.id !== message.id
      const moved: DeskChat = {
        ...chat,
        last_message: message,
        account_unread_count: chat.account_unread_count + (isUnread ? 1 : 0),
      }
      chats.value = [moved, ...chats.peek().filter((other) => other.id !== chat.id)]
    },
    async markSeen(customerId) {
      try {
        await api(deskMarkRead, { params: { customer: customerId } })
        chats.value = chats
          .peek()
          .map((chat) => (chat.customer.id === customerId ? { ...chat, account_unread_count: 0 } : chat))
      } catch {
        // The count stays, and the next message or visit marks again.
      }
    },
  }
}
