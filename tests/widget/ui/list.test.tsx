// @vitest-environment happy-dom

import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { buttonNamed, doing, press, render, the, type } from '#tests/support/render.tsx'
import { ListPanel } from '#widget/ui/list/list-panel.tsx'
import { fakeHost } from './fake-host.ts'
import { aConversation, FAILED, fakeStore, LOADING } from './fake-store.ts'

const three = [
  aConversation({ id: 1, name: 'Lone Star Dispositions', unreadCount: 120 }),
  aConversation({ id: 2, name: 'Gulf Coast Wholesale', action: 'deals_digest', message: '6 new deals' }),
  aConversation({ id: 3, name: 'Bayou City Homebuyers', messageType: 'inbound', message: 'Thanks.' }),
]

async function list(conversations = three) {
  const fake = fakeStore(conversations)
  const opened: number[] = []
  const missing = signal(false)
  const box = await render(
    <ListPanel
      store={fake.store}
      host={fakeHost().host}
      isMissing={missing}
      onOpen={(id) => opened.push(id)}
    />,
  )
  return {
    ...fake,
    box,
    opened,
    missing,
    options: () => [...box.querySelectorAll<HTMLElement>('[role=option]')],
  }
}

test('no conversations is said word for word', async () => {
  const { box } = await list([])
  expect([...box.querySelectorAll('h2')].at(-1)?.textContent).toBe("You don't have any messages")
  expect(the(box, 'h2 + p').textContent).toBe('When you receive a new message, it will appear here.')
})

test('a search without a match is said word for word', async () => {
  const { box } = await list()
  await type(the<HTMLInputElement>(box, 'input'), 'zillow')
  expect([...box.querySelectorAll('h2')].at(-1)?.textContent).toBe("We couldn't find any messages")
  expect(the(box, 'h2 + p').textContent).toBe('Try a different word or phrase.')
})

test('a company that could not be loaded is said above the list, and asked for again', async () => {
  const { box, contactLoad, asked } = await list([])
  await doing(() => (contactLoad.value = FAILED))
  expect(box.textContent).toContain("Couldn't load this company")
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(asked).toEqual(['contact'])
})

test('a lost connection is said above the list as long as no conversation is open', async () => {
  const { box, connection, store } = await list()
  await doing(() => (connection.value = { phase: 'lost' }))
  expect(box.textContent).toContain("You're offline. Reconnecting…")
  await doing(() => store.select(1))
  expect(box.textContent).not.toContain("You're offline")
})

test('eight rows stand in while the list loads', async () => {
  const { box, listLoad } = await list([])
  await doing(() => (listLoad.value = LOADING))
  expect(box.querySelectorAll('.skeleton.rounded-full')).toHaveLength(8)
})

test('a list that could not be loaded offers to try again', async () => {
  const { box, listLoad, asked } = await list([])
  await doing(() => (listLoad.value = FAILED))
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(asked).toEqual(['reload'])
})

test('what was read on the screen is not unread in its row, before the server knows', async () => {
  const { readsWaiting, options } = await list()
  await doing(() => {
    readsWaiting.value = Array<number>(118).fill(1)
  })
  expect(options()[0]?.getAttribute('aria-label')).toMatch(/, 2 unread, /)
  await doing(() => {
    readsWaiting.value = Array<number>(121).fill(1)
  })
  expect(options()[0]?.getAttribute('aria-label')).not.toContain('unread')
})

test('a row shows its label, own words by You, and 99+ from a hundred unread', async () => {
  const { options } = await list()
  const [first, second, third] = options().map((option) => option.textContent)
  expect(first).toContain('99+')
  expect(second).toContain('Deals digest · 6 new deals')
  expect(third).toContain('You: Thanks.')
})

test('a row says everything in one name', async () => {
  const { options } = await list()
  expect(options()[0]?.getAttribute('aria-label')).toMatch(
    /^Lone Star Dispositions, 120 unread, \d{1,2}:55 [AP]M, Code goes out Friday\.$/,
  )
})

test('the name of a row with a long message has fewer than 100 characters', async () => {
  const { options } = await list([
    aConversation({ message: 'The lockbox code goes out on Friday. '.repeat(20) }),
  ])
  expect(options()[0]?.getAttribute('aria-label')?.length).toBeLessThan(100)
})

test('a blast whose text is just Blast shows its label alone', async () => {
  const { options } = await list([aConversation({ action: 'blast', message: 'Blast' })])
  expect(the(options()[0] as HTMLElement, '.text-sm').textContent).toBe('Blast')
})

test('the search marks what it found and Escape clears it', async () => {
  const { box, store } = await list()
  const input = the<HTMLInputElement>(box, 'input')
  await type(input, 'co')
  expect(the(box, 'mark').textContent).toBe('Co')
  expect(the(box, '[role=status]').textContent).toBe('1 conversation')
  await press(input, 'Escape')
  expect(store.conversations.query.value).toBe('')
})

test('the list has one tab stop, and arrows, Home, End and letters move it', async () => {
  const { options } = await list()
  const stops = () => options().map((option) => option.tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  await doing(() => options()[0]?.focus())
  await press(document.activeElement as Element, 'ArrowDown')
  expect(stops()).toEqual([-1, 0, -1])
  await press(document.activeElement as Element, 'End')
  expect(document.activeElement).toBe(options()[2])
  await press(document.activeElement as Element, 'Home')
  await press(document.activeElement as Element, 'g')
  expect(document.activeElement).toBe(options()[1])
})

test('Enter and Space open the row in focus', async () => {
  const { options, opened } = await list()
  await doing(() => options()[1]?.focus())
  await press(options()[1] as Element, 'Enter')
  await press(options()[1] as Element, ' ')
  expect(opened).toEqual([2, 2])
})

test('a conversation the page asked for and that is not here is said', async () => {
  const { box, missing } = await list()
  await doing(() => (missing.value = true))
  expect(box.textContent).toContain("That conversation isn't here. Choose another one.")
})
