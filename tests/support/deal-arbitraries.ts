/** Random deals, filters and sorts for properties; close together, so that filters find something. */
import * as fc from 'fast-check'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import {
  CHOICE_KEYS,
  type DealFilter,
  type DealSort,
  FLAG_KEYS,
  RANGE_KEYS,
  SORT_KEYS,
} from '#shared/rules/deals/filter.ts'
import { type PlainDeal, plainDeal } from './plain-deals.ts'

export const NOW_MS = Date.UTC(2026, 6, 1, 12, 0, 30)
const NOW_S = Math.floor(NOW_MS / 1000)
const DAY_S = 86_400

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const whole = (min: number, max: number) => some(fc.integer({ min, max }))
const flag = fc.constantFrom(0, 1)
const time = (from: number, to: number) =>
  some(fc.integer({ min: NOW_S + from * DAY_S, max: NOW_S + to * DAY_S }))
const WORDS = ['Corner', 'lot', 'duplex', 'pool', 'fire', 'damage', 'HOA', '55+', 'casita', 'O’Brien']

const money = {
  price: whole(1, 20),
  arv_estimate: whole(1, 20),
  entry_fee: whole(0, 5),
  price_drop: whole(0, 3),
}
const house = {
  sq_footage: whole(1, 10),
  year_built: whole(1990, 1995),
  bedrooms: whole(0, 5),
  bathrooms: whole(0, 3),
  half_bathrooms: whole(0, 2),
  units: whole(1, 3),
  lot_size: whole(1, 9),
  property_type_id: whole(1, 9),
  parking_type_id: whole(1, 6),
  tags: fc.integer({ min: 0, max: 2047 }).map((bits) => bits & ~1),
  condition: whole(0, 4),
  occupancy: whole(0, 2),
  repair_min: whole(0, 5),
  repair_max: whole(0, 9),
}
const where = {
  city: some(fc.constantFrom('Houston', 'Austin', 'St. Louis')),
  county: some(fc.constantFrom('Harris', 'Travis')),
  state_code: some(fc.constantFrom('TX', 'MO')),
  zip: some(fc.constantFrom('77008', '78701')),
  title: some(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  ),
  public_address: some(fc.constantFrom('55 Block of Oak St', 'Pool Rd')),
}
const point = { latitude: fc.integer({ min: 1, max: 9 }), longitude: fc.integer({ min: -9, max: 9 }) }
const around = {
  status: fc.constantFrom(0, 1, 2),
  score: some(fc.integer({ min: 0, max: 100 }).map((score) => score / 100)),
  street_address_show: flag,
  is_verified: flag,
  has_video: flag,
  has_comps: flag,
  account_id: whole(1, 3),
  seller_rating: some(fc.integer({ min: 0, max: 50 }).map((rating) => rating / 10)),
  published_at: time(-10, 0),
  open_house_at: time(-2, 10),
  closing_at: time(-3, 5),
}

const deal = (id: fc.Arbitrary<number>): fc.Arbitrary<PlainDeal> =>
  fc.record({ id, ...money, ...house, ...where, ...point, ...around }).map(plainDeal)

/** Ids are apart, and in no order. */
export const deals = (maxLength = 60): fc.Arbitrary<PlainDeal[]> =>
  fc.uniqueArray(deal(fc.integer({ min: 1, max: 1000 })), { maxLength, selector: ({ id }) => id })

const range = fc
  .tuple(some(fc.integer({ min: -2, max: 20 })), some(fc.integer({ min: 0, max: 100 })))
  .map(([min, max]) => ({ ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }))
const degree = fc.integer({ min: -10, max: 10 })
const corner = fc.record({ lat: fc.integer({ min: 0, max: 10 }), lng: degree })
const few = <T>(values: readonly T[], maxLength: number) => fc.subarray([...values], { maxLength })
const place = fc.constantFrom(
  { kind: 'state', name: 'TX', state: 'TX' } as const,
  { kind: 'city', name: 'Houston', state: 'TX' } as const,
  { kind: 'county', name: 'Travis', state: 'TX' } as const,
  { kind: 'zip', name: '77008', state: '' } as const,
)
const words = fc
  .array(fc.constantFrom(...WORDS, 'OR', '-hoa', '-"55+"', '"fire damage"', 'dup', 'hous'), { maxLength: 3 })
  .map((tokens) => tokens.join(' '))

const recordOf = <T>(keys: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value]))) as fc.Arbitrary<T>

/** Each part is set once in a while, so that results are seldom empty. */
const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value })

export const filters: fc.Arbitrary<DealFilter> = fc.record({
  status: fc.subarray([...DEAL_STATUSES]),
  ranges: rarely(
    few(RANGE_KEYS, 2).chain((keys) => recordOf<DealFilter['ranges']>(keys, range)),
    {},
  ),
  choices: rarely(
    few(CHOICE_KEYS, 2).chain((keys) => recordOf<DealFilter['choices']>(keys, few([1, 2, 3, 4], 3))),
    {},
  ),
  flags: rarely(few(FLAG_KEYS, 2), []),
  account: rarely<number | null>(fc.constantFrom(1, 2), null),
  places: rarely(fc.array(place, { maxLength: 2 }), []),
  bounds: rarely<DealFilter['bounds']>(
    fc.tuple(corner, corner).map(([a, b]) => ({
      south: Math.min(a.lat, b.lat),
      north: Math.max(a.lat, b.lat),
      west: a.lng,
      east: b.lng,
    })),
    null,
  ),
  areas: rarely(fc.array(fc.array(corner, { minLength: 3, maxLength: 6 }), { maxLength: 2 }), []),
  text: rarely(words, ''),
})

export const sorts: fc.Arbitrary<DealSort> = fc.record({
  key: fc.constantFrom(...SORT_KEYS),
  descending: fc.boolean(),
})
