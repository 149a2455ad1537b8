/** The list and its bounds under the filters of the browse page's address: the server answers by the browser's own rules. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_DEALS } from '#shared/contract/first-deals.ts'
import { FILTERED_LISTS_PER_MINUTE } from '#shared/contract/limits.ts'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealIn, dealScene, idsIn, LIST } from './scene.ts'

let server: TestServer
let deals: DealScene
const ids = { waco: 0, pending: 0, cheap: 0, sanJuan: 0, nowhere: 0 }
beforeAll(async () => {
  server = await startTestServer()
  deals = dealScene(server)
  const [one, other] = [(await server.addAccount()).id, (await server.addAccount('Other Homes')).id]
  const SAN_JUAN = { city: 'San Juan', state: 'PR', zip: '00907', latitude: 18.4655, longitude: -66.1057 }
  ids.waco = await deals.add(one, { beds: 4, title: 'Pool and a guest house' })
  ids.pending = await deals.add(one, { status: 1, price: 150_000 })
  ids.cheap = await deals.add(other, { price: 90_000, is_street_shown: false })
  ids.sanJuan = await deals.add(other, { ...SAN_JUAN, price: 240_000 })
  ids.nowhere = await deals.add(other, { latitude: null, longitude: null, price: 400_000, arv: null })
})
afterAll(() => server.close({ graceMs: 0 }))

const bounds = async (query: string) => (await server.call('GET', `${LIST}/bounds${query}`)).body

test.each([
  'price=100000-200000',
  'status=pending',
  'status=any&sort=price-asc',
  'status=any&place=city:San Juan,PR',
  'status=any&sort=distance-asc&map=18.4,-66.1,9',
  'q=pool',
  'beds=4',
  'bounds=18,-67,19,-65',
])('under %s the list holds what the browser’s own filters leave, in their order', async (query) => {
  const whole = await deals.list()
  const engine = createDealEngine(parseDealList(whole))
  const { query: read, problems } = readQuery(new URLSearchParams(query))
  expect(problems).toEqual([])
  const center = read.view && { lat: read.view.lat, lng: read.view.lng }
  const context = { nowMs: Date.now(), favourites: new Set<number>(), center, scores: null }
  const { rows } = engine.run(read.filter, read.sort, context)
  const expected = Array.from(rows, (row) => engine.table.numbers.id[row])
  const filtered = await deals.list(`?${query}`)
  expect(idsIn(filtered)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
  expect(filtered.all_count).toBe(5)
})

test.each(['price=100000-200000', 'status=any&sort=price-asc', 'status=any&place=city:San Juan,PR', ''])(
  'the first deals under "%s" begin the filtered list, with its count and the frame of its deals',
  async (query) => {
    const { body } = await server.call('GET', `${LIST}/first?${query}`)
    const filtered = await deals.list(`?${query || 'status=available'}`)
    expect(idsIn(body.data.list)).toEqual(idsIn(filtered).slice(0, FIRST_DEALS))
    expect(body.data.count).toBe(filtered.data.length)
    expect(body.data.list.all_count).toBe(5)
    expect(body.data.bounds).toEqual((await bounds(`?${query || 'status=available'}`)).data)
  },
)

test('the first deals of an address that cannot be read are refused with what is wrong', async () => {
  const { status, body } = await server.call('GET', `${LIST}/first?price=cheap`)
  expect(status).toBe(422)
  expect(body.errors.query).toHaveLength(1)
})

test('rows of a filtered list are those of the whole list, pictures included', async () => {
  const [whole, some] = [await deals.list(), await deals.list('?status=pending')]
  const pictured = (wire: typeof whole) => {
    const row = dealIn(wire, ids.pending)
    return { ...row, img: wire.img_paths[Number(row?.img)] }
  }
  expect(pictured(some)).toEqual(pictured(whole))
})

test('a filtered list that has not changed is not sent again', async () => {
  const first = await server.call('GET', `${LIST}?status=pending`)
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await server.call('GET', `${LIST}?status=pending`, { headers })).status).toBe(304)
  expect((await server.call('GET', `${LIST}?status=sold`, { headers })).status).toBe(200)
})

test('a filter follows what changed since it was used last', async () => {
  const price = '?price=-100000'
  expect(idsIn(await deals.list(price))).toEqual([ids.cheap])
  await deals.change(ids.waco, { price: 80_000 })
  expect(new Set(idsIn(await deals.list(price)))).toEqual(new Set([ids.cheap, ids.waco]))
  await deals.change(ids.waco, { price: 185_000 })
  expect(idsIn(await deals.list(price))).toEqual([ids.cheap])
})

test('what only one person knows narrows no list that is the same for everybody', async () => {
  expect(idsIn(await deals.list('?only=favourites'))).toEqual(idsIn(await deals.list('?status=available')))
})

test('keys of others are ignored', async () => {
  expect(idsIn(await deals.list('?utm_source=mail&page=3'))).toEqual(idsIn(await deals.list()))
})

test.each([
  { name: 'a price that is none', query: 'price=cheap' },
  { name: 'a status there is not', query: 'status=haunted' },
  { name: 'bounds off the earth', query: 'bounds=1,2,300,4' },
  { name: 'an order there is not', query: 'sort=luck-desc' },
])('$name is refused and named', async ({ query }) => {
  for (const path of [LIST, `${LIST}/bounds`]) {
    const { status, body } = await server.call('GET', `${path}?${query}`)
    expect(status).toBe(422)
    expect(body.errors.query).toEqual([expect.any(String)])
  }
})

describe('the bounds', () => {
  test('reach around every listed deal, Puerto Rico included', async () => {
    const { data, count } = await bounds('')
    expect(count).toBe(5)
    expect(data.south).toBeCloseTo(18.4655, 4)
    expect(data.east).toBeCloseTo(-66.1057, 4)
    expect(data.north).toBeGreaterThan(31.5)
    expect(data.west).toBeLessThan(-97.1)
  })

  test('shrink to the deals that pass', async () => {
    const { data, count } = await bounds('?place=state:PR')
    expect(count).toBe(1)
    expect(data.north - data.south).toBeLessThan(0.001)
  })

  test('of a hidden deal are where it is shown, not where it is', async () => {
    const { data } = await bounds('?price=-100000')
    expect(data.south).not.toBeCloseTo(31.549333, 3)
    const row = dealIn(await deals.list(), ids.cheap)
    expect(data).toMatchObject({ south: row?.latitude, west: row?.longitude })
  })

  test('are none when no deal with a place passes', async () => {
    expect(await bounds('?price=-10')).toEqual({ data: null, count: 0 })
    expect(await bounds('?price=400000-')).toEqual({ data: null, count: 1 })
  })
})

test('nobody has lists put together for them without end, and the whole list is there all the same', async () => {
  const answers: number[] = []
  while (answers.length <= FILTERED_LISTS_PER_MINUTE && !answers.includes(429))
    answers.push((await server.call('GET', `${LIST}?beds=${answers.length}-`)).status)
  expect(answers.at(-1)).toBe(429)
  expect((await server.call('GET', LIST)).status).toBe(200)
})
