/** What the home page is told of all deals: counts, markets and the newest. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealsOverview } from '#shared/contract/deals-overview.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealScene, idsIn } from './scene.ts'

const OVERVIEW = '/customer/api/deals-overview'
const DAY_MS = 86_400_000
const AUSTIN = { city: 'Austin', state: 'TX', zip: '78701', latitude: 30.267, longitude: -97.743 }

let server: TestServer
let deals: DealScene
const ids = { old: 0, austin: 0, hidden: 0, sold: 0 }
beforeAll(async () => {
  server = await startTestServer()
  deals = dealScene(server)
  const account = (await server.addAccount()).id
  const ago = (days: number) => ({ published_at: new Date(Date.now() - days * DAY_MS) })
  ids.old = await deals.add(account, ago(20))
  ids.austin = await deals.add(account, { ...AUSTIN, ...ago(0.1) })
  ids.hidden = await deals.add(account, { ...AUSTIN, ...ago(3), is_street_shown: false })
  ids.sold = await deals.add(account, { ...AUSTIN, ...ago(0.2), status: 2 })
})
afterAll(() => server.close({ graceMs: 0 }))

async function overview(query = '') {
  const { status, body } = await server.call('GET', OVERVIEW + query)
  expect(status).toBe(200)
  return dealsOverview.reply.parse(body)
}

test('available deals are counted by market, the largest first, and the newest come first', async () => {
  const seen = await overview()
  expect(seen.markets).toEqual([
    { city: 'Austin', state_code: 'TX', count: 2 },
    { city: 'Waco', state_code: 'TX', count: 1 },
  ])
  expect([seen.all_count, seen.new_today]).toEqual([4, 1])
  expect(idsIn(seen.newest)).toEqual([ids.austin, ids.hidden, ids.old])
  expect([...idsIn(seen.featured)].sort()).toEqual([ids.austin, ids.hidden].sort())
})

test('sellers: who is verified, the rating of all reviews and what was sold, without a suspended company', async () => {
  const rated = (fields: {
    rating?: number
    reviews_count?: number
    is_verified?: boolean
    suspended_at?: Date
  }) =>
    server
      .addAccount()
      .then(({ id }) => server.database.db.updateTable('accounts').set(fields).where('id', '=', id).execute())
  expect((await overview()).sellers).toEqual({
    verified: 0,
    rating: null,
    reviews: 0,
    closed_deals: 1,
    answers_within: null,
  })
  await rated({ rating: 5, reviews_count: 3, is_verified: true })
  await rated({ rating: 4, reviews_count: 1, is_verified: false })
  await rated({ rating: 1, reviews_count: 9, is_verified: true, suspended_at: new Date() })
  // Counted once for each state of the list.
  await deals.change(ids.old, { price: 1 })
  expect((await overview()).sellers).toEqual({
    verified: 1,
    rating: 4.75,
    reviews: 4,
    closed_deals: 1,
    answers_within: null,
  })
})

test('how fast sellers answer is the middle of the verified ones, without those whom nobody asked', async () => {
  const other = await startTestServer()
  const { db } = other.database
  const answering = async (hours: number | null, fields: { is_verified?: boolean; suspended_at?: Date }) => {
    const seller = await other.addAccount()
    const dana = await other.addCustomer()
    await other.introduce(dana, seller)
    await db.updateTable('accounts').set(fields).where('id', '=', seller.id).execute()
    const said = { customer_id: dana.id, account_id: seller.id, body: 'Words' }
    const ago = (since: number) => new Date(Date.now() - since * 3_600_000)
    await db
      .insertInto('messages')
      .values({ ...said, type: 'inbound', sort_at: ago(50) })
      .execute()
    if (hours !== null)
      await db
        .insertInto('messages')
        .values({ ...said, type: 'outbound', sort_at: ago(50 - hours) })
        .execute()
  }
  for (const hours of [2, 4, 9, null]) await answering(hours, { is_verified: true })
  await answering(20, { is_verified: false })
  await answering(30, { is_verified: true, suspended_at: new Date() })
  const shown = async () => (await other.call('GET', OVERVIEW)).body.sellers.answers_within
  await expect.poll(shown).toBe('4 hours')
  await other.close({ graceMs: 0 })
})

test('the filters of the address narrow the newest and the market of the map, not the markets', async () => {
  const seen = await overview('?place=city:Waco,TX')
  expect(idsIn(seen.newest)).toEqual([ids.old])
  expect(seen.markets).toHaveLength(2)
  expect([seen.featured_market?.city, idsIn(seen.featured)]).toEqual(['Waco', [ids.old]])
  expect((await overview('?place=state:TX')).featured_market?.city).toBe('Austin')
  expect((await overview('?place=city:Nowhere,TX')).featured_market?.city).toBe('Austin')
})

test('a hidden street is hidden here as well', async () => {
  const { newest } = await overview()
  const street = newest.columns.indexOf('full_address')
  const row = newest.data[idsIn(newest).indexOf(ids.hidden)]
  expect(row?.[street]).toBeNull()
})

test('deals that are asked for by number are there in that order, without those that are not listed', async () => {
  const { asked } = await overview(`?ids=${ids.old},987654,${ids.hidden}`)
  expect(asked && idsIn(asked)).toEqual([ids.old, ids.hidden])
  expect((await overview()).asked).toBeUndefined()
  expect((await server.call('GET', `${OVERVIEW}?ids=1,2,3,4,5,6,7`)).status).toBe(422)
})
