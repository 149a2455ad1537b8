/**
 * Asks a backend everything the messenger asks of it (spec section 7, Messenger), over HTTP and over the socket, and says what differs.
 * Reads by default; with `text` it also sends that text once, waits for its event, and marks messages as read.
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
import { type Answer, type Asking, bodyOf, call, wrongWith } from './call.ts'
import { askLive, type LiveSettings } from './live.ts'
import { type Check, createReport, pick } from './report.ts'

export interface ConformSettings extends LiveSettings {
  /** Of the conversation to look at; the first of the list by default. */
  account?: number
  /** Sent once to the account, so that sending can be asked too. */
  text?: string
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

export async function conform(settings: ConformSettings): Promise<readonly Check[]> {
  const report = createReport(settings)
  const { checks, say, skip, expectShape, expectStatus } = report

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
  const only = Number(pick(user, 'meta', 'account_id')) || null
  const live = await askLive(settings, { customer, account: only }, report)
  try {
    if (!Number.isInteger(account))
      skip('Messages', 'there is no conversation; name an account with --account')
    else await askThread(account)
  } finally {
    live.close()
  }
  await askCors()
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
      skip('Sending, its event, and read marks', 'they write: name a text with --send')
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
    await live.expectEvent(idOf(sent))
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
}

function idOf(body: unknown): string {
  return String(pick(body, 'data', 'id') ?? pick(body, 'id'))
}

const rowsOf = (body: unknown) => {
  const rows = pick(body, 'data')
  return (Array.isArray(rows) ? rows : []) as Row[]
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
