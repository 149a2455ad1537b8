/** Sessions of several tabs: whose socket it is when tokens come, go and belong to somebody else. */
import type { Signal } from '@preact/signals-core'
import { describe, expect, test, vi } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { createFakeTabs, type FakeTabs } from '#tests/support/fake-tabs.ts'
import { openSession, type SessionWorld, storeOf } from './open-session.ts'

const CONFIG = { key: 'app-key', jobInterval: 200, csrfToken: 'csrf-secret', bearer: true }

function tabOf(browser: FakeTabs, given: Parameters<typeof openSession>[0] = {}): SessionWorld {
  return openSession({ realtimeConfig: CONFIG, tabs: browser.open().host, ...given })
}

const live = (world: SessionWorld) =>
  vi.waitFor(() => expect(storeOf(world)?.connection.value.phase).toBe('live'))

const set = (input: Signal<string | null>, value: string) => {
  input.value = value
}

async function twoTabs(given: Parameters<typeof openSession>[0] = {}) {
  const browser = createFakeTabs()
  const first = tabOf(browser)
  await vi.waitFor(() => expect(first.realtime.made).toBe(1))
  first.realtime.subscribe()
  const second = tabOf(browser, given)
  await live(second)
  expect(second.realtime.made).toBe(0)
  return { browser, first, second }
}

const takesOver = (world: SessionWorld) => vi.waitFor(() => expect(world.realtime.open).toBe(1))

describe('the tab with the socket', () => {
  test.each([
    ['logs out', ({ session }: SessionWorld) => session.logout()],
    ['is taken down', ({ session }: SessionWorld) => session.dispose()],
    ['goes on as somebody else', ({ inputs }: SessionWorld) => set(inputs.token, 'bob')],
    ['is told another backend', ({ inputs }: SessionWorld) => set(inputs.apiBase, 'https://b.example/api')],
  ])('%s: another one has it, under its own token', async (_, change) => {
    const { first, second } = await twoTabs({ token: 'ann-again' })
    second.server.on('POST /broadcasting/auth', { body: { auth: 'app-key:signature' } })
    change(first)
    await takesOver(second)
    await second.connected[0]?.authorise('1.1', 'private-App.Models.Customer.7')
    const [asked] = second.server.of('POST /broadcasting/auth')
    expect(asked?.headers.get('Authorization')).toBe('Bearer ann-again')
  })

  test('is renewed with a fresh token of its customer: nobody notices', async () => {
    const { first, second } = await twoTabs()
    first.inputs.token.value = 'ann-again'
    await vi.waitFor(() => expect(first.server.of('GET /customer/api/auth/user')).toHaveLength(2))
    await new Promise(setImmediate)
    expect([first.realtime.made, second.realtime.made]).toEqual([1, 0])
  })
})

test('a tab that was refused the channel is live again with a fresh token', async () => {
  const world = tabOf(createFakeTabs())
  await vi.waitFor(() => expect(world.realtime.made).toBe(1))
  world.realtime.say('connected')
  world.realtime.refuse('forbidden')
  expect(storeOf(world)?.connection.value.phase).toBe('off')
  world.inputs.token.value = 'ann-again'
  await vi.waitFor(() => expect(world.realtime.made).toBe(2))
  world.realtime.subscribe()
  await live(world)
})

test('two customers in one browser have a socket each', async () => {
  const browser = createFakeTabs()
  const [ann, bob] = [tabOf(browser), tabOf(browser, { token: 'bob' })]
  for (const each of [ann, bob]) await takesOver(each)
  expect([ann.realtime.channel, bob.realtime.channel]).toEqual([
    'App.Models.Customer.7',
    'App.Models.Customer.8',
  ])
})

test('a token made for one account is an identity apart: nothing else is shown, and its socket joins the channel of this account', async () => {
  const browser = createFakeTabs()
  const [whole, bound] = [tabOf(browser), tabOf(browser)]
  await takesOver(whole)
  const former = storeOf(bound)
  const profile = { data: { id: 7, name: 'Ann', photo: null }, meta: { account_id: 3 } }
  bound.server.on('GET /customer/api/auth/user', { body: profile })
  bound.inputs.token.value = 'ann-again'
  await takesOver(bound)
  expect([former?.status.value, former?.conversations.all.value]).toEqual(['destroyed', []])
  expect([whole.realtime.channel, bound.realtime.channel]).toEqual([
    'App.Models.Customer.7',
    'App.Models.Customer.7.Account.3',
  ])
})

test('what one tab has read is read in the other, though the backend says nothing of it', async () => {
  const { first, second } = await twoTabs()
  const list = { data: [eg.wireChat({ accountId: 1, name: 'Ann', unread: 1 })], links: { next: null } }
  const thread = { data: [eg.wireMessage({ id: 5, is_read: false })], links: { next: null } }
  for (const { server } of [first, second]) {
    server.on('GET /customer/api/customers/*/chats', { body: list })
    server.on('GET /customer/api/customers/*/text-messages', { body: thread })
    server.on('PUT /customer/api/customers/*/text-message-service/read-state', { body: {} })
  }
  for (const world of [first, second]) await storeOf(world)?.conversations.reload()
  const [reading, watching] = [storeOf(second), storeOf(first)]
  expect(watching?.conversations.unreadTotal.value).toBe(1)
  reading?.select(1)
  await vi.waitFor(() => expect(reading?.thread.load.value.phase).toBe('ready'))
  reading?.sighted(5)
  second.clock.advance(1000)
  second.clock.advance(200)
  await vi.waitFor(() => expect(watching?.conversations.unreadTotal.value).toBe(0))
})

test('nothing that tabs say or name holds a token', async () => {
  const { browser, first, second } = await twoTabs({ token: 'ann-again' })
  first.realtime.send('TextMessageOutboundSent', { message: eg.wireMessage({ id: 9 }) })
  first.session.logout()
  await takesOver(second)
  expect(browser.posted.length).toBeGreaterThan(3)
  expect(JSON.stringify(browser.posted)).not.toMatch(/\bann\b|ann-again|Bearer|csrf-secret/)
})
