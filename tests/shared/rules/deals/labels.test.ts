/** What is said of a filter on chips and when nothing is found, which places deals can be in, and what is an address. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADDRESS_REQUEST_REPEATED, ADDRESS_REQUEST_SUBMITTED } from '#shared/contract/inquiries.ts'
import { readInquiryAnswer } from '#shared/rules/deals/address-answer.ts'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealFilter } from '#shared/rules/deals/filter.ts'
import { filterChips } from '#shared/rules/deals/filter-labels.ts'
import { activeParts } from '#shared/rules/deals/filter-parts.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { deals, filters, NOW_MS } from '#tests/support/deal-arbitraries.ts'
import { type PlainDeal, plainDeal, plainTest, wireOf } from '#tests/support/plain-deals.ts'

const filterOf = (given: Partial<DealFilter>): DealFilter => ({ ...DEFAULT_FILTER, status: [], ...given })
const context = { nowMs: NOW_MS, favourites: new Set<number>(), center: null, scores: null }
const engineOf = (rows: readonly PlainDeal[]) => createDealEngine(parseDealList(wireOf(rows)))

describe('chips', () => {
  it.each<[string, Partial<DealFilter>, string[]]>([
    ['the default, which is a chip like the others', { status: ['available'] }, ['Available']],
    ['each status by itself', { status: ['available', 'sold'] }, ['Available', 'Sold']],
    ['a largest price', { ranges: { price: { max: 500_000 } } }, ['Up to $500K']],
    ['a price range', { ranges: { price: { min: 100_000, max: 250_000 } } }, ['Price $100K – $250K']],
    [
      'two amounts that round to the same, in full',
      { ranges: { price: { min: 20_010, max: 20_040 } } },
      ['Price $20,010 – $20,040'],
    ],
    ['a share', { ranges: { arv_percent: { max: 70 } } }, ['% of ARV ≤ 70%']],
    ['a least count', { ranges: { beds: { min: 3 } } }, ['Beds 3+']],
    ['one year', { ranges: { year: { min: 1950, max: 1950 } } }, ['Year built 1950']],
    ['choices, at most two of them', { choices: { types: [4, 5, 6] } }, ['Duplex, Triplex +1']],
    ['yes or no', { flags: ['verified'] }, ['Verified seller']],
    [
      'a county that brings the word, or another one, once',
      {
        places: [
          { kind: 'county', name: 'Miami-Dade County', state: 'FL' },
          { kind: 'county', name: 'Orleans Parish', state: 'LA' },
        ],
      },
      ['Miami-Dade County, FL', 'Orleans Parish, LA'],
    ],
    [
      'each place by itself',
      {
        places: [
          { kind: 'county', name: 'Harris', state: 'TX' },
          { kind: 'zip', name: '77008', state: '' },
        ],
      },
      ['Harris County, TX', '77008'],
    ],
    ['words', { text: ' corner lot ' }, ['corner lot']],
    ['drawn areas together', { areas: [[], []] }, ['2 drawn areas']],
    ['nothing', {}, []],
  ])('say %s', (_, given, labels) => {
    expect(filterChips(filterOf(given)).map(({ label }) => label)).toEqual(labels)
  })

  it('take themselves away one by one until nothing is filtered', () => {
    fc.assert(
      fc.property(filters, (given) => {
        let filter = given
        for (let left = filterChips(given).length; left > 0; left--) {
          const [chip] = filterChips(filter)
          filter = chip?.without ?? filter
          expect(filterChips(filter)).toHaveLength(left - 1)
        }
        expect(activeParts(filter)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('have a name each', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const ids = filterChips(filter).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 40 },
    )
  })
})

describe('when nothing is found', () => {
  const rows = [
    plainDeal({ id: 1, price: 210_000, bedrooms: 3, is_verified: 1 }),
    plainDeal({ id: 2, price: 300_000, bedrooms: 2, is_verified: 1 }),
    plainDeal({ id: 3, price: 150_000, bedrooms: 3 }),
  ]

  it('the smallest change that gives a deal comes first, each with how many it gives', () => {
    const filter = filterOf({ ranges: { price: { max: 200_000 }, beds: { min: 3 } }, flags: ['verified'] })
    const found = engineOf(rows).relax(filter, context)
    expect(found.map(({ label, count }) => [label, count])).toEqual([
      ['Price up to $210K', 1],
      ['Remove “Verified seller”', 1],
    ])
  })

  it('the end that has to move least is moved', () => {
    const filter = filterOf({ ranges: { price: { min: 220_000, max: 230_000 } } })
    expect(engineOf(rows).relax(filter, context)[0]).toMatchObject({ label: 'Price from $210K', count: 1 })
  })

  it('there is nothing to offer when no single change would help', () => {
    const filter = filterOf({ ranges: { price: { max: 100_000 } }, account: 7 })
    expect(engineOf(rows.slice(0, 1)).relax(filter, context)).toEqual([])
  })

  it('each offer gives as many as it says', () => {
    fc.assert(
      fc.property(deals(), filters, (rows, filter) => {
        for (const { filter: relaxed, count } of engineOf(rows).relax(filter, context)) {
          expect(count).toBeGreaterThan(0)
          expect(rows.filter(plainTest(relaxed, context))).toHaveLength(count)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('a place', () => {
  const place = (formatted_address: string, type: string, within: string[] = []) => ({
    place_id: 'x',
    formatted_address,
    types: [type],
    geometry: { location: { lat: 0, lng: 0 } },
    within,
  })

  it.each([
    ['a state', place('Texas', 'administrative_area_level_1'), { kind: 'state', name: 'TX', state: 'TX' }],
    [
      'a county by its bare name or its full one',
      place('Harris County, TX', 'administrative_area_level_2'),
      { kind: 'county', name: 'Harris County', state: 'TX' },
    ],
    ['a city', place('Houston, TX', 'locality'), { kind: 'city', name: 'Houston', state: 'TX' }],
    [
      'a city of another service',
      place('Houston, Texas', 'locality'),
      { kind: 'city', name: 'Houston', state: 'TX' },
    ],
    [
      'a city named like its state',
      place('New York, NY', 'locality'),
      { kind: 'city', name: 'New York', state: 'NY' },
    ],
    [
      'a city whose state only its id says',
      place('Ponce', 'locality', ['gaz:state:PR']),
      { kind: 'city', name: 'Ponce', state: 'PR' },
    ],
    ['a ZIP', place('77008 Houston, TX', 'postal_code'), { kind: 'zip', name: '77008', state: '' }],
    ['no neighborhood', place('Heights, Houston, TX', 'neighborhood'), null],
  ])('filters by %s', (_, given, expected) => {
    expect(placeFilterOf(given)).toEqual(expected)
  })

  it('is found however its name is written', () => {
    const engine = engineOf([
      plainDeal({ id: 1, county: 'Harris', city: 'St. Louis', state_code: 'TX' }),
      plainDeal({ id: 2, county: 'Harris County', city: 'Saint Louis', state_code: 'GA' }),
    ])
    const count = (...places: DealFilter['places']) =>
      engine.run(filterOf({ places }), DEFAULT_QUERY.sort, context).count
    expect(count({ kind: 'county', name: 'Harris County', state: 'TX' })).toBe(1)
    expect(count({ kind: 'county', name: 'harris', state: 'GA' })).toBe(1)
    expect(count({ kind: 'city', name: 'St Louis', state: 'TX' })).toBe(1)
    expect(
      count({ kind: 'state', name: 'TX', state: 'TX' }, { kind: 'state', name: 'GA', state: 'GA' }),
    ).toBe(2)
  })
})

describe('the answer to an address request', () => {
  it.each([
    ['the fixed text', 200, { message: ADDRESS_REQUEST_SUBMITTED }, 'submitted'],
    [
      'its two phrases in other words',
      201,
      { message: 'SUBMITTED! A Manager will contact you.' },
      'submitted',
    ],
    ['an address', 200, { message: '1204 Oak Ridge Dr, Tulsa, OK 74103' }, 'address'],
    ['an address with a lot', 200, { message: 'Lot 5, Calle Luna, San Juan, PR' }, 'address'],
    [
      'the daily limit with a number in it',
      200,
      { message: 'You reached the limit of 5 requests a day.' },
      'limit',
    ],
    ['an empty text', 200, { message: ' ' }, 'limit'],
    ['a page of a proxy', 200, '<!doctype html><h1>502</h1>', 'limit'],
    ['no words at all', 200, null, 'limit'],
    ['a refusal by limit', 429, { message: 'Too many' }, 'limit'],
    ['a repeated request', 422, { message: ADDRESS_REQUEST_REPEATED }, 'already'],
    ['another refusal', 422, { message: 'The property id is not valid.' }, 'warning'],
    ['an address with an error', 500, { message: '1204 Oak Ridge Dr' }, 'warning'],
  ])('%s is read as it is meant', (_, status, body, kind) => {
    expect(readInquiryAnswer(status, body).kind).toBe(kind)
  })

  it('never fails', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599 }), fc.anything(), (status, body) => {
        expect(readInquiryAnswer(status, body).kind).toBeTypeOf('string')
      }),
    )
  })
})
