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
  getContact,
  listChats,
  listTextMessages,
  MESSAGE_RELATIONS,
  markTextMessagesRead,
  sendTextMessage,
} from '#shared/contract/messenger.ts'
import { hasNextPage, problem } from '#shared/contract/wire.ts'
import { type Asking, bodyOf, call, wrongWith } from './call.ts'
import { preflightFaults, SENT_HEADERS, watchAnswers } from './cors.ts'
import { askLive, type LiveSettings } from './live.ts'
import { type Check, createReport, pick } from './report.ts'
import { differences } from './shape-words.ts'

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

export async function conform(given: ConformSettings): Promise<readonly Check[]> {
  const { watched: settings, faults } = watchAnswers(given, given.origin)
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
  const hasFirstContact = Boolean(pick(user, 'meta', 'first_contact'))
  if (hasFirstContact && Number.isInteger(account))
    await expectShape('GET …/contact says who a first message goes to', getContact, {
      params: { customer, account },
    })
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
    const refusal = await call(settings, sendTextMessage, { params, body: { message: ' ' } })
    const empty = wrongWith(refusal, [422])
    say('An empty message is refused', empty ? [empty] : [], 'advice')
    if (!empty) say('The 422 says why, as the messenger shows it', wordlessIn(bodyOf(refusal)))
    if (isSame) say('The same key with another text is refused', other ? [other] : [], 'advice')
  }

  async function askCors(): Promise<void> {
    const { origin } = settings
    if (origin === undefined) return skip('CORS', 'name the origin of a page with --origin')
    say('CORS lets a page read every answer', [...faults])
    const calls = [
      currentUser,
      listChats,
      listTextMessages,
      sendTextMessage,
      markTextMessagesRead,
      authoriseChannel,
      ...(hasFirstContact ? [getContact] : []),
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
      say(
        `CORS lets ${endpoint.method} ${endpoint.path} in`,
        preflightFaults(answer, origin, endpoint.method),
      )
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

/** The messenger shows the first of `errors`, or else `message`. */
function wordlessIn(body: unknown): string[] {
  const says = differences(problem, body)
  if (says.length > 0) return says
  const { message, errors = {} } = problem.parse(body)
  const words = Object.values(errors).flat()[0] ?? message
  return words.trim() === '' ? ['message is empty, and errors has no words'] : []
}

function lostIn(rows: readonly Row[]): string[] {
  return Object.entries(LOST).flatMap(([field, loss]) =>
    rows.every((row) => row[field] === undefined || (row[field] === null && field !== 'idempotency_key'))
      ? [`${field} is missing: ${loss}`]
      : [],
  )
}
