/** What there is for who has seen all that fits. */
import { expect, it } from 'vitest'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { nextBest } from '#shared/rules/matching/next-best.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import { box, criterion } from './boxes.ts'

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
