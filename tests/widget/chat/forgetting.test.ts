/** Whose unsent messages stay in the browser, and when they are gone: a page that is left keeps them, a person who leaves does not. */
import { expect, test, vi } from 'vitest'
import { wireMessage } from '#tests/support/eg.ts'
import { createFakeStores } from '#tests/support/fake-stores.ts'
import { createFakeTabs } from '#tests/support/fake-tabs.ts'
import { openSession, type SessionWorld, storeOf } from './open-session.ts'

/** A session with a message that cannot be sent, and half of another. */
async function withUnsent() {
  const stores = createFakeStores()
  const tabs = createFakeTabs()
  const { own, ...views } = stores.open()
  const given = { stores: views, tabs: tabs.open().host }
  const world = openSession(given)
  world.server.on('GET /customer/api/customers/*/text-messages', {
    body: { data: [], links: { next: null } },
  })
  world.server.on('POST /customer/api/customers/*/accounts/*/text-messages', 'offline')
  await listed(world)
  storeOf(world)?.select(1)
  storeOf(world)?.send('Not sent')
  const draft = storeOf(world)?.draft(1)
  if (draft) draft.value = 'Half a thought'
  const kept = () => [...stores.shared.values(), ...own.values()].join()
  await vi.waitFor(() => expect(kept()).toMatch(/Not sent.*Half a thought/))
  return { ...world, given, kept }
}

const listed = (world: SessionWorld) =>
  vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
const setToken = (inputs: SessionWorld['inputs'], token: string | null) => {
  inputs.token.value = token
}
const phase = ({ session }: SessionWorld) => session.state.value.phase

test.each<[string, (world: SessionWorld) => void]>([
  ['logging out', ({ session }) => session.logout()],
  ['taking the token away', ({ inputs }) => setToken(inputs, null)],
  ['a token of another customer', ({ inputs }) => setToken(inputs, 'bob')],
])('%s leaves nothing of the former customer in the browser', async (_, leave) => {
  const world = await withUnsent()
  leave(world)
  await vi.waitFor(() => expect(world.kept()).toBe(''))
})

test('a token of another customer shows and sends nothing of what the former one wrote', async () => {
  const world = await withUnsent()
  const former = storeOf(world)
  setToken(world.inputs, 'bob')
  await vi.waitFor(() => expect(storeOf(world)?.customerId).toBe(8))
  await listed(world)
  world.server.on('POST /customer/api/customers/*/accounts/*/text-messages', {
    status: 201,
    body: { data: {} },
  })
  storeOf(world)?.select(1)
  storeOf(world)?.resume()
  await vi.waitFor(() => expect(storeOf(world)?.thread.load.value.phase).toBe('ready'))
  expect([former?.thread.rows.value.count, storeOf(world)?.thread.rows.value.count]).toEqual([0, 0])
  expect(storeOf(world)?.draft(1).value).toBe('')
  const sent = world.server.of('POST /customer/api/customers/*/accounts/*/text-messages')
  expect(sent.filter(({ headers }) => headers.get('Authorization') !== 'Bearer ann')).toEqual([])
})

test('logging out after the session expired forgets too', async () => {
  const world = await withUnsent()
  world.customers.delete('ann')
  void storeOf(world)?.conversations.reload()
  await vi.waitFor(() => expect(phase(world)).toBe('expired'))
  expect(world.kept()).toMatch(/Not sent.*Half a thought/)
  world.session.logout()
  expect(world.kept()).toBe('')
})

test.each<[string, (world: SessionWorld) => Promise<unknown>]>([
  ['the element was taken out of the page', async ({ session }) => session.dispose()],
  [
    'the session expired',
    async (world) => {
      world.customers.delete('ann')
      void storeOf(world)?.conversations.reload()
      await vi.waitFor(() => expect(phase(world)).toBe('expired'))
    },
  ],
])('after %s the same customer finds what was unsent', async (_, leave) => {
  const world = await withUnsent()
  await leave(world)
  world.session.dispose()
  const next = openSession({ ...world.given, token: 'ann-again' })
  const said = wireMessage({ id: 1, idempotency_key: null })
  next.server.on('GET /customer/api/customers/*/text-messages', {
    body: { data: [said], links: { next: null } },
  })
  await listed(next)
  const sent = () => next.server.of('POST /customer/api/customers/*/accounts/*/text-messages')
  await vi.waitFor(() =>
    expect(sent().map(({ body }) => JSON.parse(body))).toEqual([{ message: 'Not sent' }]),
  )
  expect(storeOf(next)?.draft(1).value).toBe('Half a thought')
})

test('what is kept names no token', async () => {
  const world = await withUnsent()
  const { shared, tab } = world.given.stores
  expect([...shared.keys(), ...tab.keys(), world.kept()].join()).not.toContain('ann')
})
