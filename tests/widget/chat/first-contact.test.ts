/** An account without a conversation: its company is found, and the first message opens the conversation. */
import { describe, expect, test, vi } from 'vitest'
import type { About } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import type { Answer } from '#tests/support/scripted-fetch.ts'
import { openSession, type SessionWorld, storeOf } from './open-session.ts'

const COMPANY = {
  account: { id: 5, title: 'Sabine Ridge' },
  answers: 'Usually answers within 3 hours.',
  hours: 'Open now, until 5 PM CDT.',
}
const CONTACT = 'GET /customer/api/customers/7/accounts/5/contact'
const SEND = 'POST /customer/api/customers/7/accounts/5/text-messages'

async function opened(meta?: object, about?: () => About) {
  const world = openSession(about ? { about } : {})
  world.server.on('GET /customer/api/auth/user', { body: { data: { id: 7 }, ...(meta && { meta }) } })
  world.server.on('GET /customer/api/customers/*/text-messages', {
    body: { data: [], links: { next: null } },
  })
  world.server.on(CONTACT, { body: { data: COMPANY } })
  world.server.on(SEND, ({ headers, body }) => ({
    status: 201,
    body: {
      data: eg.wireMessage({
        id: 90,
        account_id: 5,
        type: 'inbound',
        calculated_body: JSON.parse(body).message,
        idempotency_key: headers.get('Idempotency-Key'),
      }),
    },
  }))
  await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
  const store = storeOf(world)
  if (!store) throw new Error('nobody is let in')
  return { ...world, store }
}

const bodies = ({ server }: SessionWorld) => server.of(SEND).map(({ body }) => JSON.parse(body))

test('the company is selected with what to know of it, and the first message opens the conversation', async () => {
  let title = 'Loading'
  let about = (): About => ({ property_id: 12, context: { title } })
  const world = await opened({ first_contact: true }, () => about())
  const { store, server } = world
  store.select(5)
  await vi.waitFor(() => expect(store.selected.value).not.toBeNull())
  expect(store.selected.value).toMatchObject({
    id: 5,
    name: 'Sabine Ridge',
    note: 'Usually answers within 3 hours. Open now, until 5 PM CDT.',
  })
  expect(store.conversations.all.value.map(({ id }) => id)).toEqual([1])

  title = 'Oak Street 12'
  const chats = [eg.wireChat({ accountId: 1 }), eg.wireChat({ accountId: 5, name: 'Sabine Ridge' })]
  server.on('GET /customer/api/customers/*/chats', { body: { data: chats, links: { next: null } } })
  await vi.waitFor(() => expect(store.thread.load.value.phase).toBe('ready'))
  store.send('Is it still for sale?')
  // The list is asked for again: nobody tells the sender of the new conversation.
  await vi.waitFor(() => expect(store.conversations.all.value).toHaveLength(2))
  about = () => ({})
  store.send('And when may I come by?')
  await vi.waitFor(() => expect(bodies(world)).toHaveLength(2))
  expect(bodies(world)).toEqual([
    {
      message: 'Is it still for sale?',
      first_contact: true,
      property_id: 12,
      context: { title: 'Oak Street 12' },
    },
    { message: 'And when may I come by?' },
  ])
  expect(store.selected.value).toMatchObject({ id: 5, name: 'Sabine Ridge' })
  expect(store.selected.value?.note).toBeUndefined()
})

test('a first message that was refused is opened by the next try', async () => {
  const world = await opened({ first_contact: true })
  const { store, server } = world
  store.select(5)
  server.on(SEND, { status: 403, body: { message: 'Confirm your email first.', code: 'unconfirmed' } })
  await vi.waitFor(() => expect(store.thread.load.value.phase).toBe('ready'))
  store.send('Hello')
  const failed = () => {
    const row = store.thread.rows.value.count > 1 ? store.thread.rows.value.at(1) : null
    return row?.kind === 'outgoing' ? row.outgoing : null
  }
  await vi.waitFor(() => expect(failed()?.reason).toBe('Confirm your email first.'))
  store.resend(failed()?.clientId ?? '')
  await vi.waitFor(() => expect(bodies(world)).toHaveLength(2))
  expect(bodies(world)[1]).toEqual({ message: 'Hello', first_contact: true })
})

test.each([
  ['that does not say so', undefined],
  ['that only binds its token', { account_id: 5 }],
])('a backend %s is not asked', async (_, meta) => {
  const { store, server } = await opened(meta)
  store.select(5)
  await new Promise((resolve) => setTimeout(resolve))
  expect([store.selected.value, store.contact.company.value, server.of(CONTACT)]).toEqual([null, null, []])
})

test.each([
  ['takes no first messages', { body: { data: null } }],
  ['the backend refuses to show', { status: 404, body: { message: 'Not found.' } }],
])('a company that %s cannot be selected', async (_, answer) => {
  const { store, server, clock } = await opened({ first_contact: true })
  server.on(CONTACT, answer)
  store.select(5)
  expect(store.contact.company.value).toBeUndefined()
  await vi.waitFor(() => expect(store.contact.company.value).toBeNull())
  expect(store.selected.value).toBeNull()
  clock.advance(60_000)
  expect(server.of(CONTACT)).toHaveLength(1)
})

describe('a company that could not be loaded', () => {
  // What a proxy says of a server that is away; at this status the client repeats no call by itself.
  const DOWN = { status: 522, body: { message: '' } }
  const WEB_PAGE = { body: '<!doctype html><title>Maintenance</title>' }

  async function failed(answer: Answer = DOWN) {
    const world = await opened({ first_contact: true })
    const { server, store } = world
    server.on(CONTACT, answer)
    store.select(5)
    const hasFailed = (times: number) =>
      vi.waitFor(() =>
        expect([server.of(CONTACT).length, store.contact.load.value.phase]).toEqual([times, 'failed']),
      )
    await hasFailed(1)
    const isBack = () => server.on(CONTACT, { body: { data: COMPANY } })
    return { ...world, hasFailed, isBack }
  }

  test.each([
    ['whose server is away', DOWN],
    ['whose server sent a web page', WEB_PAGE],
  ])('%s is asked for again, less and less often, and selected', async (_, answer) => {
    const { store, server, clock, hasFailed, isBack } = await failed(answer)
    // Nobody knows yet that there is none to write to.
    expect(store.contact.company.value).toBeUndefined()
    clock.advance(1999)
    expect(server.of(CONTACT)).toHaveLength(1)
    clock.advance(1)
    await hasFailed(2)
    clock.advance(3999)
    expect(server.of(CONTACT)).toHaveLength(2)
    isBack()
    clock.advance(1)
    await vi.waitFor(() => expect(store.selected.value).toMatchObject({ id: 5, name: 'Sabine Ridge' }))
    expect(store.contact.load.value.phase).toBe('ready')
    clock.advance(60_000)
    expect(server.of(CONTACT)).toHaveLength(3)
  })

  test('is asked for at once when the connection is back', async () => {
    const { realtime, inputs, server, store, isBack } = await failed()
    inputs.realtimeConfig.value = { key: 'app' }
    await vi.waitFor(() => expect(realtime.made).toBe(1))
    isBack()
    realtime.subscribe()
    await vi.waitFor(() => expect([server.of(CONTACT).length, store.selected.value?.id]).toEqual([2, 5]))
  })

  test('is asked for at once by Try again', async () => {
    const { store, server, isBack } = await failed()
    isBack()
    await store.contact.reload()
    expect([server.of(CONTACT).length, store.selected.value?.id]).toEqual([2, 5])
  })

  test('is not opened over another conversation', async () => {
    const { store, isBack } = await failed()
    store.select(1)
    isBack()
    await store.contact.reload()
    expect([store.selected.value?.id, store.contact.company.value?.id]).toEqual([1, 5])
  })

  test('is left alone once the page no longer asks for it', async () => {
    const { store, server, clock, isBack } = await failed()
    store.contact.cancel()
    expect([store.contact.load.value.phase, store.contact.company.value]).toEqual(['idle', null])
    isBack()
    clock.advance(60_000)
    expect(server.of(CONTACT)).toHaveLength(1)
    store.select(5)
    await vi.waitFor(() => expect(store.selected.value?.id).toBe(5))
  })

  test('is left alone once there is a conversation with it', async () => {
    const { store, server, clock } = await failed()
    const chats = [eg.wireChat({ accountId: 5, name: 'Sabine Ridge' })]
    server.on('GET /customer/api/customers/*/chats', { body: { data: chats, links: { next: null } } })
    await store.conversations.reload()
    store.select(5)
    clock.advance(60_000)
    expect([server.of(CONTACT).length, store.contact.load.value.phase]).toEqual([1, 'idle'])
  })
})
