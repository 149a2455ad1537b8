/** How many deals target markets have: in any of them, each deal once. */
import { expect, test } from 'vitest'
import { type CountedMarket, countDeals } from '#marketplace/buyer/ui/place-select/market-counts.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { type PlainDeal, plainDeal, plainRun } from '#tests/support/plain-deals.ts'

const NOW_MS = Date.UTC(2026, 5, 30, 12)
const daysAgo = (days: number) => NOW_MS / 1000 - days * 86_400

/** A degree of latitude is 69.1 miles: 10 miles are 0.1447 degrees. */
const KATY = { lat: 29.7858, lng: -95.8245 }
const north = (miles: number) => ({ latitude: KATY.lat + miles / 69.09, longitude: KATY.lng })

let lastId = 0
const deal = (given: Partial<PlainDeal>, days = 30): PlainDeal =>
  plainDeal({ published_at: daysAgo(days), ...given, id: ++lastId })
const inHouston = { city: 'Houston', state_code: 'TX', latitude: 29.76, longitude: -95.37 }
const DEALS = [
  deal(inHouston),
  deal(inHouston, 2),
  // In Houston and around Katy.
  deal({ ...inHouston, ...north(5) }, 3),
  deal({ city: 'Katy', state_code: 'TX', ...north(0) }),
  deal({ city: 'Katy', state_code: 'TX', ...north(9.95) }, 6),
  deal({ city: 'Hempstead', state_code: 'TX', ...north(10.05) }, 1),
  deal({ city: 'Austin', state_code: 'TX', latitude: 30.27, longitude: -97.74 }, 1),
]

const place = (name: string, location: PlaceWire['geometry']['location'], more = {}): PlaceWire => ({
  place_id: name,
  formatted_address: name,
  types: ['locality'],
  geometry: { location, ...more },
})
const HOUSTON = place('Houston, TX', { lat: 29.76, lng: -95.37 })
const AROUND_KATY: CountedMarket = { place: place('Katy, TX', KATY), radiusMiles: 10 }
const WHOLE_HOUSTON: CountedMarket = { place: HOUSTON, radiusMiles: null }
const HEIGHTS: CountedMarket = {
  radiusMiles: null,
  place: {
    ...place(
      'Greater Heights, Houston, TX',
      { lat: 29.76, lng: -95.37 },
      {
        bounds: { south: 29.7, west: -95.4, north: 29.8, east: -95.3 },
      },
    ),
    types: ['neighborhood'],
  },
}

function server() {
  const fake = createFakeApi()
  fake.on(propertyBounds, ({ query }) => {
    const pairs = Object.entries(query as Record<string, readonly string[]>)
    const search = new URLSearchParams(pairs.flatMap(([key, values]) => values.map((one) => [key, one])))
    const { query: asked, problems } = readQuery(search)
    expect(problems).toEqual([])
    const context = { nowMs: NOW_MS, favourites: new Set<number>(), center: null, scores: null }
    return { data: null, count: plainRun(DEALS, asked.filter, asked.sort, context).length }
  })
  return fake
}

test.each([
  ['a place', [WHOLE_HOUSTON], { now: 3, ofWeek: 2 }],
  ['a circle', [AROUND_KATY], { now: 3, ofWeek: 2 }],
  ['a place and a circle that share a deal', [WHOLE_HOUSTON, AROUND_KATY], { now: 5, ofWeek: 3 }],
  ['a circle in another', [AROUND_KATY, { ...AROUND_KATY, radiusMiles: 11 }], { now: 4, ofWeek: 3 }],
  ['a neighborhood, by its outline', [HEIGHTS], { now: 2, ofWeek: 1 }],
])('%s has its deals counted, each once', async (_, markets, counts) => {
  expect(await countDeals(server().api, markets)).toEqual(counts)
})

test('what cannot be counted has no count rather than a wrong one', async () => {
  const none = { place: null, radiusMiles: null }
  expect(await countDeals(server().api, [WHOLE_HOUSTON, none])).toBeNull()
  const circles = Array.from({ length: 11 }, () => AROUND_KATY)
  expect(await countDeals(server().api, circles)).toBeNull()
  const away = server()
  away.failure = OFFLINE
  expect(await countDeals(away.api, [AROUND_KATY])).toBeNull()
})
