import { expect, test } from 'vitest'
import { dealsOf, type Overview } from '#marketplace/buyer/features/home/home-model.ts'
import { noteOf, notShown } from '#marketplace/buyer/features/home/new-deals.tsx'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'

const overview: Overview = {
  newest: [],
  newToday: 1342,
  allCount: 57_120,
  markets: [],
  featured: [],
  featuredMarket: undefined,
  sellers: undefined,
  places: [],
}

test.each([
  ['of all deals, says how many are new', overview, '1,342 deals added in the last 24 hours'],
  ['with one new deal', { ...overview, newToday: 1 }, '1 deal added in the last 24 hours'],
  ['of all deals, without a new one', { ...overview, newToday: 0 }, ''],
  [
    'of the target markets, has no number: it would count deals of other places',
    { ...overview, places: [{ kind: 'county' as const, name: 'Harris', state: 'TX' }] },
    '',
  ],
])('the list of new deals %s', (_case, given, note) => {
  expect(noteOf(given)).toBe(note)
})

test('the list of new deals leaves out those that “For you” shows', () => {
  const deals = dealsOf(wireOf([3, 2, 1].map((id) => plainDeal({ id }))))
  expect(notShown(deals, [2, 9]).map(({ id }) => id)).toEqual([3, 1])
})
