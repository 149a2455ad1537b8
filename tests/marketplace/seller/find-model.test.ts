/** What a typed line finds in the seller app, and in which order it is offered. */
import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { createFinder, type SellerHit } from '#marketplace/seller/find/find-model.ts'
import { sellerFindMessages } from '#shared/contract/seller.ts'
import { sellerDeals } from '#shared/contract/seller-listing.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const OWN: readonly SellerHit[] = [
  { id: 'deals', group: 'Places', label: 'Deals', note: '', does: '#deals', isFirst: true },
  { id: 'keys', group: 'Actions', label: 'Keyboard', note: '', does: () => {} },
]
const CHATS = [{ customer: { id: 4, name: 'Dana Whitfield' } }, { customer: { id: 9, name: 'Deal Hunters' } }]
const DEAL = { id: 7, address: '12 Dale St', title: null, price: 185_000 }
const MESSAGE = {
  id: 31,
  customer: { id: 4, name: 'Dana Whitfield' },
  type: 'inbound',
  text: 'Is the deal off?',
} as const

function setUp() {
  const server = createFakeApi()
  server.on(sellerDeals, { data: [DEAL] })
  server.on(sellerFindMessages, { data: [MESSAGE] })
  const clock = createFakeClock()
  const open = vi.fn()
  const log = { warn: vi.fn(), error: vi.fn() }
  const finder = createFinder({ api: server.api, clock, log, chats: signal(CHATS), open, own: OWN })
  const find = async (text: string) => {
    finder.setText(text)
    clock.advance(1000)
    await vi.waitFor(() => expect(finder.isLoading.value).toBe(false))
    return finder.hits.value.map(({ group, label, note }) => [group, label, note])
  }
  return { server, finder, find, open }
}

test('before anything is typed it offers where one goes, and asks nothing', async () => {
  const { server, find } = setUp()
  expect(await find('')).toEqual([['Places', 'Deals', '']])
  expect(await find('d')).toContainEqual(['Conversations', 'Dana Whitfield', ''])
  expect(server.of(sellerDeals)).toEqual([])
})

test('words find conversations, deals, messages, then places; the whole name of a place finds it first', async () => {
  const { find } = setUp()
  const found = [
    ['Deals', '12 Dale St', '$185,000'],
    ['Messages', 'Is the deal off?', 'Dana Whitfield'],
  ]
  expect(await find('deal')).toEqual([
    ['Conversations', 'Deal Hunters', ''],
    ...found,
    ['Places', 'Deals', ''],
  ])
  expect(await find('deals')).toEqual([['Places', 'Deals', ''], ...found])
})

test('of a long line the server is asked for as much as it takes', async () => {
  const { server, find } = setUp()
  await find('x'.repeat(120))
  expect(server.of(sellerDeals)[0]?.query?.q).toHaveLength(100)
  expect(server.of(sellerFindMessages)[0]?.query?.q).toHaveLength(100)
})

test('a message opens its conversation at that message', async () => {
  const { finder, find, open } = setUp()
  await find('deal')
  const hit = finder.hits.value.find(({ group }) => group === 'Messages')
  if (typeof hit?.does === 'function') hit.does()
  expect(open).toHaveBeenCalledWith(4, 31)
})

test('without the server there are still conversations and places, and it can be tried again', async () => {
  const { server, finder, find } = setUp()
  server.on(sellerDeals, OFFLINE)
  expect(await find('de')).toEqual([
    ['Conversations', 'Deal Hunters', ''],
    ['Places', 'Deals', ''],
  ])
  expect(finder.hasFailed.value).toBe(true)
})
