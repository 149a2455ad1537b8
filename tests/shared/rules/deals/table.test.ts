/** The list as typed columns: what it says by name, what it does with nonsense, deltas, packing. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { packTable, unpackTable } from '#shared/rules/deals/pack-table.ts'
import { applyDelta, parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { deals } from '#tests/support/deal-arbitraries.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'

const factsOf = (table: DealTable): DealFacts[] =>
  Array.from({ length: table.count }, (_, row) => ({ ...dealAt(table, row), row: 0 }))
const byId = (facts: readonly DealFacts[]) => facts.toSorted((a, b) => a.id - b.id)
const parse = (columns: string[], ...data: unknown[][]) =>
  parseDealList({ columns, data, img_paths: ['/a.jpg', '/b.jpg'], all_count: 9 })

describe('reading the list', () => {
  it('goes by the names of the columns, in any order, with more or fewer of them', () => {
    const table = parse(['zip', 'shoe_size', 'price', 'id', 'img'], ['77008', 44, 150_000, 7, 1])
    expect(dealAt(table, 0)).toMatchObject({
      id: 7,
      price: 150_000,
      zip: '77008',
      image: '/b.jpg',
      arv: null,
    })
    expect(table.allCount).toBe(9)
  })

  it.each<[string, string, unknown, Partial<DealFacts>]>([
    ['a numeric text', 'price', '184500.00', { price: 184_500 }],
    ['a price of 0', 'price', 0, { price: null }],
    ['a price below 0', 'price', -5, { price: null }],
    ['a price in words', 'price', 'call me', { price: null }],
    ['an area of 0', 'sq_footage', 0, { sqft: null }],
    ['a status nobody knows', 'status', 7, { status: null }],
    ['a score above 1', 'score', 87, { score: null }],
    ['a picture that is not there', 'img', 2, { image: null }],
    ['a city of blanks', 'city', '  ', { city: null }],
    ['a ZIP sent as a number', 'zip', 77_008, { zip: '77008' }],
    ['an object where a number should be', 'bedrooms', {}, { beds: null }],
    ['a flag sent as true', 'is_verified', true, { isVerified: true }],
    ['a latitude alone', 'latitude', 29.7, { place: null }],
  ])('takes %s for what it is', (_, column, cell, expected) => {
    expect(dealAt(parse(['id', column], [1, cell]), 0)).toMatchObject(expected)
  })

  it('has no place at 0, 0', () => {
    expect(dealAt(parse(['id', 'latitude', 'longitude'], [1, 0, 0]), 0).place).toBeNull()
  })

  it('leaves out rows without an id, and of two with the same id the first', () => {
    const table = parse(['id', 'price'], [null, 1], [3, 10], ['x', 2], [3, 20], [])
    expect(factsOf(table).map(({ id, price }) => [id, price])).toEqual([[3, 20]])
  })

  it('works out the spread and % of ARV where they are not sent', () => {
    const table = parse(['id', 'price', 'arv_estimate'], [1, 150_000, 210_000])
    expect(dealAt(table, 0)).toMatchObject({ spread: 60_000, arvPercent: 71.4 })
  })

  it('shows nothing that is NaN, undefined or an empty text', () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 12 }), (cells) => {
        const table = parse([...DEAL_COLUMNS], [1, ...cells])
        for (const value of Object.values(dealAt(table, 0)))
          expect([Number.NaN, undefined, '']).not.toContain(value)
      }),
      { numRuns: 40 },
    )
  })

  it('finds the row of each id, and none of another', () => {
    fc.assert(
      fc.property(deals(), (rows) => {
        const table = parseDealList(wireOf(rows))
        for (const [row, { id }] of rows.entries()) expect(table.rowOf(Number(id))).toBe(row)
        expect(table.rowOf(5000)).toBe(-1)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a delta', () => {
  it('gives what reading the new list as a whole gives', () => {
    fc.assert(
      fc.property(deals(), deals(), (before, changed) => {
        const removed = before.filter((_, index) => index % 3 === 0).map(({ id }) => Number(id))
        const isNew = new Set(changed.map(({ id }) => id))
        const after = [
          ...before.filter(({ id }) => !removed.includes(Number(id)) && !isNew.has(id)),
          ...changed,
        ]
        const images = { img_paths: ['/new.jpg'] }
        const delta = applyDelta(
          parseDealList(wireOf(before)),
          wireOf(changed, { is_delta: true, removed, all_count: after.length, ...images }),
        )
        const whole = parseDealList(wireOf(after))
        expect(byId(factsOf(delta))).toEqual(byId(factsOf(whole)))
        expect(delta.allCount).toBe(after.length)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps deals in their rows, adds new ones at the end, and leaves the table before as it was', () => {
    const before = parseDealList(wireOf([plainDeal({ id: 1, price: 10 }), plainDeal({ id: 2, price: 20 })]))
    const after = applyDelta(
      before,
      wireOf([plainDeal({ id: 3, price: 30 }), plainDeal({ id: 1, price: 11 })], { is_delta: true }),
    )
    expect([...after.numbers.id]).toEqual([1, 2, 3])
    expect([...after.numbers.price]).toEqual([11, 20, 30])
    expect([...before.numbers.price]).toEqual([10, 20])
  })

  it('brings pictures of its own without mixing up those that were there', () => {
    const before = parseDealList(
      wireOf([plainDeal({ id: 1, img: 0 }), plainDeal({ id: 2, img: 1 })], {
        img_paths: ['/a.jpg', '/b.jpg'],
      }),
    )
    const changed = [plainDeal({ id: 2, img: 0 }), plainDeal({ id: 3, img: 1 })]
    const after = applyDelta(before, wireOf(changed, { is_delta: true, img_paths: ['/c.jpg', '/a.jpg'] }))
    expect(factsOf(after).map(({ image }) => image)).toEqual(['/a.jpg', '/c.jpg', '/a.jpg'])
  })

  it('keeps the cursor it knows when none is sent, and replaces all when it is no delta', () => {
    const before = parseDealList(wireOf([plainDeal({ id: 1 })], { cursor: 'r7' }))
    expect(applyDelta(before, wireOf([], { is_delta: true })).cursor).toBe('r7')
    expect(applyDelta(before, wireOf([plainDeal({ id: 2 })])).count).toBe(1)
  })
})

describe('a packed table', () => {
  it('comes back from a structured clone as it was', () => {
    fc.assert(
      fc.property(deals(), (rows) => {
        const table = parseDealList(wireOf(rows, { cursor: 'r9' }))
        const back = unpackTable(structuredClone(packTable(table)))
        expect(back && factsOf(back)).toEqual(factsOf(table))
        expect(back?.cursor).toBe('r9')
      }),
      { numRuns: 40 },
    )
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['of an older version', { ...packTable(parse(['id'], [1])), version: 0 }],
    ['cut short', { ...packTable(parse(['id'], [1])), count: 2 }],
    ['without its columns', { ...packTable(parse(['id'], [1])), numbers: {} }],
  ])('that is %s is not used', (_, packed) => {
    expect(unpackTable(packed)).toBeNull()
  })
})
