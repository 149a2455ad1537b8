/** What a deal's mark says, to the eye and to whoever does not see it. */
import { expect, test } from 'vitest'
import { clusterLines } from '#marketplace/buyer/ui/map/cluster-mark.tsx'
import { pinStateOf } from '#marketplace/buyer/ui/map/pin-state.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'

const NOW_MS = Date.UTC(2025, 5, 10)
const COLUMNS = [
  'id',
  'status',
  'price',
  'latitude',
  'longitude',
  'full_address',
  'public_address',
  'street_address_show',
  'published_at',
  'open_house_at',
]

function pin(cells: Partial<Record<(typeof COLUMNS)[number], unknown>>) {
  const given: Record<string, unknown> = {
    id: 7,
    status: 0,
    price: 184_500,
    latitude: 29.8,
    longitude: -95.4,
    street_address_show: 1,
    full_address: '2217 Bluebonnet Trail, Houston, TX 77018',
    public_address: 'Houston, TX 77018',
    ...cells,
  }
  const table = parseDealList({
    columns: COLUMNS,
    data: [COLUMNS.map((column) => given[column] ?? null)],
    img_paths: [],
    all_count: 1,
    cursor: null,
    removed: null,
    is_delta: null,
  })
  return pinStateOf(table, 0, {
    favorites: new Set([8]),
    viewed: new Set([9]),
    nowMs: NOW_MS,
    newSinceMs: NOW_MS - 86_400_000,
  })
}

test('a pin is named by street, price as it shows it, and status', () => {
  expect(pin({}).name).toBe('2217 Bluebonnet Trail, $185K, available')
  expect(pin({}).text).toBe('$185K')
})

test.each([
  ['pending', { status: 1 }, ', pending', '$185K'],
  ['sold', { status: 2 }, ', sold', 'Sold'],
  ['saved', { id: 8 }, ', saved', '$185K'],
  ['viewed', { id: 9 }, ', viewed', '$185K'],
  ['new', { published_at: NOW_MS / 1000 - 60 }, ', new', '$185K'],
  ['with an open house to come', { open_house_at: NOW_MS / 1000 + 60 }, ', open house', '$185K'],
  ['without a price', { price: null }, ', ask for the price, ', 'Ask'],
])('a deal that is %s says so in words', (_name, cells, words, text) => {
  expect(pin(cells).name).toContain(words)
  expect(pin(cells).text).toBe(text)
})

test('an open house that is over is none, and an old deal is not new', () => {
  const old = pin({ open_house_at: NOW_MS / 1000 - 60, published_at: NOW_MS / 1000 - 10 * 86_400 })
  expect(old.hasOpenHouse).toBe(false)
  expect(old.isNew).toBe(false)
})

test('a hidden street is not named, and its place is said to be approximate', () => {
  const hidden = pin({ full_address: null, street_address_show: 0 })
  expect(hidden.isApproximate).toBe(true)
  expect(hidden.name).toBe('Address on request in Houston, TX 77018, $185K, available, approximate place')
})

test('a deal that knows nothing of itself still has a name', () => {
  const bare = pin({ full_address: null, public_address: null, price: null, status: 9 })
  expect(bare.name).toBe('Deal, ask for the price, available')
})

test('a cluster says how many, what they cost and how they stand to ARV; what is unknown is left out', () => {
  expect(
    clusterLines({ count: 1240, priceMin: 98_400, priceMax: 1_210_000, medianArvPercent: 70.6 }),
  ).toEqual(['1,240 deals', '$98K to $1.2M', 'median 71% of ARV'])
  expect(clusterLines({ count: 3, priceMin: null, priceMax: null, medianArvPercent: null })).toEqual([
    '3 deals',
  ])
  expect(clusterLines({ count: 3, priceMin: 90_000, priceMax: 90_100, medianArvPercent: null })[1]).toBe(
    '$90K',
  )
})
