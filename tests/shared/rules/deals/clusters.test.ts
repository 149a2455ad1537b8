/** What the map draws: each deal in sight once, heaps that tell the truth, pins for the best. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterDeals, type MapLayout, type Projection } from '#shared/rules/deals/clusters.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { type PlainDeal, plainDeal, wireOf } from '#tests/support/plain-deals.ts'

const WORLD = { south: -85, west: -180, north: 85, east: 180 }
const projection = (given: Partial<Projection> = {}): Projection => ({
  zoom: 3,
  bounds: WORLD,
  widthPx: 1200,
  heightPx: 800,
  ...given,
})
const draw = (rows: readonly PlainDeal[], view: Projection) =>
  clusterDeals(
    parseDealList(wireOf(rows)),
    Uint32Array.from(rows, (_, row) => row),
    view,
  )
const countOf = ({ clusters, pins, dots }: MapLayout) =>
  clusters.reduce((sum, { count }) => sum + count, 0) + pins.length + dots.length
/** In Houston, a few meters apart. */
const houston = (count: number, given: Omit<Partial<PlainDeal>, 'id'> = {}) =>
  Array.from({ length: count }, (_, index) =>
    plainDeal({ id: index + 1, latitude: 29.76 + index / 1e5, longitude: -95.37, ...given }),
  )

describe('the deals on the map', () => {
  it('are each drawn once, wherever the map looks and however deals lie', () => {
    // Zero and zero is how a list says that it knows no place.
    const deal = fc
      .record({
        latitude: fc.integer({ min: -84, max: 84 }),
        longitude: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -96, max: -95 })),
      })
      .filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
    fc.assert(
      fc.property(fc.array(deal, { maxLength: 200 }), fc.integer({ min: 0, max: 22 }), (places, zoom) => {
        const rows = places.map((place, index) => plainDeal({ id: index + 1, ...place }))
        expect(countOf(draw(rows, projection({ zoom })))).toBe(rows.length)
      }),
    )
  })

  it('are those in sight, and those in the cells that are half in sight', () => {
    const far = plainDeal({ id: 900, latitude: 47.6, longitude: -122.3 })
    const bounds = { south: 28, west: -97, north: 31, east: -93 }
    expect(countOf(draw([...houston(7), far], projection({ zoom: 7, bounds })))).toBe(7)
  })

  it('without a place are not drawn', () => {
    expect(countOf(draw([plainDeal({ id: 1 })], projection()))).toBe(0)
  })

  it('are found by a map that looks across 180 degrees', () => {
    const rows = [
      plainDeal({ id: 1, latitude: 52, longitude: 179 }),
      plainDeal({ id: 2, latitude: 52, longitude: -179 }),
      plainDeal({ id: 3, latitude: 52, longitude: 0 }),
    ]
    const bounds = { south: 50, west: 170, north: 55, east: -170 }
    expect(draw(rows, projection({ zoom: 12, bounds })).pins).toEqual([0, 1])
  })
})

describe('a heap', () => {
  const rows = [
    ...houston(2, { price: 100_000, arv_percentage: 60 }),
    plainDeal({ id: 8, latitude: 29.77, longitude: -95.38, price: 300_000, arv_percentage: 90 }),
    plainDeal({ id: 9, latitude: 29.77, longitude: -95.38 }),
  ]

  it('says how many, from which price to which, and the median % of ARV of those that have one', () => {
    const [cluster, ...others] = draw(rows, projection()).clusters
    expect(others).toEqual([])
    expect(cluster).toMatchObject({ count: 4, priceMin: 100_000, priceMax: 300_000, medianArvPercent: 60 })
    expect(cluster?.rows).toEqual([0, 1, 2, 3])
    expect(cluster?.lat).toBeCloseTo(29.765, 3)
    expect(cluster?.lng).toBeCloseTo(-95.375, 3)
  })

  it('has no prices when none of its deals has', () => {
    expect(draw(houston(5), projection()).clusters[0]).toMatchObject({
      priceMin: null,
      priceMax: null,
      medianArvPercent: null,
    })
  })

  it('stays the same heap while the map is moved a little', () => {
    const at = (west: number) => {
      const bounds = { south: 20, west, north: 40, east: west + 30 }
      return draw(rows, projection({ zoom: 4, bounds })).clusters
    }
    expect(at(-110.3)).toEqual(at(-108.9))
  })

  it('of two is none: they are drawn by themselves', () => {
    expect(draw(houston(2), projection())).toMatchObject({ clusters: [], pins: [0, 1] })
  })
})

describe('further in', () => {
  const bounds = { south: 29, west: -96, north: 30, east: -95 }

  it('the best 50 have their price, the rest are dots', () => {
    const { clusters, pins, dots } = draw(houston(70), projection({ zoom: 11, bounds }))
    expect(clusters).toEqual([])
    expect(pins).toEqual(Array.from({ length: 50 }, (_, row) => row))
    expect(dots).toHaveLength(20)
  })

  it('a deal just outside of the window takes no price from one inside', () => {
    const outside = plainDeal({ id: 900, latitude: 29.76, longitude: -96.0001 })
    const { pins, dots } = draw([outside, ...houston(1)], projection({ zoom: 11, bounds }))
    expect([pins, dots]).toEqual([[1], [0]])
  })
})
