// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { buttonNamed, doing, press, render, the } from '#tests/support/render.tsx'
import { App } from '#widget/ui/app.tsx'
import { fakeHost } from './fake-host.ts'
import { aConversation, fakeStore, LOADING } from './fake-store.ts'

test.each(['signed-out', 'authorising', 'refused'] as const)('nothing shows while %s', async (phase) => {
  const box = await render(<App host={fakeHost({ phase }).host} />)
  expect(the(box, '[data-root]').children).toHaveLength(0)
})

test('an unreachable server is said, with a way to try again', async () => {
  let tries = 0
  const session = { phase: 'unreachable', failure: { kind: 'offline' }, retry: () => void tries++ } as const
  const box = await render(<App host={fakeHost(session).host} />)
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(the(box, '[role=alert]').textContent).toContain('Check your connection and try again.')
  expect(tries).toBe(1)
})

test('an ended session says that messages come back with a login', async () => {
  const box = await render(<App host={fakeHost({ phase: 'expired' }).host} />)
  expect(box.textContent).toContain('Your session has ended')
})

test('the conversation the page asks for opens once it is listed', async () => {
  const fake = fakeStore([])
  const { host, account } = fakeHost({ phase: 'authorised', store: fake.store })
  account.value = 5
  fake.listLoad.value = LOADING
  const box = await render(<App host={host} />)
  await doing(() => (fake.all.value = [aConversation({ id: 5, name: 'Sabine Ridge' })]))
  expect(the(box, '[data-frame-heading]').textContent).toBe('Sabine Ridge')
})

test('Back and Escape clear the selection; in a popup Escape is left to the popup', async () => {
  const fake = fakeStore()
  const { host, isClosable } = fakeHost({ phase: 'authorised', store: fake.store })
  const box = await render(<App host={host} />)
  const select = () => doing(() => fake.store.select(1))
  await select()
  await doing(() => buttonNamed(box, 'Back to conversations').click())
  expect(fake.store.selected.value).toBeNull()
  await select()
  await press(the(box, 'textarea'), 'Escape')
  expect(fake.store.selected.value).toBeNull()
  await select()
  await doing(() => (isClosable.value = true))
  await press(the(box, 'textarea'), 'Escape')
  expect(fake.store.selected.value?.id).toBe(1)
})

test('the close button is there in a popup alone', async () => {
  const fake = fakeStore()
  const { host, isClosable, closed } = fakeHost({ phase: 'authorised', store: fake.store })
  const box = await render(<App host={host} />)
  expect(box.querySelector('[aria-label="Close messages"]')).toBeNull()
  await doing(() => (isClosable.value = true))
  await doing(() => buttonNamed(box, 'Close messages').click())
  expect(closed).toEqual(['close'])
})

test.each([
  ['a lost connection', { phase: 'lost' } as const, "You're offline. Reconnecting…"],
  ['no live updates', { phase: 'off', note: 'Live updates are off.' } as const, 'Live updates are off.'],
])('%s is said above the thread', async (_, connection, words) => {
  const fake = fakeStore()
  fake.connection.value = connection
  fake.store.select(1)
  const box = await render(<App host={fakeHost({ phase: 'authorised', store: fake.store }).host} />)
  expect(box.textContent).toContain(words)
})

test('read marks that cannot be delivered are said above the thread, and tried again', async () => {
  const fake = fakeStore()
  fake.readMarks.value = { phase: 'failed', failure: { kind: 'offline' } }
  fake.store.select(1)
  const box = await render(<App host={fakeHost({ phase: 'authorised', store: fake.store }).host} />)
  expect(box.textContent).toContain("Couldn't mark messages as read")
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(fake.asked).toContain('flush')
})

test('a network that is back is told to the store', async () => {
  const fake = fakeStore()
  await render(<App host={fakeHost({ phase: 'authorised', store: fake.store }).host} />)
  window.dispatchEvent(new Event('online'))
  expect(fake.asked).toContain('resume')
})

test('leaving the page delivers the read marks', async () => {
  const fake = fakeStore()
  await render(<App host={fakeHost({ phase: 'authorised', store: fake.store }).host} />)
  window.dispatchEvent(new Event('pagehide'))
  expect(fake.asked).toContain('flush')
})
