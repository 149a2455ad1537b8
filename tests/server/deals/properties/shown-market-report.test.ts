/** Comparables as they are shown: whole beside a known address, and without a way back to a hidden one. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BANDS_MILES, shownComparables } from '#server/deals/properties/shown-market-report.ts'
import type { Sale } from '#server/providers/market/market-source.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'

const PLACE = { latitude: 29.7744, longitude: -95.3142, city: 'Houston', state: 'TX', zip: '77020' }
const EXACT = { ...PLACE, precision: 'exact' as const }
/** Where everybody is shown a deal whose house is elsewhere. */
const SHOWN = { ...PLACE, precision: 'approximate' as const }
const sale = (given: Partial<Sale> = {}): Sale => ({
  address: '2109 Ivy Street',
  sold_price: 254_900,
  sold_at: '2026-03-17T00:00:00.000Z',
  sq_footage: 1444,
  bedrooms: 3,
  bathrooms: 2,
  year_built: 1950,
  lot_size: 5211,
  condition: 'Updated',
  latitude: 29.78,
  longitude: -95.32,
  source: 'Records',
  as_of: '2026-03-26T00:00:00.000Z',
  ...given,
})

test('beside a known address a sale is shown as it is, its distance to a tenth of a mile', () => {
  const [shown] = shownComparables([sale()], EXACT)
  expect(shown).toEqual({ id: 1, ...sale(), distance_miles: 0.5, distance_is_band: false })
})

test('around a hidden address a sale has no house, no day, no exact figures and a band for a distance', () => {
  const [shown] = shownComparables([sale()], SHOWN)
  expect(shown).toEqual({
    id: 1,
    address: 'Houston, TX 77020',
    sold_price: 255_000,
    sold_at: '2026-03-01T00:00:00.000Z',
    sq_footage: 1440,
    bedrooms: 3,
    bathrooms: 2,
    year_built: 1950,
    condition: 'Updated',
    source: 'Records',
    as_of: '2026-03-01T00:00:00.000Z',
    distance_miles: 1,
    distance_is_band: true,
  })
})

test('the order and the ids of sales have nothing to do with where they are', () => {
  const near = sale({ latitude: 29.7745, longitude: -95.3143, sold_at: '2025-06-01T00:00:00.000Z' })
  for (const given of [
    [near, sale()],
    [sale(), near],
  ])
    for (const place of [EXACT, SHOWN]) {
      const shown = shownComparables(given, place)
      expect(shown.map(({ sold_at }) => sold_at.slice(0, 7))).toEqual(['2026-03', '2025-06'])
      expect(shown.map(({ id }) => id)).toEqual([1, 2])
    }
})

test('a band holds the distance from where the deal is shown, whatever it is', () => {
  const offset = fc.double({ min: -0.5, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(offset, offset, (north, east) => {
      const at = { latitude: PLACE.latitude + north, longitude: PLACE.longitude + east }
      const [shown] = shownComparables([sale(at)], SHOWN)
      const miles = milesBetween(
        { lat: PLACE.latitude, lng: PLACE.longitude },
        { lat: at.latitude, lng: at.longitude },
      )
      const band = shown?.distance_miles ?? 0
      expect(band).toBeGreaterThanOrEqual(miles)
      const narrower = BANDS_MILES.filter((end) => end < band)
      expect(narrower.every((end) => end < miles)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a deal without a place has no sales to measure from', () => {
  expect(shownComparables([sale()], { ...EXACT, latitude: null })).toEqual([])
})
