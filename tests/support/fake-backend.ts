/**
 * A messenger backend in memory behind the typed client's own face. Every call waits until the test says that it reached the
 * server and that its answer came back, so any order can be tried. Replies pass the contract's codecs.
 */
import * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type TextMessageWire,
  textMessageInboundSent,
  textMessageOutboundSent,
} from '#shared/contract/messenger.ts'
import * as eg from './eg.ts'

export interface Call {
  readonly name: string
  readonly input: { params?: Record<string, number>; query?: Record<string, unknown>; body?: unknown }
  readonly keepalive: boolean
  readonly timeoutMs: number | undefined
  readonly hasReached: boolean
  /** The server does what is asked; the answer is on its way. */
  reach(): void
  /** The answer comes in; reaches the server first when it has not. */
  answer(): void
  fail(failure: Failure): void
}

export interface Live {
  readonly name: string
  readonly payload: { message: TextMessageWire }
}

export interface FakeBackend {
  readonly api: Api
  readonly calls: readonly Call[]
  /** Names of all calls ever made, in order. */
  readonly log: string[]
  /** Live events that were said and not taken yet. */
  readonly events: Live[]
  /** From now on calls are answered at once. */
  isPrompt: boolean
  /** The seller writes. */
  say(accountId: number, text: string, given?: Partial<TextMessageWire>): TextMessageWire
  messages(accountId: number): readonly TextMessageWire[]
  unread(accountId: number): number
  /** Another device of the customer writes. */
  sayElsewhere(accountId: number, text: string): TextMessageWire
  addAccount(accountId: number): void
}

export interface BackendOptions {
  pageSize?: number
  /** Sends with the same key get the first message, and messages carry it; on by default. */
  honoursKeys?: boolean
  /** The sender's own socket hears of its send too; off by default. */
  echoesToSender?: boolean
}

export function createFakeBackend(options: BackendOptions = {}): FakeBackend {
  const pageSize = options.pageSize ?? 3
  const threads = new Map<number, TextMessageWire[]>()
  const byKey = new Map<string, TextMessageWire>()
  const calls: Call[] = []
  const log: string[] = []
  const events: Live[] = []
  let lastId = 0

  function store(accountId: number, given: Partial<TextMessageWire>): TextMessageWire {
    const named = options.honoursKeys === false ? {} : { idempotency_key: null }
    const message = eg.wireMessage({ id: ++lastId, account_id: accountId, ...named, ...given })
    threads.set(accountId, [...(threads.get(accountId) ?? []), message])
    return message
  }

  function broadcast(message: TextMessageWire): TextMessageWire {
    const event = message.type === 'inbound' ? textMessageInboundSent : textMessageOutboundSent
    events.push({ name: event.name, payload: { message } })
    return message
  }

  const unreadOf = (accountId: number) =>
    (threads.get(accountId) ?? []).filter((each) => each.type === 'outbound' && !each.is_read).length

  function pageOf<T>(rows: readonly T[], page: number) {
    const start = (page - 1) * pageSize
    const hasMore = start + pageSize < rows.length
    return {
      data: rows.slice(start, start + pageSize),
      links: { next: hasMore ? 'https://elsewhere.example/next' : null, prev: null },
    }
  }

  const doing: Record<string, (input: Call['input'], key: string | undefined) => unknown> = {
    listChats({ query }) {
      const chats = [...threads].map(([accountId, thread]) =>
        eg.wireChat({ accountId, last: thread.at(-1) ?? null, unread: unreadOf(accountId) }),
      )
      const newestFirst = chats.sort((a, b) => (b.last_message?.id ?? 0) - (a.last_message?.id ?? 0))
      return pageOf(newestFirst, Number(query?.page ?? 1))
    },
    listTextMessages: ({ query }) =>
      pageOf(
        [...(threads.get(Number(query?.['filter[account_id]'])) ?? [])].reverse(),
        Number(query?.page ?? 1),
      ),
    sendTextMessage({ params, body }, key) {
      const known = key !== undefined && options.honoursKeys !== false ? byKey.get(key) : undefined
      if (known) return { data: known }
      const { message } = body as { message: string }
      const named = options.honoursKeys === false ? {} : { idempotency_key: key ?? null }
      const made = store(params?.account ?? 0, { type: 'inbound', calculated_body: message, ...named })
      if (key !== undefined) byKey.set(key, made)
      if (options.echoesToSender) broadcast(made)
      return { data: made }
    },
    markTextMessagesRead({ body }) {
      const { text_messages_ids } = body as { text_messages_ids: number[] }
      for (const [accountId, thread] of threads)
        threads.set(
          accountId,
          thread.map((each) => (text_messages_ids.includes(each.id) ? { ...each, is_read: true } : each)),
        )
      return undefined
    },
  }

  const backend: FakeBackend = {
    calls,
    log,
    events,
    isPrompt: false,
    api: ((endpoint, input, callOptions = {}) => {
      const { name } = endpoint
      log.push(name)
      return new Promise((resolve, reject) => {
        let made: { reply: unknown } | null = null
        const remove = () => {
          callOptions.signal?.removeEventListener('abort', abort)
          const at = calls.indexOf(call)
          if (at >= 0) calls.splice(at, 1)
        }
        const call: Call = {
          name,
          input: input as Call['input'],
          keepalive: callOptions.keepalive ?? false,
          timeoutMs: callOptions.timeoutMs,
          get hasReached() {
            return made !== null
          },
          reach() {
            made ??= {
              reply: structuredClone(doing[name]?.(call.input, callOptions.headers?.['Idempotency-Key'])),
            }
          },
          answer() {
            call.reach()
            remove()
            resolve(z.decode(endpoint.reply, made?.reply as never) as never)
          },
          fail(failure) {
            remove()
            reject(new ApiError(name, failure))
          },
        }
        const abort = () => {
          remove()
          reject(callOptions.signal?.reason)
        }
        callOptions.signal?.addEventListener('abort', abort)
        calls.push(call)
        if (backend.isPrompt) call.answer()
      })
    }) as Api,
    say: (accountId, text, given = {}) =>
      broadcast(store(accountId, { calculated_body: text, is_read: false, ...given })),
    sayElsewhere: (accountId, text) =>
      broadcast(store(accountId, { type: 'inbound', calculated_body: text })),
    messages: (accountId) => threads.get(accountId) ?? [],
    unread: unreadOf,
    addAccount: (accountId) => void threads.set(accountId, threads.get(accountId) ?? []),
  }
  return backend
}

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
