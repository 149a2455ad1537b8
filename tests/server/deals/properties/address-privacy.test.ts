/** Where a deal is shown to be, and how little of a hidden house all its listings tell together. */
import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlaceRow, pointsFor, shownPlace } from '#server/deals/properties/address-privacy.ts'
import { seededRandom } from '#server/providers/market/seeded-random.ts'
import { HIDDEN_OFFSET_MAX_M, HIDDEN_OFFSET_MIN_M } from '#shared/contract/limits.ts'
import { metersBetween } from '#shared/rules/deals/area.ts'
import type { Point } from '#shared/rules/deals/filter.ts'
import { inRing, km2Of, medianOf, onGrid, placesShownAt } from './adversary/area.ts'

const SECRET = 'a secret for tests only'
const STRANGER = { hasAddress: false, secret: SECRET }

const row = (fields: Partial<PlaceRow> = {}): PlaceRow => ({
  id: 7,
  account_id: 3,
  latitude: 29.760427,
  longitude: -95.369803,
  is_street_shown: false,
  address: '412 Live Oak St',
  city: 'Houston',
  state: 'TX',
  zip: '77002',
  ...fields,
})

/** As a stranger is shown it. */
function pointOf(fields: Partial<PlaceRow>): Point {
  const { latitude, longitude } = shownPlace(row(fields), STRANGER)
  if (latitude === null || longitude === null) throw new Error('The deal is shown nowhere.')
  return { lat: latitude, lng: longitude }
}

const anywhere = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }),
  latitude: fc.double({ min: 17, max: 71, noNaN: true }),
  longitude: fc.double({ min: -170, max: -65, noNaN: true }),
})

describe('a hidden deal', () => {
  test('is shown 300 to 800 meters away, in three decimals, wherever in the country it is', () => {
    fc.assert(
      fc.property(anywhere, (at) => {
        const point = pointOf(at)
        const meters = metersBetween(point, { lat: at.latitude, lng: at.longitude })
        expect(meters).toBeGreaterThanOrEqual(HIDDEN_OFFSET_MIN_M)
        expect(meters).toBeLessThanOrEqual(HIDDEN_OFFSET_MAX_M)
        expect(`${point.lat} ${point.lng}`).toMatch(/^-?\d+(\.\d{1,3})? -?\d+(\.\d{1,3})?$/)
      }),
      { numRuns: 2000 },
    )
  })

  test('is shown in the same place to every stranger, however often they look', () => {
    expect(shownPlace(row(), STRANGER)).toEqual(shownPlace(row(), STRANGER))
  })

  test('stays where it is shown when its seller corrects the pin by some meters', () => {
    const moved = houses.filter(
      ({ lat, lng }, index) =>
        metersBetween(
          pointOf({ id: index, latitude: lat, longitude: lng }),
          pointOf({ id: index, latitude: lat + 0.00004, longitude: lng - 0.00004 }),
        ) > 1,
    )
    expect(moved.length).toBeLessThan(houses.length * 0.05)
  })

  test('does not say its street, its place or what it is called', () => {
    const shown = shownPlace(row(), STRANGER)
    expect(shown).toMatchObject({ precision: 'approximate', full_address: null })
    expect(JSON.stringify(shown)).not.toMatch(/Live Oak|29\.7604|95\.3698/)
  })

  test('without coordinates is shown nowhere', () => {
    expect(shownPlace(row({ latitude: null }), STRANGER)).toMatchObject({ latitude: null, longitude: null })
  })

  test.each([
    { name: 'a reader who was granted the address', at: row(), hasAddress: true },
    { name: 'everybody while the street is shown', at: row({ is_street_shown: true }), hasAddress: false },
  ])('is shown where it is to $name', ({ at, hasAddress }) => {
    expect(shownPlace(at, { hasAddress, secret: SECRET })).toEqual({
      latitude: 29.760427,
      longitude: -95.369803,
      precision: 'exact',
      full_address: '412 Live Oak St, Houston, TX 77002',
    })
  })
})

const random = seededRandom('houses of the country')
/** From Florida to Washington. */
const houses: readonly Point[] = Array.from({ length: 200 }, () => ({
  lat: 25 + random.next() * 23,
  lng: -122 + random.next() * 42,
}))

/** Each deal moved by itself, by whatever the key is made of: as it was before. */
function movedBy(key: string, { lat, lng }: Point): Point {
  const digest = createHmac('sha256', SECRET).update(key).digest()
  const angle = (digest.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI
  const meters = Math.sqrt(380 ** 2 + (digest.readUInt32BE(4) / 2 ** 32) * (720 ** 2 - 380 ** 2))
  const shrink = Math.cos((lat * Math.PI) / 180)
  const cut = (degrees: number) => Number(degrees.toFixed(3))
  return {
    lat: cut(lat + (meters * Math.cos(angle)) / 111_195),
    lng: cut(lng + (meters * Math.sin(angle)) / (111_195 * shrink)),
  }
}

/** Who lists the house, as which deal: by several accounts, or again and again by one. */
interface Listing {
  id: number
  account_id: number
  parcel: string
}
type ShowAt = (listing: Listing, house: Point) => Point
const asItIs: ShowAt = ({ id, account_id }, { lat, lng }) =>
  pointOf({ id, account_id, latitude: lat, longitude: lng })

describe('somebody who reads every listing of a house', () => {
  const LISTINGS = 12
  const listings = {
    'several accounts': (index: number) => ({ id: 100 + index, account_id: 1 + index }),
    'one account that lists it again': (index: number) => ({ id: 900 + index, account_id: 5 }),
  }

  /** Square kilometers for each house, after all of its listings. */
  const leftFor = (by: keyof typeof listings, showAt: ShowAt, rule: typeof onGrid): number[] =>
    houses.map((house, at) => {
      const points = Array.from({ length: LISTINGS }, (_, index) => {
        const { id, account_id } = listings[by](index)
        return showAt({ id: id + at * 1000, account_id: account_id + at * 1000, parcel: `${at}` }, house)
      })
      return km2Of(placesShownAt(points as [Point, ...Point[]], rule))
    })

  test.each(Object.keys(listings) as (keyof typeof listings)[])(
    'by %s is left with a cell of the grid, while deals that are moved by themselves lead to the house',
    (by) => {
      const left = leftFor(by, asItIs, onGrid)
      expect(Math.min(...left)).toBeGreaterThan(0.09)
      expect(medianOf(left)).toBeGreaterThan(0.25)
      const before = leftFor(by, ({ id, account_id }, house) => movedBy(`${account_id} ${id}`, house), inRing)
      expect(medianOf(before)).toBeLessThan(0.08)
    },
  )

  test('reads of one listing alone what its page tells: one and a half square kilometers', () => {
    const left = houses.map((house, id) => km2Of(placesShownAt([asItIs({ id, ...ANY }, house)], onGrid)))
    expect(Math.min(...left)).toBeGreaterThan(1.4)
  })

  test('meets at most two points, each as often as the other', () => {
    const counts = houses.flatMap((house) => {
      const points = Array.from({ length: 40 }, (_, id) => JSON.stringify(asItIs({ id, ...ANY }, house)))
      const allowed = pointsFor(house).map((point) => JSON.stringify(point))
      expect(points.filter((point) => !allowed.includes(point))).toEqual([])
      return allowed.length === 2 ? [points.filter((point) => point === allowed[0]).length] : []
    })
    expect(medianOf(counts)).toBeGreaterThan(16)
    expect(medianOf(counts)).toBeLessThan(24)
  })
})

const ANY = { account_id: 4, parcel: '' }

describe('a seller who makes a draft with somebody else’s parcel number', () => {
  /** In how many of 200 cases the draft's displacement, taken from where the other deal is shown, leads to the house. */
  const hitsOf = (showAt: ShowAt): number =>
    houses.filter((house, at) => {
      const parcel = `48201-${at}`
      const shown = showAt({ id: at, account_id: 8, parcel }, house)
      const entered = houses.at(at - 1) ?? house
      const draft = showAt({ id: 5000 + at, account_id: 9, parcel }, entered)
      // Displacements are meters; a degree of longitude is shorter in the north.
      const shrink = Math.cos((entered.lat * Math.PI) / 180) / Math.cos((house.lat * Math.PI) / 180)
      const led = {
        lat: shown.lat - (draft.lat - entered.lat),
        lng: shown.lng - (draft.lng - entered.lng) * shrink,
      }
      return metersBetween(led, house) < 120
    }).length

  test('is led nowhere, while a displacement by the parcel leads to every house', () => {
    // As many as anybody hits who guesses a place within reach.
    expect(hitsOf(asItIs)).toBeLessThan(12)
    expect(hitsOf(({ parcel }, house) => movedBy(parcel, house))).toBe(200)
  })

  test('learns nothing of the other deal from a draft at the very place of the house', () => {
    const same = houses.filter((house, at) => {
      const there = asItIs({ id: at, account_id: 8, parcel: '' }, house)
      return metersBetween(there, asItIs({ id: 5000 + at, account_id: 9, parcel: '' }, house)) < 1
    })
    // A quarter of the houses has one point only; of the others half.
    expect(same.length).toBeGreaterThan(90)
    expect(same.length).toBeLessThan(160)
  })
})

test('another secret shows deals elsewhere', () => {
  const others = houses.filter((house, id) => {
    const at = row({ id, latitude: house.lat, longitude: house.lng })
    const one = shownPlace(at, STRANGER)
    return shownPlace(at, { hasAddress: false, secret: 'another one entirely' }).longitude !== one.longitude
  })
  expect(others.length).toBeGreaterThan(40)
})
