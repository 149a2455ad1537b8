/**
 * Asks a backend everything the messenger asks of it (spec section 7, Messenger), and says what differs. Reads by default;
 * with `text` it also sends that text once and marks messages as read.
 */
import { randomUUID } from 'node:crypto'
import { currentUser } from '#shared/contract/account.ts'
import { authoriseChannel } from '#shared/contract/broadcasting.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import {
  CHAT_RELATIONS,
  listChats,
  listTextMessages,
  MESSAGE_RELATIONS,
  markTextMessagesRead,
  sendTextMessage,
} from '#shared/contract/messenger.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import { type Answer, type Asking, type Backend, call, wrongWith } from './call.ts'
import { differences } from './shape-words.ts'

export interface ConformSettings extends Backend {
  /** Of the conversation to look at; the first of the list by default. */
  account?: number
  /** A page's origin that should be let in. */
  origin?: string
  /** Key of the realtime application, which signatures begin with. */
  key?: string
  /** What the channel's name begins with; `App` by default. */
  prefix?: string
  /** Sent once to the account, so that sending can be asked too. */
  text?: string
}

export type Verdict = 'ok' | 'differs' | 'advice' | 'not asked'

export interface Check {
  readonly what: string
  readonly verdict: Verdict
  /** Sentences, one for each thing; none when all is well. */
  readonly says: readonly string[]
}

interface Row {
  id: number
  account_id?: number
  type?: string
  [field: string]: unknown
}

const SENT_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'x-socket-id']

/** Fields that may be absent, and what is lost then. */
const LOST: Record<string, string> = {
  calculated_body: 'the text of every message is empty',
  type: 'every message stands on the wrong side',
  calculated_send_datetime: 'messages are dated by created_at',
  created_at: 'messages without calculated_send_datetime have no date',
  is_read: 'every message counts as read',
  account_id: 'live messages find no conversation',
  idempotency_key: 'a send whose answer is lost is recognized by its text alone',
}

export async function conform(settings: ConformSettings): Promise<Check[]> {
  const checks: Check[] = []
  const say = (what: string, says: readonly string[], verdict: Verdict = 'differs') =>
    void checks.push({ what, verdict: says.length === 0 ? 'ok' : verdict, says })
  const skip = (what: string, why: string) => say(what, [why], 'not asked')
  /** Says what is wrong with an answer, and gives its body when it is JSON. */
  const expectShape = async (what: string, endpoint: Endpoint, asking: Asking, statuses = [200]) => {
    const answer = await call(settings, endpoint, asking)
    const wrong = wrongWith(answer, statuses)
    const says = wrong ? [wrong] : differences(endpoint.reply, bodyOf(answer))
    say(what, says)
    return wrong === null ? (bodyOf(answer) as Record<string, unknown>) : null
  }
  const expectStatus = async (what: string, endpoint: Endpoint, asking: Asking, statuses: number[]) => {
    const wrong = wrongWith(await call(settings, endpoint, asking), statuses)
    say(what, wrong ? [wrong] : [])
  }

  const user = await expectShape('GET /auth/user answers the person', currentUser, {})
  await expectStatus('GET /auth/user without a token is refused', currentUser, { token: null }, [401])
  await expectStatus(
    'GET /auth/user with a wrong token is refused',
    currentUser,
    { token: 'wrong' },
    [401, 403],
  )
  const customer = Number(pick(user, 'data', 'id'))
  if (!Number.isInteger(customer)) {
    skip('Conversations, messages, channels', 'they need the id of the person')
    return checks
  }

  const chats = await expectShape('GET …/chats lists the conversations', listChats, {
    params: { customer },
    query: { page: 1, with: CHAT_RELATIONS },
  })
  const account = settings.account ?? Number(pick(chats, 'data', 0, 'account', 'id'))
  if (!Number.isInteger(account)) skip('Messages', 'there is no conversation; name an account with --account')
  else await askThread(account)
  await askCors()
  await askChannels()
  return checks

  async function askThread(to: number): Promise<void> {
    const asking = (page: number) => ({
      params: { customer },
      query: { page, 'filter[account_id]': to, with: MESSAGE_RELATIONS },
    })
    const thread = await expectShape('GET …/text-messages lists a conversation', listTextMessages, asking(1))
    const rows = rowsOf(thread)
    if (thread) {
      say('Messages are those of the account, each once, the newest first', orderOf(rows, to))
      if (rows.length > 0) say('Messages have what the messenger shows', lostIn(rows), 'advice')
      if (hasNextPage(thread)) await askSecondPage(rows, asking(2))
      else skip('The second page', 'the conversation has only one')
    }
    const params = { customer, account: to }
    if (settings.text === undefined) {
      skip('Sending and read marks', 'they write: name a text with --send')
      return
    }
    await askSend(params, settings.text)
    const text_messages_ids = rows.filter(({ type }) => type === 'outbound').map(({ id }) => Number(id))
    if (text_messages_ids.length === 0) return skip('Read marks', 'no message was sent to the customer')
    const body = { is_read: true, text_messages_ids }
    const marked = await call(settings, markTextMessagesRead, { params: { customer }, body })
    const isDone = !('problem' in marked) && marked.status >= 200 && marked.status < 300
    say('PUT …/read-state marks messages as read', isDone ? [] : [wrongWith(marked, [200, 204]) ?? ''])
  }

  async function askSecondPage(rows: readonly Row[], asking: Asking): Promise<void> {
    const page = await expectShape('The second page has the same shape', listTextMessages, asking)
    const known = new Set(rows.map(({ id }) => String(id)))
    const repeated = rowsOf(page).filter(({ id }) => known.has(String(id)))
    if (page && repeated.length > 0)
      say('The second page goes on where the first ends', [`${repeated.length} messages stand on both`])
  }

  async function askSend(params: { customer: number; account: number }, message: string): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() }
    const send = (text: string) => ({ params, headers, body: { message: text } })
    const sent = await expectShape('POST …/text-messages sends', sendTextMessage, send(message), [200, 201])
    if (!sent) return
    const again = await call(settings, sendTextMessage, send(message))
    const isSame = idOf(bodyOf(again)) === idOf(sent)
    say(
      'A repeat with the same Idempotency-Key is the same message',
      isSame
        ? []
        : ['it was stored twice, or refused: after a lost answer the messenger cannot repeat safely'],
      'advice',
    )
    const other = wrongWith(await call(settings, sendTextMessage, send(`${message} (other)`)), [409])
    const empty = wrongWith(await call(settings, sendTextMessage, { params, body: { message: ' ' } }), [422])
    say('An empty message is refused', empty ? [empty] : [], 'advice')
    if (isSame) say('The same key with another text is refused', other ? [other] : [], 'advice')
  }

  async function askCors(): Promise<void> {
    const { origin } = settings
    if (origin === undefined) return skip('CORS', 'name the origin of a page with --origin')
    const calls = [
      currentUser,
      listChats,
      listTextMessages,
      sendTextMessage,
      markTextMessagesRead,
      authoriseChannel,
    ]
    for (const endpoint of calls as readonly Endpoint[]) {
      const answer = await call(settings, endpoint, {
        method: 'OPTIONS',
        token: null,
        params: { customer, account: account || 1 },
        headers: {
          origin,
          'access-control-request-method': endpoint.method,
          'access-control-request-headers': SENT_HEADERS.join(','),
        },
      })
      say(`CORS lets ${endpoint.method} ${endpoint.path} in`, corsFaults(answer, origin, endpoint.method))
    }
  }

  async function askChannels(): Promise<void> {
    const { prefix = 'App', key } = settings
    const channel = (id: number) => `private-${prefix}.Models.Customer.${id}`
    const form = (id: number) => new URLSearchParams({ socket_id: '1234.5678', channel_name: channel(id) })
    const signed = await expectShape('POST /broadcasting/auth signs the own channel', authoriseChannel, {
      body: form(customer),
    })
    const auth = String(signed?.auth ?? '')
    if (signed && key !== undefined && !auth.startsWith(`${key}:`))
      say('The signature is for this key', [
        `it begins with "${auth.split(':')[0]}", the socket uses "${key}"`,
      ])
    const what = 'POST /broadcasting/auth refuses a channel of somebody else'
    await expectStatus(what, authoriseChannel, { body: form(customer + 1) }, [401, 403])
  }
}

const bodyOf = (answer: Answer): unknown => ('problem' in answer ? undefined : answer.body)

function idOf(body: unknown): string {
  return String(pick(body, 'data', 'id') ?? pick(body, 'id'))
}

const rowsOf = (body: unknown) => {
  const rows = pick(body, 'data')
  return (Array.isArray(rows) ? rows : []) as Row[]
}

function pick(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | null)?.[key], body)
}

const timeOf = (row: Row) => Date.parse(String(row.calculated_send_datetime ?? row.created_at))

function orderOf(rows: readonly Row[], account: number): string[] {
  const says: string[] = []
  if (new Set(rows.map(({ id }) => String(id))).size < rows.length) says.push('a message stands there twice')
  if (rows.some((row, at) => at > 0 && timeOf(row) > timeOf(rows[at - 1] as Row)))
    says.push('an older message stands before a newer one: order by time, descending')
  const strangers = rows.filter((row) => row.account_id != null && Number(row.account_id) !== account)
  if (strangers.length > 0)
    says.push(`${strangers.length} messages are of other accounts: filter[account_id] is ignored`)
  return says
}

function lostIn(rows: readonly Row[]): string[] {
  return Object.entries(LOST).flatMap(([field, loss]) =>
    rows.every((row) => row[field] === undefined || (row[field] === null && field !== 'idempotency_key'))
      ? [`${field} is missing: ${loss}`]
      : [],
  )
}

function corsFaults(answer: Answer, origin: string, method: string): string[] {
  if ('problem' in answer) return [answer.problem]
  const listed = (name: string) => (answer.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
  const says: string[] = []
  const allowed = answer.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin)
    says.push(`Access-Control-Allow-Origin is ${allowed ?? 'missing'}, ${origin} is needed`)
  const isSimple = method === 'GET' || method === 'POST'
  const methods = listed('access-control-allow-methods')
  if (!isSimple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    says.push(`Access-Control-Allow-Methods lacks ${method}`)
  const headers = listed('access-control-allow-headers')
  // A star does not cover Authorization.
  const lacking = SENT_HEADERS.filter(
    (name) => !headers.includes(name) && (name === 'authorization' || !headers.includes('*')),
  )
  if (lacking.length > 0) says.push(`Access-Control-Allow-Headers lacks ${lacking.join(', ')}`)
  return says
}
