/** What a title says of its seller's other hidden deals, in the list as on the page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_FILTER, DEFAULT_QUERY } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealIn, dealScene, idsIn } from './scene.ts'

let server: TestServer
let seller: Seller
let rival: Seller
let deals: DealScene
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount('Harbor Homes')
  rival = await server.addAccount('Rival Homes')
  deals = dealScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))

const HOUSE = {
  address: '1418 Sumpter Street',
  parcel: 'R-0412-33',
  latitude: 29.7838,
  longitude: -95.3701,
}
const HIDDEN = { ...HOUSE, is_street_shown: false }

const titleOnPage = async (id: number) =>
  (await server.call('GET', `/customer/api/properties/${id}`)).body.data.title
const idsFor = async (text: string) => {
  const query = writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, text } })
  return idsIn((await server.call('GET', `/customer/api/properties?${query}`)).body)
}

test.each([
  ['Twin of 1418 Sumpter St', 'Twin of (address on request)'],
  ['Twin of 14l8 Sum-pter Street', 'Twin of (address on request)'],
  ['Two doors from r 0412 33', 'Two doors from (address on request)'],
  ['Near 29.7838, -95.3701', 'Near (address on request)'],
  ['Near Sumpter Park', 'Near Sumpter Park'],
])('“%s” reads “%s” in the list as on the page', async (title, shown) => {
  const id = await deals.add(seller.id, { title })
  const house = await deals.add(seller.id, HIDDEN)
  expect(dealIn(await deals.list(), id)?.title).toBe(shown)
  expect(await titleOnPage(id)).toBe(shown)
  await deals.change(house, { listing: 'removed' })
})

test('a house that is hidden later goes from titles that were listed before, and comes back', async () => {
  const id = await deals.add(seller.id, { title: 'Twin of 1418 Bringhurst St' })
  const house = await deals.add(seller.id, { ...HOUSE, address: '1418 Bringhurst Street' })
  const before = await deals.list()
  expect(dealIn(before, id)?.title).toBe('Twin of 1418 Bringhurst St')
  expect(await idsFor('"Bringhurst"')).toEqual([house, id])
  await deals.change(house, { is_street_shown: false })
  const delta = await deals.list(`?since=${encodeURIComponent(before.cursor ?? '')}`)
  expect(dealIn(delta, id)?.title).toBe('Twin of (address on request)')
  expect(await idsFor('"Bringhurst"')).toEqual([])
  await deals.change(house, { is_street_shown: true })
  expect(dealIn(await deals.list(), id)?.title).toBe('Twin of 1418 Bringhurst St')
})

test('a title of another seller stays: what is taken out of it would confirm a guess', async () => {
  const house = await deals.add(seller.id, HIDDEN)
  const id = await deals.add(rival.id, { title: 'Twin of 1418 Sumpter St' })
  expect(dealIn(await deals.list(), id)?.title).toBe('Twin of 1418 Sumpter St')
  await deals.change(house, { listing: 'removed' })
})
