/** The browse page's address says all that was asked for, and never breaks the page. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHOICE_IDS } from '#shared/rules/deals/facets.ts'
import {
  type Bounds,
  CHOICE_KEYS,
  DEFAULT_FILTER,
  DEFAULT_QUERY,
  type DealFilter,
  type DealQuery,
  FLAG_KEYS,
  RANGE_KEYS,
} from '#shared/rules/deals/filter.ts'
import { readQuery, sharedQuery, writeQuery } from '#shared/rules/deals/query-codec.ts'
import { filters, sorts } from '#tests/support/deal-arbitraries.ts'

const read = (text: string) => readQuery(new URLSearchParams(text))
const write = (filter: Partial<DealFilter>, query: Partial<DealQuery> = {}) =>
  decodeURIComponent(
    writeQuery({ ...DEFAULT_QUERY, ...query, filter: { ...DEFAULT_FILTER, ...filter } }).toString(),
  )

/** A filter in the order in which the address is written, and without parts that filter nothing. */
function tidy(filter: DealFilter): DealFilter {
  const ordered = <T>(known: readonly T[], given: readonly T[]) => known.filter((one) => given.includes(one))
  const ranges = RANGE_KEYS.flatMap((key) => {
    const { min, max } = filter.ranges[key] ?? {}
    if (min === undefined && max === undefined) return []
    const low = min === undefined || max === undefined ? min : Math.min(min, max)
    const high = min === undefined || max === undefined ? max : Math.max(min, max)
    return [
      [key, { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }],
    ]
  })
  const choices = CHOICE_KEYS.flatMap((key) => {
    const ids = ordered(CHOICE_IDS[key], filter.choices[key] ?? [])
    return ids.length > 0 ? [[key, ids]] : []
  })
  return {
    ...filter,
    ranges: Object.fromEntries(ranges),
    choices: Object.fromEntries(choices),
    flags: ordered(FLAG_KEYS, filter.flags),
    text: filter.text.trim(),
    bounds: filter.bounds && isArea(filter.bounds) ? filter.bounds : null,
  }
}

const isArea = ({ south, west, north, east }: Bounds) => south < north && west !== east

const queries: fc.Arbitrary<DealQuery> = fc.record({
  filter: filters
    .filter(({ ranges }) => Object.values(ranges).every(({ min = 0, max = 0 }) => min >= 0 && max >= 0))
    .map(tidy),
  sort: sorts,
  view: fc.option(
    fc.record({
      lat: fc.integer({ min: -80, max: 80 }),
      lng: fc.constant(-95.36981),
      zoom: fc.constantFrom(3, 10.25),
    }),
  ),
  display: fc.constantFrom('map', 'list', 'grid', 'table'),
  isMapSearch: fc.boolean(),
  compare: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
})

describe('the address', () => {
  it('gives back any query that was written into it, and says nothing was wrong', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const text = writeQuery(query).toString()
        expect(read(text)).toEqual({ query, problems: [] })
        expect(writeQuery(read(text).query).toString()).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it('never fails, and what it read of nonsense it can write and read again', () => {
    const name = fc.constantFrom(
      ...RANGE_KEYS,
      ...CHOICE_KEYS,
      'status',
      'only',
      'seller',
      'place',
      'bounds',
      'area',
      'q',
      'sort',
      'map',
      'view',
      'compare',
      'v',
      'utm_source',
    )
    const nonsense = fc.oneof(
      fc.string(),
      fc.constantFrom('-', '1-2-3', 'NaN', '1e999', '-1,-2', ',,,', 'city:', '0x10', '90,180,-90,-180'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, nonsense), { maxLength: 8 }), (pairs) => {
        const { query } = readQuery(new URLSearchParams(pairs))
        expect(readQuery(writeQuery(query))).toEqual({ query, problems: [] })
      }),
      { numRuns: 60 },
    )
  })

  it('is empty for the page as it opens', () => {
    expect(writeQuery(DEFAULT_QUERY).toString()).toBe('')
    expect(read('')).toEqual({ query: DEFAULT_QUERY, problems: [] })
  })

  it.each<[string, Partial<DealFilter>, string]>([
    ['a range', { ranges: { price: { min: 100_000, max: 250_000 } } }, 'v=1&price=100000-250000'],
    ['a largest value', { ranges: { price: { max: 250_000 } } }, 'v=1&price=-250000'],
    ['a loss', { ranges: { spread: { min: -5000, max: -3 } } }, 'v=1&spread=-5000--3'],
    ['statuses', { status: ['available', 'pending'] }, 'v=1&status=available,pending'],
    ['every status', { status: [] }, 'v=1&status=any'],
    ['a city', { places: [{ kind: 'city', name: 'Houston', state: 'TX' }] }, 'v=1&place=city:Houston,TX'],
    ['types by their names', { choices: { types: [1, 4] } }, 'v=1&types=single-family,duplex'],
    ['yes or no filters', { flags: ['verified', 'video'] }, 'v=1&only=verified,video'],
    ['words', { text: 'adu OR "guest house"' }, 'v=1&q=adu+OR+"guest+house"'],
  ])('says %s in words a person can read', (_, filter, text) => {
    expect(write(filter)).toBe(text)
    expect(read(text).query.filter).toEqual({ ...DEFAULT_FILTER, ...filter })
  })

  it('says where the map looks and how deals are shown', () => {
    const query = {
      view: { lat: 29.76, lng: -95.37, zoom: 10 },
      display: 'grid' as const,
      isMapSearch: false,
    }
    expect(write({}, query)).toBe('v=1&map=29.76,-95.37,10&view=grid&mapsearch=off')
  })

  it('reads bounds without an area, which a hidden map once wrote, as none', () => {
    expect(read('v=1&bounds=29.76,-95.37,29.76,-95.37')).toEqual(read('v=1'))
  })

  it('keeps three drawn corners to about a meter', () => {
    const area = [
      { lat: 29.7604, lng: -95.3698 },
      { lat: 29.8, lng: -95.3 },
      { lat: 29.7, lng: -95.25 },
    ]
    expect(
      readQuery(writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, areas: [area] } })).query.filter
        .areas,
    ).toEqual([area])
  })

  it.each([
    ['price=abc', 'price is not valid.'],
    ['price=-', 'price is not valid.'],
    ['year=-5-10', 'year is not valid.'],
    ['price=300k-150k', 'The ends of price were the wrong way round.'],
    ['status=lost', '“lost” is no choice of status.'],
    ['types=castle', '“castle” is no choice of types.'],
    ['sort=luck-desc', '“luck-desc” is no order.'],
    ['place=planet:Mars', '“planet:Mars” is no place.'],
    ['map=91,0,3', 'The map’s place is not valid.'],
    ['bounds=1,2,3', 'The bounds are not valid.'],
    ['area=~~~', 'A drawn area could not be read.'],
  ])('names what is wrong with %s', (text, problem) => {
    expect(read(text).problems).toEqual([problem])
  })

  it('swaps ends that are the wrong way round, and takes money as it is typed', () => {
    expect(read('price=1.2m-150k').query.filter.ranges.price).toEqual({ min: 150_000, max: 1_200_000 })
  })

  it('shows the available deals when it asks for a status there is not', () => {
    expect(read('status=lost').query.filter.status).toEqual(['available'])
  })

  it('does not speak of keys that are not its own', () => {
    expect(read('utm_source=mail&v=9')).toEqual({ query: DEFAULT_QUERY, problems: [] })
  })

  it('leaves my favorites out when it is shared, and nothing else', () => {
    const query: DealQuery = {
      ...DEFAULT_QUERY,
      filter: { ...DEFAULT_FILTER, flags: ['video', 'favourites'] },
    }
    expect(sharedQuery(query).filter).toEqual({ ...DEFAULT_FILTER, flags: ['video'] })
  })
})
