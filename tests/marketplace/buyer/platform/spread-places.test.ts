/** Deals at one approximate point on a map: each can be pointed at, and none leaves its circle. */
import { expect, test } from 'vitest'
import { SPREAD_MAX_M, withSpread } from '#marketplace/buyer/platform/spread-places.ts'
import { metersBetween } from '#shared/rules/deals/area.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'

type Row = readonly [id: number, lat: number, lng: number, address: string | null]
const tableOf = (rows: readonly Row[]) =>
  parseDealList({
    columns: ['id', 'status', 'latitude', 'longitude', 'full_address'],
    data: rows.map(([id, lat, lng, address]) => [id, 0, lat, lng, address]),
    img_paths: [],
    all_count: rows.length,
  })
const placesIn = ({ count, numbers }: ReturnType<typeof tableOf>) =>
  Array.from({ length: count }, (_, row) => ({
    lat: numbers.latitude[row] ?? 0,
    lng: numbers.longitude[row] ?? 0,
  }))

test('hidden deals at one point are drawn apart, the first where it is shown', () => {
  const places = placesIn(
    withSpread(tableOf([7, 8, 9, 10, 11].map((id) => [id, 29.808, -95.41, null] as const))),
  )
  expect(places[0]).toEqual({ lat: 29.808, lng: -95.41 })
  for (const [index, one] of places.entries()) {
    expect(metersBetween(one, { lat: 29.808, lng: -95.41 })).toBeLessThanOrEqual(SPREAD_MAX_M + 0.1)
    for (const other of places.slice(index + 1)) expect(metersBetween(one, other)).toBeGreaterThan(20)
  }
})

test('a table in which nothing is shared, or only by deals whose street is shown, stays as it is', () => {
  for (const rows of [
    [[7, 29.808, -95.41, null] as const, [8, 29.82, -95.41, null] as const],
    [[7, 29.808, -95.41, '9 Elm St, Unit 1'] as const, [8, 29.808, -95.41, '9 Elm St, Unit 2'] as const],
  ]) {
    const table = tableOf(rows)
    expect(withSpread(table)).toBe(table)
  }
})
