/** Filtering and sorting by typed columns gives what filtering and sorting objects gives, however it was filtered before. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import {
  CHOICE_KEYS,
  DEFAULT_FILTER,
  DEFAULT_QUERY,
  type DealFilter,
  FLAG_KEYS,
} from '#shared/rules/deals/filter.ts'
import { withoutPart } from '#shared/rules/deals/filter-parts.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import { deals, filters, NOW_MS, sorts } from '#tests/support/deal-arbitraries.ts'
import { type PlainDeal, plainDeal, plainRun, plainTest, wireOf } from '#tests/support/plain-deals.ts'

const context = (given: Partial<DealContext> = {}): DealContext => ({
  nowMs: NOW_MS,
  favourites: new Set(),
  center: null,
  scores: null,
  ...given,
})
const contexts = fc.record({
  nowMs: fc.constantFrom(NOW_MS, NOW_MS + 86_400_000),
  favourites: fc.constantFrom(new Set([1, 2, 3]), new Set<number>()),
  center: fc.constantFrom(null, { lat: 5, lng: 0 }),
  scores: fc.constantFrom(
    null,
    new Map([
      [1, 0.9],
      [2, 0.1],
    ]),
  ),
})
const engineOf = (rows: readonly PlainDeal[]) => createDealEngine(parseDealList(wireOf(rows)))
const all: DealFilter = { ...DEFAULT_FILTER, status: [] }
const { sort } = DEFAULT_QUERY

describe('a result', () => {
  it('is what a filter and a sort over objects give, with whatever was asked before', () => {
    const question = fc.record({ filter: filters, sort: sorts, context: contexts })
    fc.assert(
      fc.property(deals(), fc.array(question, { minLength: 1, maxLength: 4 }), (rows, questions) => {
        const engine = engineOf(rows)
        for (const { filter, sort, context } of questions) {
          const result = engine.run(filter, sort, context)
          const ids = [...result.rows].map((row) => engine.table.numbers.id[row])
          expect(ids).toEqual(plainRun(rows, filter, sort, context).map(({ id }) => id))
          expect(result.count).toBe(ids.length)
        }
      }),
    )
  })

  it.each([
    ['ascending', false],
    ['descending', true],
  ])('has unknown values last when %s, and of equals the newest first', (_, descending) => {
    const engine = engineOf([
      plainDeal({ id: 1, price: null }),
      plainDeal({ id: 2, price: 100_000 }),
      plainDeal({ id: 3, price: 100_000 }),
      plainDeal({ id: 4, price: null }),
      plainDeal({ id: 5, price: 200_000 }),
    ])
    const { rows } = engine.run(all, { key: 'price', descending }, context())
    const ids = [...rows].map((row) => engine.table.numbers.id[row])
    expect(ids).toEqual(descending ? [5, 3, 2, 4, 1] : [3, 2, 5, 4, 1])
  })

  it('keeps prices apart that a smaller number type would round together', () => {
    const engine = engineOf([
      plainDeal({ id: 1, price: 16_777_217 }),
      plainDeal({ id: 2, price: 16_777_216 }),
    ])
    const filter = { ...all, ranges: { price: { min: 16_777_217 } } }
    expect(engine.run(filter, sort, context()).count).toBe(1)
  })

  it('compares a score of 0 to 100 with the 0 to 1 of the data', () => {
    const engine = engineOf([plainDeal({ id: 1, score: 0.57 }), plainDeal({ id: 2, score: 0.569 })])
    const filter = { ...all, ranges: { score: { min: 57 } } }
    expect(engine.run(filter, sort, context()).count).toBe(1)
  })

  it('finds more than 100% of ARV, which is no error but a warning', () => {
    const engine = engineOf([plainDeal({ id: 1, price: 120, arv_estimate: 100 })])
    const filter = { ...all, ranges: { arv_percent: { min: 101 } } }
    expect(engine.run(filter, sort, context()).count).toBe(1)
  })

  it('goes by the favorites of now when one was added', () => {
    const engine = engineOf([plainDeal({ id: 1 }), plainDeal({ id: 2 })])
    const filter: DealFilter = { ...all, flags: ['favourites'] }
    expect(engine.run(filter, sort, context({ favourites: new Set([1]) })).count).toBe(1)
    expect(engine.run(filter, sort, context({ favourites: new Set([1, 2]) })).count).toBe(2)
  })

  it('has bounds around its deals, and none when it has no deal with a place', () => {
    const engine = engineOf([
      plainDeal({ id: 1, latitude: 18.4, longitude: -66.1 }),
      plainDeal({ id: 2, latitude: 61.2, longitude: -149.9 }),
      plainDeal({ id: 3, latitude: 0, longitude: 0 }),
    ])
    const bounds = engine.boundsOf(engine.run(all, sort, context()))
    expect(bounds).toEqual({ south: 18.4, west: -149.9, north: 61.2, east: -66.1 })
    expect(engine.boundsOf(engine.run({ ...all, account: 9 }, sort, context()))).toBeNull()
  })
})

describe('counts of choices', () => {
  it('are what filtering by that choice beside the other filters gives', () => {
    fc.assert(
      fc.property(deals(), filters, contexts, (rows, filter, context) => {
        const { choices, flags, status, count } = engineOf(rows).facets(filter, context)
        const countOf = (changed: DealFilter) => rows.filter(plainTest(changed, context)).length
        expect(count).toBe(countOf(filter))
        expect(status.pending).toBe(countOf({ ...filter, status: ['pending'] }))
        for (const key of CHOICE_KEYS) {
          const others = key === 'tags' ? (filter.choices.tags ?? []) : []
          for (const [id, found] of choices[key])
            expect(found).toBe(countOf({ ...filter, choices: { ...filter.choices, [key]: [...others, id] } }))
        }
        for (const key of FLAG_KEYS)
          expect(flags[key]).toBe(countOf({ ...filter, flags: [...filter.flags, key] }))
      }),
      { numRuns: 20 },
    )
  })
})

describe('a histogram', () => {
  it('counts each deal with a value once, given the other filters', () => {
    fc.assert(
      fc.property(deals(), filters, (rows, filter) => {
        const histogram = engineOf(rows).histogram('price', filter, context(), 12)
        const others = rows.filter(plainTest(withoutPart(filter, 'price'), context()))
        const known = others.filter(({ price }) => price !== null)
        expect(histogram === null).toBe(rows.every(({ price }) => price === null))
        expect((histogram?.counts ?? []).reduce((sum, count) => sum + count, 0)).toBe(known.length)
      }),
    )
  })

  it('also counts the deals that only its own filter leaves out', () => {
    const engine = engineOf([100_000, 200_000, 300_000].map((price, at) => plainDeal({ id: at + 1, price })))
    const cheap = { ...all, ranges: { price: { max: 150_000 } } }
    const counts = engine.histogram('price', cheap, context(), 12)?.counts ?? []
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  it('is not squeezed by one deal for $90M', () => {
    const rows = Array.from({ length: 500 }, (_, index) =>
      plainDeal({ id: index + 1, price: 100_000 + index * 1000 }),
    )
    const engine = engineOf([...rows, plainDeal({ id: 999, price: 90_000_000 })])
    const histogram = engine.histogram('price', all, context(), 20)
    expect(histogram?.max).toBeLessThan(1_000_000)
    expect(histogram?.counts.filter((count) => count > 0).length).toBeGreaterThan(15)
  })
})
