/** What there is for who has seen all that fits. */
import { expect, it } from 'vitest'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { nextBest } from '#shared/rules/matching/next-best.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import { box, criterion, houston } from './boxes.ts'

const inHouston = { city: 'Houston', state_code: 'TX', status: 0, bedrooms: 3, arv_estimate: 200_000 }
const table = parseDealList(
  wireOf([
    plainDeal({ ...inHouston, id: 1, price: 90_000 }),
    plainDeal({ ...inHouston, id: 2, price: 105_000 }),
    plainDeal({ ...inHouston, id: 3, price: 120_000 }),
    plainDeal({ ...inHouston, id: 4, price: 90_000, bedrooms: 1 }),
    plainDeal({ ...inHouston, id: 5, price: 120_000, bedrooms: 1 }),
    plainDeal({ ...inHouston, id: 6, price: 101_000, status: 2 }),
  ]),
)
const flips = box({
  criteria: [
    criterion('price', { max: 100_000, is_hard: true }),
    criterion('beds', { min: 3, is_hard: true }),
  ],
})

it('deals that miss one thing come, with what it is; those that fit, miss two, or are sold do not', () => {
  const found = nextBest(table, [flips], { count: 9 })
  expect(found.map(({ propertyId }) => propertyId).sort()).toEqual([2, 3, 4])
  const missed = Object.fromEntries(found.map(({ propertyId, match }) => [propertyId, match.misses[0]?.key]))
  expect(missed).toEqual({ 2: 'price', 3: 'price', 4: 'beds' })
})

it('the nearest come first, and no more than are wanted', () => {
  const order = nextBest(table, [flips], { count: 2 }).map(({ match }) => match.score)
  expect(order).toHaveLength(2)
  expect(order).toEqual(order.toSorted((a, b) => b - a))
})

it('what one box misses and another takes is no near miss', () => {
  const any = box({ id: 2, criteria: [criterion('price', { max: 110_000, is_hard: true })] })
  const found = nextBest(table, [flips, any], { count: 9 }).map(({ propertyId }) => propertyId)
  expect(found.sort()).toEqual([3, 5])
})

it('a box without a must has none', () => {
  expect(nextBest(table, [box()], { count: 9 })).toEqual([])
})

it('what was hidden or declined is not offered again', () => {
  const found = nextBest(table, [flips], { count: 9, without: new Set([2]) })
  expect(found.map(({ propertyId }) => propertyId).sort()).toEqual([3, 4])
})

const near = { ...inHouston, price: 90_000, latitude: 29.8 }
const around = parseDealList(
  wireOf([
    plainDeal({ ...near, id: 1, longitude: -95.4 }),
    plainDeal({ ...near, id: 2, city: 'Katy', longitude: -95.83 }),
    plainDeal({ ...near, id: 3, city: 'Bellaire', longitude: -95.46 }),
    plainDeal({ ...near, id: 4, city: 'Waco', latitude: 31.5, longitude: -97.1 }),
    plainDeal({ ...near, id: 5, city: 'Bellaire', longitude: -95.46, price: 300_000 }),
  ]),
)
const here = box({ areas: [houston], criteria: [criterion('price', { max: 100_000, is_hard: true })] })

it('who has too few of them gets the nearest deals outside of their markets, with how far it is', () => {
  const found = nextBest(around, [here], { count: 9 })
  expect(found.map(({ propertyId }) => propertyId)).toEqual([3, 2])
  expect(found[0]?.match.misses[0]?.sentence).toMatch(
    /^Bellaire, TX is outside your target markets: [\d.]+ miles from Houston, TX\.$/,
  )
})

it('a box that only names where it buys has a next best too', () => {
  const [first] = nextBest(around, [box({ areas: [houston] })], { count: 1 })
  expect(first?.match.misses.map(({ key }) => key)).toEqual(['area'])
})

it('a near miss of a criterion comes before a place elsewhere', () => {
  const both = parseDealList(
    wireOf([
      plainDeal({ ...near, id: 1, price: 180_000, longitude: -95.4 }),
      plainDeal({ ...near, id: 2, city: 'Bellaire', longitude: -95.46 }),
    ]),
  )
  expect(nextBest(both, [here], { count: 2 }).map(({ propertyId }) => propertyId)).toEqual([1, 2])
})
