/** Where a deal is shown to be, and that nothing shown leads back to a hidden address. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlaceRow, shownPlace } from '#server/properties/hidden.ts'
import { HIDDEN_OFFSET_MAX_M, HIDDEN_OFFSET_MIN_M } from '#shared/contract/limits.ts'

const SECRET = 'a secret for tests only'
const STRANGER = { hasAddress: false, secret: SECRET }

const row = (fields: Partial<PlaceRow> = {}): PlaceRow => ({
  id: 7,
  parcel: null,
  latitude: 29.760427,
  longitude: -95.369803,
  is_street_shown: false,
  address: '412 Live Oak St',
  city: 'Houston',
  state: 'TX',
  zip: '77002',
  ...fields,
})

/** Great-circle distance. */
function metersBetween(a: [number, number], b: [number, number]): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(rad(to - from) / 2) ** 2
  const h = half(a[0], b[0]) + Math.cos(rad(a[0])) * Math.cos(rad(b[0])) * half(a[1], b[1])
  return 2 * 6_371_009 * Math.asin(Math.sqrt(h))
}

test('a hidden deal is shown 300 to 800 meters away, cut to three decimals', () => {
  const place = fc.record({
    id: fc.integer({ min: 1, max: 1e9 }),
    latitude: fc.double({ min: 17, max: 62, noNaN: true }),
    longitude: fc.double({ min: -160, max: -65, noNaN: true }),
  })
  fc.assert(
    fc.property(place, (at) => {
      const { latitude, longitude } = shownPlace(row(at), STRANGER)
      const away = metersBetween([at.latitude, at.longitude], [latitude ?? 0, longitude ?? 0])
      expect(away).toBeGreaterThanOrEqual(HIDDEN_OFFSET_MIN_M * 0.99)
      expect(away).toBeLessThanOrEqual(HIDDEN_OFFSET_MAX_M * 1.01)
      expect(String(latitude)).toMatch(/^-?\d+(\.\d{1,3})?$/)
      expect(String(longitude)).toMatch(/^-?\d+(\.\d{1,3})?$/)
    }),
    { numRuns: 500 },
  )
})

test('a hidden deal is always shown in the same place, whoever looks and however often', () => {
  expect(shownPlace(row(), STRANGER)).toEqual(shownPlace(row(), STRANGER))
})

test('another listing of the same parcel is shown in the same place, so that averaging does not narrow it down', () => {
  const first = shownPlace(row({ id: 1, parcel: 'TX-201-0044' }), STRANGER)
  expect(shownPlace(row({ id: 2, parcel: 'TX-201-0044' }), STRANGER)).toEqual(first)
})

test.each(['', '0', 'N/A', 'TBD', '0000000', '12'])(
  'a parcel written as “%s” is of no house, so that one address opens no other',
  (parcel) => {
    const first = shownPlace(row({ id: 1, parcel }), STRANGER)
    expect(shownPlace(row({ id: 2, parcel }), STRANGER)).not.toEqual(first)
  },
)

test('deals of one house number range are moved in all directions, each by its own distance', () => {
  const shown = Array.from({ length: 400 }, (_, id) => shownPlace(row({ id: id + 1 }), STRANGER))
  const quadrant = ({ latitude, longitude }: (typeof shown)[number]) =>
    `${(latitude ?? 0) > 29.760427}/${(longitude ?? 0) > -95.369803}`
  const counts = ['true/true', 'true/false', 'false/true', 'false/false'].map(
    (name) => shown.filter((place) => quadrant(place) === name).length,
  )
  expect(Math.min(...counts)).toBeGreaterThan(60)
})

test('without the secret the way back is not known', () => {
  expect(shownPlace(row(), { hasAddress: false, secret: 'another one entirely' })).not.toEqual(
    shownPlace(row(), STRANGER),
  )
})

test('a hidden street and what it is called do not leave', () => {
  const shown = shownPlace(row(), STRANGER)
  expect(shown).toMatchObject({ precision: 'approximate', full_address: null })
  expect(JSON.stringify(shown)).not.toMatch(/Live Oak|29\.7604|95\.3698/)
})

test.each([
  { name: 'who was granted the address', at: row(), hasAddress: true },
  {
    name: 'everybody while the seller shows the street',
    at: row({ is_street_shown: true }),
    hasAddress: false,
  },
])('$name sees the true place', ({ at, hasAddress }) => {
  expect(shownPlace(at, { hasAddress, secret: SECRET })).toEqual({
    latitude: 29.760427,
    longitude: -95.369803,
    precision: 'exact',
    full_address: '412 Live Oak St, Houston, TX 77002',
  })
})

test('a deal without coordinates has none to show', () => {
  expect(shownPlace(row({ latitude: null }), STRANGER)).toMatchObject({ latitude: null, longitude: null })
})
