/** A line of plain words becomes the filters it asks for, in any order, and loses no word that is none. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_FILTER, type DealFilter } from '#shared/rules/deals/filter.ts'
import { readTypedQuery } from '#shared/rules/deals/typed-query.ts'

type Asked = Partial<DealFilter>

/** What a line says, the filter that a person means by it, and the words that are left. */
const LINES: readonly (readonly [line: string, asks: Asked, rest?: string])[] = [
  ['3 beds under 150k in Houston', { ranges: { beds: { min: 3 }, price: { max: 150_000 } } }, 'Houston'],
  [
    'houston 3 bed 2 bath $150,000',
    { ranges: { beds: { min: 3 }, baths: { min: 2 }, price: { max: 150_000 } } },
    'houston',
  ],
  [
    '3/2 in Tampa, FL under $300k',
    { ranges: { beds: { min: 3 }, baths: { min: 2 }, price: { max: 300_000 } } },
    'Tampa, FL',
  ],
  ['less than 3 beds', { ranges: { beds: { max: 2 } } }],
  ['fewer than 2 baths', { ranges: { baths: { max: 1.5 } } }],
  ['under 5 units', { ranges: { units: { max: 4 } } }],
  ['more than 3 beds', { ranges: { beds: { min: 4 } } }],
  ['beds > 2', { ranges: { beds: { min: 3 } } }],
  ['no more than 3 beds', { ranges: { beds: { max: 3 } } }],
  ['at least 3 beds', { ranges: { beds: { min: 3 } } }],
  ['beds >= 2', { ranges: { beds: { min: 2 } } }],
  ['max entry 10k', { ranges: { entry_fee: { max: 10_000 } } }],
  ['min price 100k', { ranges: { price: { min: 100_000 } } }],
  ['max arv 300k, min beds 3', { ranges: { arv: { max: 300_000 }, beds: { min: 3 } } }],
  ['last 2 weeks', { ranges: { days: { max: 14 } } }],
  ['in the past 3 months under 100k', { ranges: { days: { max: 90 }, price: { max: 100_000 } } }],
  ['3br/2.5ba', { ranges: { beds: { min: 3 }, baths: { min: 2.5 } } }],
  ['exactly 3 bedrooms', { ranges: { beds: { min: 3, max: 3 } } }],
  ['2-4 beds', { ranges: { beds: { min: 2, max: 4 } } }],
  ['100-200k', { ranges: { price: { min: 100_000, max: 200_000 } } }],
  ['between $1.2m and 2 million', { ranges: { price: { min: 1_200_000, max: 2_000_000 } } }],
  ['from 100k to 250k', { ranges: { price: { min: 100_000, max: 250_000 } } }],
  ['around 200k', { ranges: { price: { min: 180_000, max: 220_000 } } }],
  ['price under 95000', { ranges: { price: { max: 95_000 } } }],
  ['under 150k arv over 200k', { ranges: { price: { max: 150_000 }, arv: { min: 200_000 } } }],
  ['below 70% of ARV', { ranges: { arv_percent: { max: 70 } } }],
  ['arv under 65%', { ranges: { arv_percent: { max: 65 } } }],
  ['50k+ spread', { ranges: { spread: { min: 50_000 } } }],
  ['spread over 20%', { ranges: { spread_percent: { min: 20 } } }],
  ['rehab under 30k, light rehab', { ranges: { repairs: { max: 30_000 } }, choices: { condition: [2] } }],
  ['1,500+ sq ft', { ranges: { sqft: { min: 1500 } } }],
  ['under $100 per sqft', { ranges: { ppsf: { max: 100 } } }],
  ['lot over 5000 sqft', { ranges: { lot: { min: 5000 } } }],
  ['half an acre', { ranges: { lot: { min: 21_780 } } }],
  ['built after 1990', { ranges: { year: { min: 1990 } } }],
  ['built in 1990', { ranges: { year: { min: 1990, max: 1990 } } }],
  ['older than 1950', { ranges: { year: { max: 1950 } } }],
  [
    'three bedroom houses, 3/2/2',
    { ranges: { beds: { min: 3 }, baths: { min: 2 } }, choices: { types: [1], parking: [1, 2] } },
  ],
  ['2000 sq ft or more', { ranges: { sqft: { min: 2000 } } }],
  ['new deals today', { ranges: { days: { max: 1 } } }],
  ['off market houses near me', { choices: { types: [1] } }],
  ['open house this weekend, reduced price', { flags: ['open_house', 'reduced'] }],
  ['over 100k under 200k', { ranges: { price: { min: 100_000, max: 200_000 } } }],
  ['price min 100k max 200k', { ranges: { price: { min: 100_000, max: 200_000 } } }],
  ['100k max', { ranges: { price: { max: 100_000 } } }],
  ['150k or under', { ranges: { price: { max: 150_000 } } }],
  [
    '3/2 in Houston under 150',
    { ranges: { beds: { min: 3 }, baths: { min: 2 }, price: { max: 150_000 } } },
    'Houston',
  ],
  ['70% arv or less', { ranges: { arv_percent: { max: 70 } } }],
  ['30k or less rehab', { ranges: { repairs: { max: 30_000 } } }],
  ['built 2000 or later', { ranges: { year: { min: 2000 } } }],
  ['1/4 acre lot', { ranges: { lot: { min: 10_890 } } }],
  ['2 or 3 bedrooms', { ranges: { beds: { min: 2, max: 3 } } }],
  ['duplex with no pool', { choices: { types: [4] }, text: '-pool' }],
  ['without a garage in Tampa', { text: '-garage' }, 'Tampa'],
  ['Portland, ME duplex', { choices: { types: [4] } }, 'Portland, ME'],
  ['Gary, IN under 100k', { ranges: { price: { max: 100_000 } } }, 'Gary, IN'],
  ['houses in Mobile AL', { choices: { types: [1] } }, 'Mobile AL'],
  ['4plex, 2 car garage', { choices: { types: [6], parking: [1, 2] } }],
  [
    '77002, 77004',
    {
      places: [
        { kind: 'zip', name: '77002', state: '' },
        { kind: 'zip', name: '77004', state: '' },
      ],
    },
  ],
  ['closing in 14 days', { ranges: { closing: { max: 14 } } }],
  ['in the last 7 days', { ranges: { days: { max: 7 } } }],
  ['new this week in TX', { ranges: { days: { max: 7 } } }, 'TX'],
  ['4 stars', { ranges: { rating: { min: 4 } } }],
  ['duplexes or triplexes', { choices: { types: [4, 5] } }],
  ['multi-family, 4+ units', { choices: { types: [4, 5, 6, 7] }, ranges: { units: { min: 4 } } }],
  ['vacant land', { choices: { types: [9] } }],
  ['vacant houses with a garage', { choices: { types: [1], parking: [1, 2], occupancy: [0] } }],
  ['houses with pool in White House, TN', { choices: { types: [1], tags: [10] } }, 'White House, TN'],
  ['condos in Miami, pending', { choices: { types: [3] }, status: ['pending'] }, 'Miami'],
  ['sold or pending', { status: ['pending', 'sold'] }],
  ['any status', { status: [] }],
  ['reduced, verified sellers, with comps', { flags: ['verified', 'reduced', 'comps'] }],
  ['"corner lot" -hoa', { text: '"corner lot" -hoa' }],
  ['77008', { places: [{ kind: 'zip', name: '77008', state: '' }] }],
  [
    'in 77008 under 90000',
    { ranges: { price: { max: 90_000 } }, places: [{ kind: 'zip', name: '77008', state: '' }] },
  ],
]

const sorted = (filter: DealFilter): DealFilter => ({ ...filter, flags: filter.flags.toSorted() })

test.each(LINES.map(([line, asks, rest = '']) => ({ line, asks, rest })))('$line', ({ line, asks, rest }) => {
  const read = readTypedQuery(line)
  expect(sorted(read.filter)).toEqual(sorted({ ...DEFAULT_FILTER, ...asks }))
  expect(read.rest).toBe(rest)
  expect(read.isRead).toBe(true)
})

test.each([
  ['Houston', 'Houston'],
  ['New York', 'New York'],
  ['123 Main St', '123 Main St'],
  ['show me deals in Show Low, AZ', 'Show Low, AZ'],
  ['Whitfield Holdings', 'Whitfield Holdings'],
  ['14230 Westheimer Rd, Houston', '14230 Westheimer Rd, Houston'],
  ['within 10 miles of Houston', 'within 10 miles Houston'],
  ['show me all deals', ''],
  ['', ''],
])('“%s” asks for no filter and leaves its words', (line, rest) => {
  const { filter, rest: left, isRead } = readTypedQuery(line)
  expect({ filter, left, isRead }).toEqual({ filter: DEFAULT_FILTER, left: rest, isRead: false })
})

test.each([
  ['cheapest in Waco', 'price', false],
  ['newest condos', 'newest', true],
  ['biggest spread', 'spread', true],
])('“%s” is an order', (line, key, descending) => {
  expect(readTypedQuery(line).sort).toEqual({ key, descending })
})

describe('of any phrases', () => {
  const small = fc.integer({ min: 1, max: 9 })
  const thousands = fc.integer({ min: 10, max: 900 })
  const PHRASES = fc.tuple(
    small.map((n) => [`${n} beds`, { beds: { min: n } }] as const),
    small.map((n) => [`${n}+ baths`, { baths: { min: n } }] as const),
    thousands.map((n) => [`under ${n}k`, { price: { max: n * 1000 } }] as const),
    thousands.map((n) => [`arv over $${n}k`, { arv: { min: n * 1000 } }] as const),
    thousands.map((n) => [`at least ${n * 10} sqft`, { sqft: { min: n * 10 } }] as const),
    fc.integer({ min: 1900, max: 2026 }).map((n) => [`built since ${n}`, { year: { min: n } }] as const),
    small.map((n) => [`last ${n} days`, { days: { max: n } }] as const),
  )

  test('the order makes no difference, with commas or without', () => {
    fc.assert(
      fc.property(
        PHRASES.chain((phrases) => fc.shuffledSubarray([...phrases])),
        fc.constantFrom(', ', ' '),
        (phrases, comma) => {
          const { filter, rest } = readTypedQuery(phrases.map(([words]) => words).join(comma))
          expect(filter.ranges).toEqual(Object.assign({}, ...phrases.map(([, range]) => range)))
          expect(rest).toBe('')
        },
      ),
    )
  })

  test('no text makes it fail or wait', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (line) => {
        const { rest } = readTypedQuery(line)
        expect(rest.length).toBeLessThanOrEqual(400)
      }),
    )
  })
})
