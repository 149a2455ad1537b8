/** The first camera frames the deals and not the ocean; what a person asked for by place is framed whole. */
import { expect, it } from 'vitest'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { firstFrame } from '#shared/rules/deals/first-frame.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { encodeLine } from '#shared/rules/deals/polyline.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'

interface Place {
  latitude: number
  longitude: number
}

const HONOLULU = { latitude: 21.3, longitude: -157.8 }
const SAN_JUAN = { latitude: 18.4, longitude: -66.1 }
/** Outside of all others, and near them. */
const FREEPORT = { latitude: 28.9, longitude: -95.4 }

/** On a line from Houston to Chicago. */
const line = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => ({
    latitude: 29.7 + (12.1 * at) / (count - 1),
    longitude: -95.4 + (7.8 * at) / (count - 1),
  }))

function frameOf(places: readonly Place[], address = 'status=any') {
  const rows = places.map((place, at) => plainDeal({ id: at + 1, ...place }))
  const engine = createDealEngine(parseDealList(wireOf(rows)))
  const { query, problems } = readQuery(new URLSearchParams(address))
  expect(problems).toEqual([])
  const context = { nowMs: 0, favourites: new Set<number>(), center: null, scores: null }
  return firstFrame(query.filter, engine, engine.run(query.filter, query.sort, context))
}

it('leaves out a few deals that are far from all others, and none that is near them', () => {
  const frame = frameOf([...line(200), FREEPORT, HONOLULU, SAN_JUAN])
  expect(frame?.south).toBeCloseTo(28.9)
  expect(frame?.west).toBeCloseTo(-95.4)
  expect(frame?.north).toBeCloseTo(41.8)
  expect(frame?.east).toBeCloseTo(-87.6)
})

it('shows every deal of a few, however far apart they are', () => {
  const frame = frameOf([...line(20), HONOLULU])
  expect(frame?.south).toBeCloseTo(21.3)
  expect(frame?.west).toBeCloseTo(-157.8)
  expect(frame?.east).toBeCloseTo(-87.6)
})

it('shows every deal of the places asked for, and the bounds asked for as they are', () => {
  const area = encodeLine([
    { lat: 20, lng: -160 },
    { lat: 50, lng: -160 },
    { lat: 50, lng: -80 },
    { lat: 20, lng: -80 },
  ])
  const asked = frameOf([...line(200), HONOLULU], `status=any&area=${encodeURIComponent(area)}`)
  expect(asked?.west).toBeCloseTo(-157.8)
  const bounds = frameOf([...line(200), HONOLULU], 'status=any&bounds=18,-100,40,-65')
  expect(bounds).toEqual({ south: 18, west: -100, north: 40, east: -65 })
})

it('is nothing without a deal that has a place', () => {
  expect(frameOf([])).toBeNull()
})
