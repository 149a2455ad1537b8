/**
 * Reads a thread from the server, page by page, newest first (spec section 7: GET …/text-messages). Keeps nothing but the cursors
 * by which some backends go on.
 */
import type { Api } from '#shared/api/client.ts'
import { listTextMessages, MESSAGE_RELATIONS } from '#shared/contract/messenger.ts'
import { hasNextPage, nextCursor } from '#shared/contract/wire.ts'
import type { Message } from './model.ts'
import { toMessage } from './translate.ts'

export interface MessagePage {
  readonly messages: readonly Message[]
  readonly hasNext: boolean
}

export interface MessagePages {
  /** One page, from 1. Rejects with `ApiError`, or with the signal's reason when called off. */
  page(accountId: number, number: number, signal: AbortSignal): Promise<MessagePage>
  /** Walks from page 1 until `isMet` says of a page that what follows is known, or the thread ends. */
  walk(
    accountId: number,
    isMet: (page: readonly Message[], number: number) => boolean,
    signal: AbortSignal,
  ): Promise<MessagePage>
}

export function createMessagePages(api: Api, customerId: number): MessagePages {
  /** By the page they lead to. */
  const cursors = new Map<string, string | undefined>()
  const pages: MessagePages = {
    async page(accountId, number, signal) {
      const cursor = number > 1 ? cursors.get(`${accountId} ${number}`) : undefined
      const reply = await api(
        listTextMessages,
        {
          params: { customer: customerId },
          query: { page: number, cursor, 'filter[account_id]': accountId, with: MESSAGE_RELATIONS },
        },
        { signal },
      )
      cursors.set(`${accountId} ${number + 1}`, nextCursor(reply))
      return {
        messages: reply.data.map((wire) => toMessage(wire)),
        hasNext: hasNextPage(reply) && reply.data.length > 0,
      }
    },

    async walk(accountId, isMet, signal) {
      const found = new Map<number, Message>()
      for (let number = 1; ; number++) {
        const { messages, hasNext } = await pages.page(accountId, number, signal)
        const before = found.size
        for (const message of messages) found.set(message.id, message)
        // A backend that ignores `page` answers with the same messages for ever.
        const isStuck = found.size === before
        if (!hasNext || isStuck || isMet(messages, number))
          return { messages: [...found.values()], hasNext: hasNext && !isStuck }
      }
    },
  }
  return pages
}
