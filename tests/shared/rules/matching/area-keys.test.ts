/** The index over areas never misses a box that a deal lies in. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOfPoints } from '#shared/rules/deals/area.ts'
import { ANYWHERE, keysOfAreas, keysOfDeal } from '#shared/rules/matching/area-keys.ts'
import { scoreDeal } from '#shared/rules/matching/score.ts'
import type { BoxArea } from '#shared/rules/matching/scored-box.ts'
import { box, deal, houston } from './boxes.ts'

const point = fc.record({
  lat: fc.double({ min: -60, max: 72, noNaN: true }),
  // From beyond the Aleutians to Puerto Rico.
  lng: fc.double({ min: -179.9, max: -60, noNaN: true }),
})
/** Evenly spread: edges and corners are of no more interest than the middle. */
const unit = fc.noBias(fc.integer({ min: 0, max: 1000 })).map((value) => value / 1000)
const radius = fc
  .record({ center: point, miles: fc.double({ min: 0.1, max: 300, noNaN: true }) })
  .map((given): BoxArea => ({ kind: 'radius', label: 'a circle', ...given }))
const polygon = fc
  .tuple(
    point,
    fc.double({ min: 0.001, max: 40, noNaN: true }),
    fc.array(fc.tuple(unit, unit), { minLength: 3, maxLength: 8 }),
  )
  .map(
    ([center, size, corners]): BoxArea => ({
      kind: 'polygon',
      label: 'a drawing',
      center,
      points: corners.map(([y, x]) => ({ lat: center.lat + y * size, lng: center.lng + x * size })),
    }),
  )

/** Near the area, so that many lie in it. */
const near = (area: BoxArea) =>
  fc.tuple(unit, unit).map(([y, x]) => {
    const { south, west, north, east } = frameOf(area)
    const lng = west + x * (east - west)
    return { lat: south + y * (north - south), lng: lng < -180 ? lng + 360 : lng }
  })

function frameOf(area: BoxArea) {
  const around = area.kind === 'polygon' ? boundsOfPoints(area.points) : null
  const reach = area.kind === 'radius' ? area.miles / 60 : 0
  const { lat, lng } = area.center
  return around ?? { south: lat - reach, west: lng - reach, north: lat + reach, east: lng + reach }
}

const shareKey = (area: BoxArea, of: Parameters<typeof keysOfDeal>[0]): boolean => {
  const keys = new Set(keysOfDeal(of))
  return keysOfAreas([area]).some((key) => keys.has(key))
}
const liesIn = (area: BoxArea, of: ReturnType<typeof deal>): boolean =>
  scoreDeal(of, box({ areas: [area] })).isMatch

describe('the words of areas', () => {
  it.each([
    ['circles', radius],
    ['drawn areas', polygon],
  ])('whatever lies in one of the %s shares a word with it', (_, areas) => {
    let inside = 0
    fc.assert(
      fc.property(
        areas.chain((area) => fc.tuple(fc.constant(area), near(area))),
        ([area, at]) => {
          const one = deal({ at })
          if (!liesIn(area, one)) return
          inside++
          expect(shareKey(area, one)).toBe(true)
        },
      ),
      { numRuns: 600 },
    )
    expect(inside).toBeGreaterThan(100)
  })

  it.each([
    ['a city, however it is written', { kind: 'city', name: 'HOUSTON', state: 'TX' }],
    ['a county with its word', { kind: 'county', name: 'Harris County', state: 'TX' }],
    ['a ZIP', { kind: 'zip', name: '77008', state: '' }],
    ['a state', { kind: 'state', name: 'TX', state: 'TX' }],
  ] as const)('a deal shares a word with %s', (_, place) => {
    const area: BoxArea = { ...houston, kind: 'place', place }
    expect([liesIn(area, deal()), shareKey(area, deal())]).toEqual([true, true])
  })

  it('towns of one name in two states are two', () => {
    const maine: BoxArea = {
      ...houston,
      kind: 'place',
      place: { kind: 'city', name: 'Houston', state: 'ME' },
    }
    expect(shareKey(maine, deal())).toBe(false)
  })

  it('a box without areas looks anywhere, and so does one as large as the country', () => {
    expect(keysOfAreas([])).toEqual([ANYWHERE])
    const country: BoxArea = {
      kind: 'polygon',
      label: 'USA',
      center: { lat: 38, lng: -97 },
      points: [
        { lat: 18, lng: -178 },
        { lat: 18, lng: -66 },
        { lat: 72, lng: -66 },
        { lat: 72, lng: -178 },
      ],
    }
    expect(keysOfAreas([country])).toEqual([ANYWHERE])
    expect(keysOfDeal({ state: null, county: null, city: null, zip: null, at: null })).toEqual([ANYWHERE])
  })

  it('an area has few words, however it lies', () => {
    fc.assert(
      fc.property(fc.oneof(radius, polygon), (area) => {
        expect(keysOfAreas([area]).length).toBeLessThanOrEqual(32)
      }),
    )
  })
})
