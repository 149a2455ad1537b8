/** What the page is told when its person goes: a count in its title must not stay, and an address that names a conversation may. */
import { expect, test, vi } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { openSession, type SessionWorld, storeOf } from './open-session.ts'

/** Two unread messages, and a conversation open. */
async function inConversation(): Promise<SessionWorld> {
  const world = openSession()
  const chats = { data: [eg.wireChat({ accountId: 1, unread: 2 })], links: { next: null } }
  world.server.on('GET /customer/api/customers/*/chats', ({ headers }) =>
    world.customers.has(headers.get('Authorization')?.slice(7) ?? '')
      ? { body: chats }
      : { status: 401, body: { message: 'Unauthenticated.' } },
  )
  world.server.on('GET /customer/api/customers/*/text-messages', {
    body: { data: [], links: { next: null } },
  })
  await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
  storeOf(world)?.select(1)
  expect(told(world)).toEqual({ unread: 2, conversation: 1 })
  return world
}

function told({ events }: SessionWorld) {
  const unread = events.findLast((event) => event.type === 'unread')
  const conversation = events.findLast((event) => event.type === 'conversation')
  return { unread: unread?.count, conversation: conversation?.accountId }
}

test.each<[string, (world: SessionWorld) => void]>([
  ['logs out', ({ session }) => session.logout()],
  [
    'has no token any more',
    ({ inputs }) => {
      inputs.token.value = null
    },
  ],
  [
    'has a session that ends',
    (world) => {
      world.customers.clear()
      void storeOf(world)?.conversations.reload()
    },
  ],
])('a person who %s leaves nothing unread, and the conversation to whoever comes back', async (_, leave) => {
  const world = await inConversation()
  leave(world)
  await vi.waitFor(() => expect(told(world)).toEqual({ unread: 0, conversation: 1 }))
})

test('a messenger that is taken out says nothing, for it may be put back', async () => {
  const world = await inConversation()
  const before = world.events.length
  world.session.dispose()
  expect(world.events).toHaveLength(before)
})

test('before anything is told of the next person', async () => {
  const world = await inConversation()
  world.inputs.token.value = 'bob'
  await vi.waitFor(() => expect(storeOf(world)?.customerId).toBe(8))
  const words = world.events.map(({ type }) => type)
  const at = words.lastIndexOf('ready')
  expect(words.slice(at - 1, at + 1)).toEqual(['unread', 'ready'])
})

test('while the list could not be loaded nothing is said of what is unread', async () => {
  const world = openSession()
  world.server.on('GET /customer/api/customers/*/chats', { status: 500, body: { message: 'Server Error' } })
  await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('failed'))
  expect(told(world).unread).toBeUndefined()
})
