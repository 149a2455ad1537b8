/** What the page's developer reads once on the console, and hears as `plat-messenger:error`, about a backend that answers otherwise. */
import { expect, test, vi } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { API, openSession, storeOf } from './open-session.ts'

const page = (data: unknown) => ({ body: { data, links: { next: null } } })
const USER = 'GET /customer/api/auth/user'
const CHATS = 'GET /customer/api/customers/*/chats'
const TEXTS = 'GET /customer/api/customers/*/text-messages'
const WEB_PAGE = '<!doctype html><title>Not Found</title>'

test.each([
  {
    name: 'a message whose body has another name',
    call: TEXTS,
    answer: page([{ id: 1, type: 'outbound', body: 'Hello' }]),
    code: 'message-fields',
    words: 'calculated_body',
  },
  {
    name: 'a path that the backend lacks',
    call: CHATS,
    answer: { status: 404, body: WEB_PAGE },
    code: 'backend-answer',
    words: 'GET /customers/{customer}/chats answered 404',
  },
  {
    name: 'a web page in place of JSON',
    call: TEXTS,
    answer: { body: WEB_PAGE },
    code: 'backend-answer',
    words: 'GET /customers/{customer}/text-messages answered 200',
  },
  {
    name: 'an api-base that is one folder off',
    call: USER,
    answer: { status: 404, body: WEB_PAGE },
    code: 'unreachable',
    words: `GET ${API}/auth/user answered 404`,
  },
] as const)('$name', async ({ call, answer, code, words }) => {
  const world = openSession()
  world.server.on(
    CHATS,
    page([1, 2].map((accountId) => eg.wireChat({ accountId, name: `Seller ${accountId}` }))),
  )
  world.server.on(TEXTS, page([]))
  world.server.on(call, answer)
  const error = { type: 'error', code, message: expect.stringContaining(words) }
  if (call !== USER) {
    await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toMatch(/ready|failed/))
    for (const accountId of [1, 2]) {
      storeOf(world)?.select(accountId)
      await storeOf(world)?.conversations.reload()
      await vi.waitFor(() => expect(storeOf(world)?.thread.load.value.phase).not.toBe('loading'))
    }
    expect(world.server.of(call).length).toBeGreaterThan(1)
  }
  await vi.waitFor(() => expect(world.events).toContainEqual(error))
  expect(world.events.filter(({ type }) => type === 'error')).toEqual([error])
  expect(world.warnings.filter((text) => text.includes(words))).toHaveLength(1)
})

test('a message of photos alone is none', async () => {
  const world = openSession()
  world.server.on(CHATS, page([eg.wireChat({ accountId: 1, name: 'Seller 1' })]))
  const attachments = [{ id: 1, kind: 'photo', name: 'front.webp' }]
  world.server.on(TEXTS, page([{ ...eg.wireMessage({ id: 1 }), calculated_body: null, attachments }]))
  await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
  storeOf(world)?.select(1)
  await vi.waitFor(() => expect(storeOf(world)?.thread.load.value.phase).toBe('ready'))
  expect(world.events.filter(({ type }) => type === 'error')).toEqual([])
})

test('a key that the live server does not know', async () => {
  const world = openSession({ realtimeConfig: { key: 'wrong', wsHost: 'ws.example' } })
  const words = 'key in realtime-config'
  const error = { type: 'error', code: 'live-refused', message: expect.stringContaining(words) }
  for (const attempt of [1, 2]) {
    await vi.waitFor(() => expect(world.realtime.made).toBe(attempt))
    await vi.waitFor(() => expect(world.realtime.channel).not.toBeNull())
    world.realtime.say('closed')
    world.clock.advance(600_000)
  }
  expect(world.events.filter(({ type }) => type === 'error')).toEqual([error])
  expect(world.warnings.filter((text) => text.includes(words))).toHaveLength(1)
})
