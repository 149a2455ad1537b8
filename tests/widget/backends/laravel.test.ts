/** The real store against a backend of somebody else's: whatever it pages, wraps, types and refuses like, people read and write. */
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatStore, Row } from '#shared/thread/model.ts'
import {
  APP,
  createLaravelBackend,
  type Habits,
  type LaravelBackend,
  type Refusing,
} from '#tests/support/laravel/backend.ts'
import { htmlPage, json, PROBLEMS } from '#tests/support/laravel/shapes.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import type { TokenProvider } from '#widget/chat/token-provider.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Given extends Partial<Habits> {
  refusals?: Refusing[]
  config?: object
  tokenProvider?: TokenProvider
}

async function open({ refusals = [], config, tokenProvider, ...habits }: Given = {}) {
  const backend = createLaravelBackend(habits)
  backend.refusals.push(...refusals)
  const wsPort = await backend.reverb.listen()
  ends.push(() => backend.reverb.stop())
  const tab = openTab({
    url: 'http://laravel.test',
    token: 'laravel-token',
    key: APP.key,
    config: { wsHost: '127.0.0.1', wsPort, forceTLS: false, ...config },
    fetch: backend.fetch,
    ...(tokenProvider ? { tokenProvider } : {}),
  })
  ends.push(() => tab.close())
  return { backend, tab }
}

async function openThread(
  given: Given = {},
): Promise<{ backend: LaravelBackend; tab: Tab; store: ChatStore }> {
  const { backend, tab } = await open(given)
  const store = await tab.store()
  store.select(1)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return { backend, tab, store }
}

const rows = ({ thread }: ChatStore): Row[] =>
  Array.from({ length: thread.rows.value.count }, (_, offset) => thread.rows.value.at(offset))
const texts = (store: ChatStore) =>
  rows(store).flatMap((row) => (row.kind === 'message' ? [row.message.message] : []))
const outgoing = (store: ChatStore) =>
  rows(store).flatMap((row) => (row.kind === 'outgoing' ? [row.outgoing] : []))
const unread = (store: ChatStore) => store.conversations.all.value.find(({ id }) => id === 1)?.unreadCount

/** To the call that ends like this, for as long as the answers last. */
function answering(call: string, ...answers: Response[]): Refusing {
  return ({ method, url }) =>
    `${method} ${url.pathname}`.endsWith(call) || call === '*' ? (answers.shift() ?? null) : null
}
const SENDING = 'accounts/1/text-messages'

const BACKENDS: (Partial<Habits> & { name: string })[] = [
  { name: 'counts pages, wraps what it created, and puts text into frames' },
  { name: 'does not know how many pages there are', paging: 'simple' },
  { name: 'returns a paginator as it is, and created things bare', paging: 'raw', created: 'bare' },
  { name: 'pages by cursor', paging: 'cursor' },
  { name: 'puts objects into frames', frameData: 'object' },
  { name: 'sends the sender what they sent', echoesToSender: true, created: 'bare' },
]

describe.each(BACKENDS)('a backend that $name', ({ name: _, ...habits }) => {
  test('shows all conversations and the whole thread, sends once and hears the answer', async () => {
    const { backend, tab, store } = await openThread(habits)
    expect(store.conversations.all.value).toHaveLength(40)
    expect(store.conversations.all.value[0]).toMatchObject({ id: 1, unreadCount: 0, name: 'Account 1' })
    while (rows(store).length < 41) await store.thread.loadOlder()
    expect(texts(store)).toEqual(backend.texts(1))
    const card = rows(store).flatMap((row) => (row.kind === 'message' && row.message.property) || [])[0]
    expect(card).toMatchObject({ priceUsd: 185_000, baths: 2.5, sqft: 1640 })

    store.send('Is it vacant?')
    await eventually(() => texts(store).at(-1) === 'Is it vacant?')
    backend.say(1, 'Since March.')
    await eventually(() => texts(store).at(-1) === 'Since March.')
    expect(texts(store)).toEqual(backend.texts(1))
    expect(outgoing(store)).toEqual([])

    expect(new Set(backend.asked.map(({ url }) => url.host))).toEqual(new Set(['laravel.test']))
    expect(tab.calls.every(({ headers }) => headers.get('accept') === 'application/json')).toBe(true)
  })
})

test('what was seen is marked read at a backend that counts in text and answers with nothing', async () => {
  const { backend, store } = await openThread()
  backend.say(1, 'Since March.')
  await eventually(() => unread(store) === 1)
  const last = rows(store).at(-1)
  if (last?.kind === 'message') store.sighted(last.message.id)
  await eventually(() => unread(store) === 0 && backend.unread(1) === 0)
})

describe('what such a backend refuses', () => {
  test.each([
    ['419, when its session is over', json(419, PROBLEMS[419]), 'Reload it'],
    ['422, with the words of the field', json(422, PROBLEMS[422]), 'greater than 1000'],
    ['429, with the seconds to wait', json(429, PROBLEMS[429], { 'Retry-After': '60' }), 'in 60 s'],
    ['403, with an empty sentence', json(403, PROBLEMS[403]), 'cannot write'],
    ['404, with an empty sentence', json(404, PROBLEMS[404]), 'no longer exists'],
    ['500, with a sentence that helps nobody', json(500, PROBLEMS[500]), 'did not answer as it should'],
    ['500, with a web page', htmlPage(500), 'did not answer as it should'],
  ])('%s: the text stays with the reason, and goes out when asked again', async (_, refused, reason) => {
    const { backend, store } = await openThread({ refusals: [answering(SENDING, refused)] })
    store.send('Is it vacant?')
    await eventually(() => outgoing(store)[0]?.state === 'failed')
    expect(outgoing(store)[0]).toMatchObject({ text: 'Is it vacant?' })
    expect(JSON.stringify(outgoing(store)[0])).toContain(reason)
    store.resend(outgoing(store)[0]?.clientId ?? '')
    await eventually(() => texts(store).at(-1) === 'Is it vacant?')
    expect(backend.texts(1).filter((text) => text === 'Is it vacant?')).toHaveLength(1)
  })

  test('an answer that is lost on its way back makes no second message, though keys are not known there', async () => {
    const { backend, store } = await openThread({ echoesToSender: true })
    backend.refusals.push((asked) => {
      if (asked.method !== 'POST' || !asked.url.pathname.endsWith(SENDING)) return null
      backend.refusals.length = 0
      void backend.fetch(asked.url, { method: 'POST', headers: asked.headers, body: asked.body })
      return htmlPage(502)
    })
    store.send('Said once')
    await eventually(() => texts(store).at(-1) === 'Said once' && outgoing(store).length === 0)
    expect(backend.texts(1).filter((text) => text === 'Said once')).toHaveLength(1)
  })

  test('a token that has run out is renewed once, and the refused call repeated', async () => {
    const reasons: string[] = []
    const { backend, store } = await openThread({
      tokenProvider: async ({ reason }) => {
        reasons.push(reason)
        return 'fresh-token'
      },
    })
    backend.tokens.clear()
    backend.tokens.add('fresh-token')
    store.send('With a fresh token')
    await eventually(() => texts(store).at(-1) === 'With a fresh token')
    expect(reasons).toEqual(['expired'])
  })

  test('a list that is throttled for a moment is asked for again after the wait it names', async () => {
    const throttled = json(429, PROBLEMS[429], { 'Retry-After': '1' })
    const { store } = await openThread({
      refusals: [answering('GET /customer/api/customers/7/chats', throttled)],
    })
    expect(store.conversations.all.value).toHaveLength(40)
  })
})

describe('a socket server like Reverb', () => {
  test('that turns a signature away without naming the channel is believed at once', async () => {
    const forged = json(200, { auth: `${APP.key}:forged` })
    const { backend, tab } = await open({ refusals: [answering('/broadcasting/auth', forged)] })
    const store = await tab.authorised()
    await eventually(() => store.connection.value.phase === 'off')
    expect(store.connection.value).toMatchObject({ note: expect.stringContaining('refused by the server') })
    await eventually(() => store.conversations.all.value.length === 40)
    expect(backend.asked.filter(({ url }) => url.pathname === '/broadcasting/auth')).toHaveLength(1)
  })

  test.each([
    ['403, for a channel that is not theirs', json(403, PROBLEMS[403])],
    ['419, for a page without its session', json(419, PROBLEMS[419])],
    ['a web page in place of a signature', htmlPage(200)],
  ])(
    'whose backend answers %s: everything works but live updates, and the page says so',
    async (_, refused) => {
      const { backend, tab } = await open({
        refusals: [({ url }) => (url.pathname === '/broadcasting/auth' ? refused.clone() : null)],
      })
      const store = await tab.authorised()
      await eventually(() => store.connection.value.phase === 'off')
      store.select(1)
      await eventually(() => store.thread.load.value.phase === 'ready')
      store.send('Without live updates')
      await eventually(() => texts(store).at(-1) === 'Without live updates')
      expect(backend.texts(1).at(-1)).toBe('Without live updates')
    },
  )
})
