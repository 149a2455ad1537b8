/** An account without a conversation: its company is found, and the first message opens the conversation. */
import { expect, test, vi } from 'vitest'
import type { About } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
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
  expect([store.selected.value, store.contact.value, server.of(CONTACT)]).toEqual([null, null, []])
})

test.each([
  ['takes no first messages', { body: { data: null } }],
  ['cannot be asked', 'offline' as const],
])('a company that %s cannot be selected', async (_, answer) => {
  const { store, server } = await opened({ first_contact: true })
  server.on(CONTACT, answer)
  store.select(5)
  expect(store.contact.value).toBeUndefined()
  await vi.waitFor(() => expect(store.contact.value).toBeNull())
  expect(store.selected.value).toBeNull()
})
