/**
 * Reads a thread from the server, page by page, newest first (spec section 7: GET …/text-messages). Keeps nothing but the cursors
 * by which some backends go on.
 */
import type { Api, CallOptions } from '#shared/api/client.ts'
import { listTextMessages, MESSAGE_RELATIONS, type TextMessageWire } from '#shared/contract/messenger.ts'
import { hasNextPage, nextCursor } from '#shared/contract/wire.ts'
import type { Message } from '#shared/thread/model.ts'
import { toMessage } from '#shared/thread/translate.ts'
import type { Emit } from './chat-events.ts'

export interface MessagePage {
  readonly messages: readonly Message[]
  readonly hasNext: boolean
}

export interface MessagePages {
  /** One page, from 1. Rejects with `ApiError`, or with the signal's reason when called off. */
  page(accountId: number, number: number, options: ReadOptions): Promise<MessagePage>
  /** Walks from page 1 until `isMet` says of a page that what follows is known, or the thread ends. */
  walk(
    accountId: number,
    isMet: (page: readonly Message[], number: number) => boolean,
    options: ReadOptions,
  ): Promise<MessagePage>
}

const NO_FIELDS = {
  type: 'error',
  code: 'message-fields',
  message:
    'A message of GET /customers/{customer}/text-messages has none of the fields that are shown: calculated_body, property, offer, inquiry, action.',
} as const

const isEmpty = (wire: TextMessageWire): boolean =>
  !(wire.calculated_body || wire.attachments || wire.property || wire.offer || wire.inquiry || wire.action)

export type ReadOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>

export function createMessagePages(api: Api, customerId: number, emit: Emit): MessagePages {
  /** By the page they lead to. */
  const cursors = new Map<string, string | undefined>()
  /** The first message of the last page that was read of each account. */
  const firsts = new Map<number, number | undefined>()

  async function read(accountId: number, number: number, options: ReadOptions): Promise<MessagePage> {
    const cursor = number > 1 ? cursors.get(`${accountId} ${number}`) : undefined
    const reply = await api(
      listTextMessages,
      {
        params: { customer: customerId },
        query: { page: number, cursor, 'filter[account_id]': accountId, with: MESSAGE_RELATIONS },
      },
      options,
    )
    cursors.set(`${accountId} ${number + 1}`, nextCursor(reply))
    if (reply.data.some(isEmpty)) emit(NO_FIELDS)
    return {
      messages: reply.data.map((wire) => toMessage(wire)),
      hasNext: hasNextPage(reply) && reply.data.length > 0,
    }
  }

  const pages: MessagePages = {
    async page(accountId, number, options) {
      const page = await read(accountId, number, options)
      const first = page.messages[0]?.id
      const isRepeated = number > 1 && page.hasNext && firsts.get(accountId) === first
      firsts.set(accountId, first)
      if (!isRepeated) return page
      // New messages have pushed it here, or the backend ignores `page` and answers with the same messages for ever.
      const { messages } = await read(accountId, 1, options)
      return { ...page, hasNext: messages[0]?.id !== first }
    },

    async walk(accountId, isMet, options) {
      const found = new Map<number, Message>()
      for (let number = 1; ; number++) {
        const { messages, hasNext } = await pages.page(accountId, number, options)
        for (const message of messages) found.set(message.id, message)
        if (!hasNext || isMet(messages, number)) return { messages: [...found.values()], hasNext }
      }
    },
  }
  return pages
}
