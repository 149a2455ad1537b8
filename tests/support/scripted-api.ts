/** A backend that a browser test writes line by line: chats, threads, and what goes wrong. Answers the contract's calls from memory. */
import type { Route } from 'playwright'

export interface WireMessage {
  id: number
  type: 'inbound' | 'outbound'
  action: string | null
  channel: string | null
  created_at: string
  calculated_body: string
  is_read: boolean
  property: object | null
  offer: object | null
  /** Only for a backend whose messages name their sends. */
  idempotency_key?: string | null
}

interface Answer {
  status?: number
  json?: unknown
  /** Sent as HTML. */
  html?: string
  headers?: Record<string, string>
}

/** `abort`: no answer at all. `hang`: none ever. */
export type Reply = Answer | 'abort' | 'hang'

/** Null leaves the call to the next rule, and in the end to the memory. */
export type Rule = (call: string, route: Route) => Reply | null | Promise<Reply | null>

const PAGE_SIZE = 25
const TOKENS: Record<string, number> = { 'token-of-7': 7, 'fresh-token-of-7': 7, 'token-of-8': 8 }

export class ScriptedApi {
  readonly customerNames = new Map<number, string>()
  readonly threads = new Map<number, WireMessage[]>()
  readonly names = new Map<number, string>()
  readonly unread = new Map<number, number>()
  /** The logo of an account; none by default. */
  logo: (accountId: number) => string | null = () => null
  readonly calls: string[] = []
  readonly sent: string[] = []
  /** Asked before anything else; the first that answers wins. */
  readonly rules: Rule[] = []
  #nextId = 100_000

  /** A conversation with `count` messages a minute apart, the newest at 9:42 on 10 June 2025, UTC, less a minute for each account. */
  conversation(
    accountId: number,
    name: string,
    count = 3,
    text = (n: number) => `Message ${n}`,
  ): WireMessage[] {
    const end = Date.parse('2025-06-10T09:43:00Z') - accountId * 60_000
    const messages = Array.from({ length: count }, (_, index) =>
      wireMessage({
        id: accountId * 1000 + index + 1,
        type: index % 3 === 1 ? 'inbound' : 'outbound',
        created_at: new Date(end - (count - 1 - index) * 60_000).toISOString(),
        calculated_body: text(index + 1),
      }),
    )
    this.names.set(accountId, name)
    this.threads.set(accountId, messages)
    return messages
  }

  /** A message as the server would store it now. */
  add(accountId: number, over: Partial<WireMessage>): WireMessage {
    const message = wireMessage({ id: this.#nextId++, ...over })
    this.threads.get(accountId)?.push(message)
    return message
  }

  async handle(route: Route): Promise<void> {
    const request = route.request()
    const url = new URL(request.url())
    const call = `${request.method()} ${url.pathname.replace('/customer/api', '')}${url.search}`
    this.calls.push(decodeURIComponent(call))
    const reply = (await this.#ruled(call, route)) ?? this.#answer(call, url, route)
    if (reply === 'hang') return
    if (reply === 'abort') return route.abort()
    await route.fulfill({
      status: reply.status ?? 200,
      headers: { 'Access-Control-Allow-Origin': '*', ...reply.headers },
      contentType: reply.html === undefined ? 'application/json' : 'text/html',
      body: reply.html ?? JSON.stringify(reply.json ?? null),
    })
  }

  async #ruled(call: string, route: Route): Promise<Reply | null> {
    for (const rule of this.rules) {
      const reply = await rule(call, route)
      if (reply !== null) return reply
    }
    return null
  }

  #answer(call: string, url: URL, route: Route): Reply {
    const bearer = route.request().headers().authorization?.replace('Bearer ', '') ?? ''
    const customer = TOKENS[bearer]
    if (customer === undefined) return { status: 401, json: { message: 'Unauthenticated.' } }
    if (call === 'GET /auth/user') {
      const unread_total = [...this.unread.values()].reduce((sum, count) => sum + count, 0)
      return {
        json: { data: { id: customer, name: this.customerNames.get(customer) ?? 'Dana', unread_total } },
      }
    }
    if (call.includes('/chats')) return { json: this.#page(this.#chats(), url) }
    if (call.startsWith('GET') && call.includes('/text-messages')) {
      const accountId = Number(url.searchParams.get('filter[account_id]'))
      return { json: this.#page([...(this.threads.get(accountId) ?? [])].reverse(), url) }
    }
    if (call.startsWith('POST') && call.includes('/text-messages')) {
      const accountId = Number(/accounts\/(\d+)/.exec(call)?.[1])
      const { message } = route.request().postDataJSON()
      this.sent.push(message)
      const stored = this.add(accountId, {
        type: 'inbound',
        calculated_body: message,
        created_at: new Date().toISOString(),
      })
      return { status: 201, json: { data: { ...stored, account_id: accountId } } }
    }
    if (call.includes('/read-state')) return { json: {} }
    if (call.startsWith('POST /broadcasting/auth')) return { json: { auth: 'key:signature' } }
    return { status: 404, json: { message: '' } }
  }

  #chats(): unknown[] {
    return [...this.threads].map(([id, messages]) => ({
      id: id + 500,
      account: {
        id,
        title: this.names.get(id) ?? '',
        deals_site_settings: { deals_emails_logo: this.logo(id) },
      },
      last_message: messages.at(-1) ?? null,
      customer_unread_count: this.unread.get(id) ?? 0,
    }))
  }

  #page(rows: unknown[], url: URL): unknown {
    const page = Number(url.searchParams.get('page') ?? '1')
    const next = page * PAGE_SIZE < rows.length ? `http://elsewhere.test/?page=${page + 1}` : null
    return {
      data: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      links: { next, prev: null },
      meta: { current_page: page, per_page: PAGE_SIZE },
    }
  }
}

export function wireMessage(over: Partial<WireMessage>): WireMessage {
  return {
    id: 1,
    type: 'outbound',
    action: null,
    channel: null,
    created_at: '2025-06-10T09:42:00Z',
    calculated_body: 'Code goes out Friday.',
    is_read: true,
    property: null,
    offer: null,
    ...over,
  }
}

/** A deal as it rides on a message; its picture is one of shared/ui/drawings. */
export function wireProperty(): object {
  return {
    id: 1,
    url: 'https://host.test/deal/1',
    price: 312_000,
    arv_estimate: 445_000,
    full_address: 'Third Ward, Houston, TX 77004',
    bedrooms: 6,
    bathrooms: 4,
    sq_footage: 2860,
    main_image: { thumbnail: 'https://host.test/drawings/house-02.svg' },
  }
}

/** An offer that the seller has countered; it is the buyer's turn. */
export const wireOffer = (over: object = {}): object => ({
  id: 9,
  price: 118_000,
  buyer: 'Houston Property Group LLC',
  move: 'counter',
  by: 'seller',
  state: 'countered',
  current_price: 118_000,
  turn: 'buyer',
  version: 2,
  is_backup: false,
  url: 'https://host.test/profile/offers?offer=9',
  now: '2031-01-01T00:00:00Z',
  ...over,
})
