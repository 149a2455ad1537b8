/** The backends of docs/examples: `npm run conform` finds nothing to mend in them, and the messenger's own store is live on them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatStore } from '#shared/thread/model.ts'
import { conform } from '#tests/conform/conform.ts'
import { type ExampleBackend, startExpress, startLaravel } from '#tests/support/example-backends.ts'
import { type Soketi, startSoketi } from '#tests/support/soketi.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { sellerWrites, shownTexts } from './people.ts'

const APP = { appId: 'examples', key: 'example-key', secret: 'a-secret-for-tests-only' }
const CUSTOMER_TOKEN = 'the-token-of-the-customer'
const PAIR = { buyer: { id: 7 }, seller: { id: 3, token: 'the-token-of-the-seller' } }
const PAGE_ORIGIN = 'https://a-page.example'

let soketi: Soketi
beforeAll(async () => {
  soketi = await startSoketi(APP)
})
afterAll(() => soketi.kill())

describe.each([
  ['express', startExpress],
  ['laravel', startLaravel],
] as const)('docs/examples/%s', (_, start) => {
  let backend: ExampleBackend
  const opened: Tab[] = []
  beforeAll(async () => {
    backend = await start({
      customerToken: CUSTOMER_TOKEN,
      sellerToken: PAIR.seller.token,
      pageOrigin: PAGE_ORIGIN,
      realtime: { ...APP, port: soketi.port },
    })
  })
  afterEach(() => {
    for (const tab of opened.splice(0)) tab.close()
  })
  afterAll(() => backend?.stop())

  const send = (to: string, message: string, key?: string) =>
    fetch(`${backend.url}/customer/api/${to}/text-messages`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${CUSTOMER_TOKEN}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({ message }),
    })

  async function openThread(): Promise<ChatStore> {
    const config = { wsHost: '127.0.0.1', wsPort: soketi.port, forceTLS: false }
    const tab = openTab({ url: backend.url, token: CUSTOMER_TOKEN, key: APP.key, config })
    opened.push(tab)
    const store = await tab.store()
    store.select(PAIR.seller.id)
    await eventually(() => store.thread.load.value.phase === 'ready')
    return store
  }

  it('answers every call of the messenger as docs/backend.md says', async () => {
    for (let message = 1; message <= 16; message++)
      expect(await sellerWrites(backend.url, PAIR, `Photo ${message} of 16`)).toBe(true)
    const checks = await conform({
      api: `${backend.url}/customer/api`,
      token: CUSTOMER_TOKEN,
      origin: PAGE_ORIGIN,
      realtime: { key: APP.key, wsHost: '127.0.0.1', wsPort: soketi.port },
      text: 'Is it still available?',
    })
    const open = checks.filter(({ verdict }) => verdict !== 'ok')
    expect(open.map(({ what }) => what)).toEqual(['The socket brings TextMessageOutboundSent'])
    expect(checks.length).toBeGreaterThan(15)
  })

  it('shows in every tab at once what either side writes, and marks it as read', async () => {
    const [here, there] = [await openThread(), await openThread()]
    here.send('When was the roof replaced?')
    await eventually(() => shownTexts(there).at(-1) === 'When was the roof replaced?')
    await sellerWrites(backend.url, PAIR, 'In 2021.')
    for (const store of [here, there]) await eventually(() => shownTexts(store).at(-1) === 'In 2021.')
    expect(shownTexts(here)).toEqual(shownTexts(there))
    const unread = (store: ChatStore) => store.conversations.all.value[0]?.unreadCount
    expect(unread(here)).toBeGreaterThan(0)
    const { rows } = here.thread
    for (let offset = 0; offset < rows.value.count; offset++) {
      const row = rows.value.at(offset)
      if (row?.kind === 'message' && !row.message.isRead) here.sighted(row.message.id)
    }
    await eventually(() => unread(here) === 0)
    expect(unread(await openThread())).toBe(0)
  })

  it('stores a message once when its repeat arrives while the first is stored', async () => {
    const to = `customers/${PAIR.buyer.id}/accounts/${PAIR.seller.id}`
    for (let round = 1; round <= 5; round++) {
      const sends = Array.from({ length: 4 }, () => send(to, 'Any news?', `key-${round}`))
      const answers = await Promise.all(sends)
      const bodies = await Promise.all(answers.map((answer) => answer.json()))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(bodies.map(({ data }) => data.id)).size).toBe(1)
    }
  })

  it.each([
    ['another customer', 'customers/8/accounts/3', 'Hello', 403],
    ['an account without a conversation', 'customers/7/accounts/4', 'Hello', 404],
    ['a message that is too long', 'customers/7/accounts/3', 'x'.repeat(1001), 422],
    ['a key that is too long', 'customers/7/accounts/3', 'Hello', 422],
  ])('refuses %s, and says why', async (what, to, message, status) => {
    const key = what.startsWith('a key') ? 'k'.repeat(65) : undefined
    const answer = await send(to, message, key)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringMatching(/\w/) }),
    ])
  })
})
