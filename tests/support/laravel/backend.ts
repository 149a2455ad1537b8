/**
 * A messenger backend as somebody else would have written it in Laravel, in memory: ids as text, yes as 1, numbers as text, pages
 * that name another host, created things bare or wrapped, errors that say nothing, no idea of an Idempotency-Key. `fetch` is all
 * of its HTTP, `reverb` its sockets.
 */
import { createReverb, type FrameData, type Reverb } from './reverb.ts'
import { htmlPage, json, type Paging, PROBLEMS, pageOf } from './shapes.ts'

export interface Habits {
  paging: Paging
  /** How the answer to a send is wrapped. */
  created: 'bare' | 'wrapped'
  frameData: FrameData
  /** Broadcasts to the sender's own socket too: `toOthers()` was forgotten. */
  echoesToSender: boolean
}

export const PLAIN: Habits = {
  paging: 'lengthAware',
  created: 'wrapped',
  frameData: 'text',
  echoesToSender: false,
}

export const CUSTOMER = 7
export const APP = { key: 'app-key', secret: 'a secret for tests only' }

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

/** Null lets the backend answer as it would. */
export type Refusing = (asked: Asked) => Response | null

export interface LaravelBackend {
  readonly fetch: typeof fetch
  readonly reverb: Reverb
  readonly asked: readonly Asked[]
  /** Asked first, the latest first. */
  readonly refusals: Refusing[]
  /** Tokens that work; a test takes one away. */
  readonly tokens: Set<string>
  /** The seller writes. */
  say(accountId: number, text: string): void
  /** What is stored of a conversation, oldest first. */
  texts(accountId: number): string[]
  unread(accountId: number): number
}

/** Rows as MySQL hands them out. */
interface Row {
  id: number
  type: 'inbound' | 'outbound'
  body: string
  is_read: 0 | 1
  at: number
}

const START_MS = Date.UTC(2025, 5, 10, 15, 0)
const SECOND_MS = 1000
const ACCOUNTS = 40
const LONG_THREAD = 40

export function createLaravelBackend(given: Partial<Habits> = {}): LaravelBackend {
  const habits = { ...PLAIN, ...given }
  const reverb = createReverb(APP, habits.frameData)
  const threads = new Map<number, Row[]>()
  const asked: Asked[] = []
  const refusals: Refusing[] = []
  const tokens = new Set(['laravel-token'])
  let lastId = 0

  const store = (accountId: number, type: Row['type'], body: string, is_read: 0 | 1) => {
    const row: Row = { id: ++lastId, type, body, is_read, at: START_MS + lastId * SECOND_MS }
    threads.set(accountId, [...(threads.get(accountId) ?? []), row])
    return row
  }
  for (let account = ACCOUNTS; account >= 1; account--) {
    const count = account === 1 ? LONG_THREAD : 1
    for (let n = 1; n <= count; n++) store(account, 'outbound', `Message ${n} of ${account}`, 1)
  }

  const messageOf = (accountId: number, row: Row) => ({
    id: String(row.id),
    customer_id: String(CUSTOMER),
    account_id: String(accountId),
    type: row.type,
    action: null,
    channel: null,
    calculated_body: row.body,
    is_read: row.is_read,
    created_at: microseconds(row.at),
    updated_at: microseconds(row.at),
    property: row.id % 10 === 0 ? PROPERTY : null,
  })
  const chatOf = (accountId: number, rows: readonly Row[]) => {
    const last = rows.at(-1)
    return {
      id: String(500 + accountId),
      customer_id: CUSTOMER,
      account_id: String(accountId),
      customer_unread_count: String(unread(accountId)),
      created_at: microseconds(START_MS),
      account: { id: accountId, title: `Account ${accountId}`, deals_site_settings: null },
      last_message: last ? messageOf(accountId, last) : null,
    }
  }
  const unread = (accountId: number) =>
    (threads.get(accountId) ?? []).filter(({ type, is_read }) => type === 'outbound' && is_read === 0).length

  function broadcast(accountId: number, row: Row, except: string | null): void {
    const event = row.type === 'inbound' ? 'TextMessageInboundSent' : 'TextMessageOutboundSent'
    const spared = habits.echoesToSender ? null : except
    reverb.say(
      `private-App.Models.Customer.${CUSTOMER}`,
      event,
      { message: messageOf(accountId, row) },
      spared,
    )
  }

  function send(accountId: number, request: Asked): Response {
    const { message } = JSON.parse(request.body)
    if (String(message).length > 1000) return json(422, PROBLEMS[422])
    // The middleware TrimStrings, which every new project has.
    const row = store(accountId, 'inbound', String(message).trim(), 1)
    broadcast(accountId, row, request.headers.get('X-Socket-ID'))
    const { property, calculated_body, is_read, ...created } = messageOf(accountId, row)
    const made = { ...created, body: calculated_body, id: row.id }
    return json(201, habits.created === 'wrapped' ? { data: made } : made)
  }

  function authorise({ body }: Asked): Response {
    const form = new URLSearchParams(body)
    const channel = form.get('channel_name') ?? ''
    if (channel !== `private-App.Models.Customer.${CUSTOMER}`) return json(403, PROBLEMS[403])
    return json(200, { auth: reverb.sign(form.get('socket_id') ?? '', channel) })
  }

  function answer(request: Asked): Response {
    const { method, url, headers } = request
    const call = `${method} ${url.pathname.replace(/^\/customer\/api/, '')}`
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
    if (!tokens.has(headers.get('Authorization')?.replace('Bearer ', '') ?? ''))
      // The guard wants to redirect to a route that an API does not have.
      return headers.get('Accept')?.includes('json') ? json(401, PROBLEMS[401]) : htmlPage(500)
    if (call === 'GET /auth/user') return json(200, { data: { id: String(CUSTOMER), email: 'a@x.test' } })
    if (call === 'POST /broadcasting/auth') return authorise(request)
    if (call === `GET /customers/${CUSTOMER}/chats`) return json(200, chats(url))
    if (call === `GET /customers/${CUSTOMER}/text-messages`) return json(200, thread(url))
    if (call === `PUT /customers/${CUSTOMER}/text-message-service/read-state`) return markRead(request)
    const to = new RegExp(`^POST /customers/${CUSTOMER}/accounts/(\\d+)/text-messages$`).exec(call)?.[1]
    return to ? send(Number(to), request) : json(404, PROBLEMS[404])
  }

  const chats = (url: URL) =>
    pageOf(
      [...threads]
        .sort(([, a], [, b]) => (b.at(-1)?.id ?? 0) - (a.at(-1)?.id ?? 0))
        .map(([id, rows]) => chatOf(id, rows)),
      url,
      habits.paging,
    )
  const thread = (url: URL) => {
    const accountId = Number(url.searchParams.get('filter[account_id]'))
    const rows = [...(threads.get(accountId) ?? [])].reverse()
    return pageOf(
      rows.map((row) => messageOf(accountId, row)),
      url,
      habits.paging,
    )
  }
  function markRead({ body }: Asked): Response {
    const ids = JSON.parse(body).text_messages_ids as number[]
    for (const rows of threads.values()) for (const row of rows) if (ids.includes(row.id)) row.is_read = 1
    return json(204, null)
  }

  return {
    reverb,
    asked,
    refusals,
    tokens,
    unread,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { method, headers } = request
      const one: Asked = { method, headers, url: new URL(request.url), body: await request.text() }
      asked.push(one)
      for (const refuse of refusals.toReversed()) {
        const refused = refuse(one)
        if (refused) return refused
      }
      return answer(one)
    },
    say(accountId, text) {
      broadcast(accountId, store(accountId, 'outbound', text, 0), null)
    },
    texts: (accountId) => (threads.get(accountId) ?? []).map(({ body }) => body),
  }
}

const microseconds = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')

/** DECIMAL columns come as text. */
const PROPERTY = {
  id: '31',
  url: 'https://deals.example/p/31',
  price: '185000.00',
  arv_estimate: '260000.00',
  full_address: '412 Live Oak St, Waco, TX 76701',
  bedrooms: '3',
  bathrooms: '2.5',
  sq_footage: 1640,
  main_image: null,
}

const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, x-socket-id, accept',
}
