/**
 * One message from a key press to a read mark, through the real store, the real client, the real server, a real database and
 * real sockets, in the ten steps of docs/architecture.md.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlatServer } from '#server/compose-server.ts'
import { createServer } from '#server/create-server.ts'
import type { ChatStore, Message, Row } from '#shared/thread/model.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, peopleOf, type Seller } from '#tests/support/server.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'

const KEY = 'walk'
const TEXT = 'Is the lockbox on the side gate?'

let server: PlatServer
let url: string
let buyer: Person
let seller: Seller
let here: Tab
let there: Tab
let store: ChatStore
let other: ChatStore

beforeAll(async () => {
  server = await createServer({
    database: await openTestDatabase(),
    realtime: {
      driver: 'embedded',
      appId: 'walk',
      key: KEY,
      secret: 'a secret for tests only',
    },
    ...(process.env.TEST_REDIS_URL ? { redisUrl: process.env.TEST_REDIS_URL } : {}),
    secret: 'a secret for tests only',
    log: { level: 'silent' },
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).url
  const people = peopleOf(server)
  buyer = await people.addCustomer()
  seller = await people.addAccount('Gulf Coast Wholesale')
  await people.introduce(buyer, seller)
  here = openTab({ url, token: buyer.token, key: KEY })
  there = openTab({ url, token: buyer.token, key: KEY })
  store = await here.store()
  other = await there.store()
  store.select(seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
})

afterAll(async () => {
  here?.close()
  there?.close()
  await server?.close({ graceMs: 0 })
})

describe('the walk of one message', () => {
  it('1. Enter in the composer hands the text to the store, which shows it at once', () => {
    store.send(TEXT)
    expect(lastRow(store)).toMatchObject({ kind: 'outgoing', outgoing: { text: TEXT, state: 'sending' } })
  })

  it('2. The outbox makes one POST with an idempotency key', async () => {
    const posts = await eventually(() => (sends(here).length > 0 ? sends(here) : null))
    expect(posts).toHaveLength(1)
    expect(posts[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,64}$/)
    expect(posts[0]?.body).toEqual({ message: TEXT })
  })

  it('3. The client fills the path and adds the bearer and the socket id', () => {
    const post = sends(here)[0]
    expect(post?.path).toBe(`/customer/api/customers/${buyer.id}/accounts/${seller.id}/text-messages`)
    expect(post?.headers.get('authorization')).toBe(`Bearer ${buyer.token}`)
    expect(post?.headers.get('x-socket-id')).toMatch(/^\d+\.\d+$/)
  })

  it('4. and 5. The server parses it, asks whose conversation it is, and writes one row', async () => {
    await eventually(() => lastRow(store)?.kind === 'message')
    const rows = await server.database.db
      .selectFrom('messages')
      .selectAll()
      .where('body', '=', TEXT)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ customer_id: buyer.id, account_id: seller.id, type: 'inbound' })
  })

  it('6. The reply becomes the message, and is there once', async () => {
    expect(texts(store)).toEqual([TEXT])
    expect(lastRow(store)).toMatchObject({ kind: 'message', message: { type: 'inbound', message: TEXT } })
    expect(here.events).toContainEqual({ type: 'sent', accountId: seller.id, messageId: newest(store)?.id })
  })

  it('7. and 8. The other tab gets the frame and a new preview', async () => {
    const preview = await eventually(() => other.conversations.all.value.find((it) => it.message === TEXT))
    expect(preview).toMatchObject({ id: seller.id, messageType: 'inbound', unreadCount: 0 })
  })

  it('8. An answer appends to the open thread, and a conversation nobody knew reloads the list', async () => {
    await reply(seller, 'Yes, behind the meter.')
    await eventually(() => texts(store).includes('Yes, behind the meter.'))
    const stranger = await peopleOf(server).addAccount('Piney Woods Land Co.')
    await peopleOf(server).introduce(buyer, stranger)
    await reply(stranger, 'New in Tyler, TX')
    await eventually(() => other.conversations.all.value.some((it) => it.name === 'Piney Woods Land Co.'))
  })

  it('9. The timeline holds a date, the text and the answer, in this order', () => {
    expect(rows(store).map((row) => row.kind)).toEqual(['date', 'message', 'message'])
    expect(texts(store)).toEqual([TEXT, 'Yes, behind the meter.'])
  })

  it('10. A second on screen marks the answer as read, here, on the other tab, and for the seller', async () => {
    const answer = newest(store)
    expect(answer).toMatchObject({ type: 'outbound', isRead: false })
    expect(unreadOf(store)).toBe(1)

    store.sighted(answer?.id ?? 0)
    await eventually(() => newest(store)?.isRead)

    const put = here.calls.find((call) => call.method === 'PUT')
    expect(put?.path).toBe(`/customer/api/customers/${buyer.id}/text-message-service/read-state`)
    expect(put?.body).toEqual({ is_read: true, text_messages_ids: [answer?.id] })
    expect(unreadOf(store)).toBe(0)
    await eventually(() => unreadOf(other) === 0)
    const row = await server.database.db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', answer?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(row.is_read).toBe(true)
  })
})

async function reply(from: Seller, message: string): Promise<void> {
  const response = await fetch(`${url}/account/api/customers/${buyer.id}/text-messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${from.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ message }),
  })
  expect(response.status).toBe(201)
}

const sends = (tab: Tab) =>
  tab.calls.filter((call) => call.method === 'POST' && call.path.endsWith('/text-messages'))
const unreadOf = (of: ChatStore) => of.conversations.all.value.find((it) => it.id === seller.id)?.unreadCount
const rows = (of: ChatStore): Row[] =>
  Array.from({ length: of.thread.rows.value.count }, (_, offset) => of.thread.rows.value.at(offset))
const lastRow = (of: ChatStore): Row | undefined => rows(of).at(-1)
const messages = (of: ChatStore): Message[] =>
  rows(of).flatMap((row) => (row.kind === 'message' ? [row.message] : []))
const texts = (of: ChatStore) => messages(of).map((it) => it.message)
const newest = (of: ChatStore) => messages(of).at(-1)
