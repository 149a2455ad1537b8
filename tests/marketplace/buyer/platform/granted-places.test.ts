/** A granted address on the map: the mark stands at the true place and is approximate no more; the others stay as they are. */
import { expect, test } from 'vitest'
import { withGranted } from '#marketplace/buyer/platform/granted-places.ts'
import { pinStateOf } from '#marketplace/buyer/ui/map/pin-state.ts'
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'

const table = parseDealList({
  columns: ['id', 'status', 'price', 'latitude', 'longitude', 'public_address', 'street_address_show'],
  data: [7, 8].map((id) => [id, 0, 184_500, 29.81, -95.41, 'Houston, TX 77018', 0]),
  img_paths: [],
  all_count: 2,
})
const marks = { favorites: new Set<number>(), viewed: new Set<number>(), nowMs: 0, newSinceMs: Infinity }

const request = (given: Partial<AddressRequestWire>): AddressRequestWire => ({
  id: 1,
  property_id: 7,
  account_id: 3,
  type: 'address_request',
  state: 'granted',
  message: null,
  requested_at: '2025-06-10T12:00:00Z',
  decided_at: null,
  reason: null,
  address: '2217 Bluebonnet Trail, Houston, TX 77018',
  latitude: 29.8234,
  longitude: -95.4321,
  ...given,
})
const seen = (given: Partial<AddressRequestWire>) => withGranted(table, new Map([[7, request(given)]]))

test('a granted deal moves to its true place and is named by its street', () => {
  const granted = seen({})
  expect(pinStateOf(granted, granted.rowOf(7), marks)).toMatchObject({
    isApproximate: false,
    name: '2217 Bluebonnet Trail, $185K, available',
  })
  expect(granted.numbers.latitude[granted.rowOf(7)]).toBe(29.8234)
  expect(granted.numbers.longitude[granted.rowOf(7)]).toBe(-95.4321)
  expect(pinStateOf(granted, granted.rowOf(8), marks).isApproximate).toBe(true)
  expect(granted.numbers.latitude[granted.rowOf(8)]).toBe(29.81)
})

test.each([
  ['is not answered', { state: 'pending' as const, address: null, latitude: null, longitude: null }],
  ['is declined', { state: 'declined' as const, address: null, latitude: null, longitude: null }],
  ['is for a deal that is not listed', { property_id: 99 }],
])('a request that %s leaves the table as it is', (_, given) => {
  expect(seen(given)).toBe(table)
})
