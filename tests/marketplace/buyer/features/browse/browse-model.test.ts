/** What the browse page shows: one answer a frame, an order that stands still while deals change, and the map's part in it. */
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createBrowseAddress } from '#marketplace/buyer/features/browse/address/browse-address.ts'
import { createBrowseModel } from '#marketplace/buyer/features/browse/browse-model.ts'
import type { DealsState } from '#marketplace/buyer/platform/deals-store.ts'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

interface Given {
  id: number
  price: number
  status?: number
  lat?: number
}
const tableOf = (deals: readonly Given[]) =>
  parseDealList({
    columns: ['id', 'price', 'status', 'latitude', 'longitude', 'city', 'state_code'],
    data: deals.map(({ id, price, status = 0, lat = 30 }) => [id, price, status, lat, -95, 'Houston', 'TX']),
    img_paths: [],
    all_count: deals.length,
  })
const readyWith = (deals: readonly Given[]): DealsState => {
  const table = tableOf(deals)
  return { phase: 'ready', table, engine: createDealEngine(table), asOfMs: 0, isFresh: true }
}
const THREE = [
  { id: 1, price: 300 },
  { id: 2, price: 100 },
  { id: 3, price: 200 },
]

function setUp(search = '?v=1&sort=price-asc', deals: readonly Given[] = THREE, isSettled = true) {
  const location = { pathname: '/deals', search }
  const write = (_: unknown, __: string, href: string) => {
    location.search = new URL(href, 'http://plat.test').search
  }
  const clock = createFakeClock()
  const state = signal<DealsState>(readyWith(deals))
  const scores = signal<ReadonlyMap<number, number> | null>(null)
  const areScoresSettled = signal(isSettled)
  const frames: (() => void)[] = []
  const model = createBrowseModel({
    address: createBrowseAddress(
      {
        location,
        history: { state: null, pushState: write, replaceState: write },
        addEventListener() {},
        removeEventListener() {},
      } as never,
      clock,
    ),
    deals: { state },
    firstDeals: { written: null, ask: async () => null },
    favourites: signal(new Set<number>()),
    scores,
    areScoresSettled,
    clock,
    beforePaint: (run) => {
      frames.push(run)
      return () => {
        frames.splice(frames.indexOf(run), 1)
      }
    },
  })
  const frame = () => {
    const waiting = frames.splice(0)
    for (const run of waiting) run()
    return waiting.length
  }
  return {
    model,
    state,
    location,
    clock,
    scores,
    areScoresSettled,
    frame,
    order: () => [...model.order.value],
  }
}

test('the first answer is there at once; changes are answered once a frame', () => {
  const { model, frame, order } = setUp()
  expect(order()).toEqual([2, 3, 1])
  model.changeFilter({ ranges: { price: { max: 250 } } })
  model.changeFilter({ ranges: { price: { max: 150 } } })
  expect(order()).toEqual([2, 3, 1])
  expect(frame()).toBe(1)
  expect(order()).toEqual([2])
})

test('the best matches are listed once the scores that order them are known, or after two seconds', () => {
  const { model, areScoresSettled, scores, order } = setUp('?v=1', THREE, false)
  expect(order()).toEqual([])
  scores.value = new Map([
    [3, 0.9],
    [1, 0.8],
    [2, 0.1],
  ])
  areScoresSettled.value = true
  expect(order()).toEqual([3, 1, 2])
  model.dispose()

  const late = setUp('?v=1', THREE, false)
  late.clock.advance(1000)
  late.state.value = readyWith(THREE)
  late.clock.advance(999)
  expect(late.order()).toEqual([])
  late.clock.advance(1)
  expect(late.order()).toHaveLength(3)
  late.model.dispose()

  expect(setUp('?v=1&sort=price-asc', THREE, false).order()).toEqual([2, 3, 1])
})

test('while deals change the list keeps its order and says how much differs, until it is asked for', () => {
  const { model, state, frame, order } = setUp()
  state.value = readyWith([
    { id: 1, price: 50 },
    { id: 3, price: 200 },
    { id: 4, price: 10 },
  ])
  frame()
  expect(order()).toEqual([3, 1])
  expect(model.shown.value?.table.numbers.price[model.shown.value.table.rowOf(1)]).toBe(50)
  // Deal 4 has come and deal 1 has moved; deal 2 is gone for good.
  expect(model.updates.value).toBe(2)
  model.applyUpdates()
  expect([order(), model.updates.value]).toEqual([[4, 1, 3], 0])
})

test('a deal that no longer passes stays where it is; another question orders anew', () => {
  const { model, state, frame, order } = setUp()
  state.value = readyWith([
    { id: 1, price: 300 },
    { id: 2, price: 100, status: 1 },
    { id: 3, price: 200 },
  ])
  frame()
  expect([order(), model.updates.value]).toEqual([[2, 3, 1], 1])
  model.changeFilter({ ranges: { price: { max: 250 } } })
  frame()
  expect([order(), model.updates.value]).toEqual([[3], 0])
})

test('hidden deals are never shown, and only some when asked', () => {
  const { model, frame, order } = setUp()
  model.hiddenIds.value = new Set([3])
  frame()
  expect(order()).toEqual([2, 1])
  model.onlyIds.value = new Set([1, 3])
  frame()
  expect(order()).toEqual([1])
})

const VIEW = { lat: 30, lng: -95, zoom: 9 }
const SOUTH = { south: 29, west: -96, north: 31, east: -94 }

test('moving the map searches there and drops no filter; with the search off it only looks', () => {
  const { model, frame, order, location } = setUp('?v=1&price=-250', [
    { id: 1, price: 300 },
    { id: 2, price: 100 },
    { id: 3, price: 200, lat: 40 },
  ])
  model.mapMoved(VIEW, SOUTH, true)
  frame()
  expect(order()).toEqual([2])
  expect(location.search).toContain('price=-250')
  model.change({ isMapSearch: false })
  model.mapMoved({ ...VIEW, lat: 40 }, { ...SOUTH, south: 39, north: 41 }, true)
  frame()
  expect(order()).toEqual([2])
  model.searchHere()
  frame()
  expect(order()).toEqual([3])
})

test('a camera that nobody moved narrows nothing and is not in the address', () => {
  const { model, location } = setUp('')
  model.mapMoved(VIEW, SOUTH, false)
  expect([location.search, model.query.value.filter.bounds]).toEqual(['', null])
})

test('the first camera frames the deals found, unless the address has a camera or bounds', () => {
  const deals = [
    { id: 1, price: 1, lat: 29 },
    { id: 2, price: 1, lat: 31 },
  ]
  for (const search of ['', '?v=1&place=city:Houston,TX'])
    expect(setUp(search, deals).model.fitTo.value).toMatchObject({ south: 29, north: 31 })
  expect(setUp('', []).model.fitTo.value).toBeNull()
  expect(setUp('?v=1&place=city:Houston,TX&map=29,-95,10').model.fitTo.value).toBeNull()
})

test('clearing takes the default status away as well', () => {
  const { model, frame, order, location } = setUp('?v=1&price=-250', [{ id: 1, price: 1, status: 2 }])
  expect(order()).toEqual([])
  model.clearFilters()
  frame()
  expect([order(), location.search]).toEqual([[1], '?v=1&status=any'])
})

test('a deal that is hidden goes at once while others wait for their new place, and comes back to the true one', () => {
  const { model, state, frame, order } = setUp()
  state.value = readyWith([
    { id: 1, price: 50 },
    { id: 2, price: 100 },
    { id: 3, price: 200 },
  ])
  frame()
  model.hiddenIds.value = new Set([2])
  frame()
  expect([order(), model.updates.value]).toEqual([[3, 1], 1])
  model.hiddenIds.value = new Set()
  frame()
  expect([order(), model.updates.value]).toEqual([[1, 2, 3], 0])
})

test('where there was nothing, what comes is shown at once', () => {
  const { state, model, frame, order } = setUp('?v=1&price=10-20')
  expect(order()).toEqual([])
  state.value = readyWith([...THREE, { id: 4, price: 15 }])
  frame()
  expect([order(), model.updates.value]).toEqual([[4], 0])
})
