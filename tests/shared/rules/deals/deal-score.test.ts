/** The neutral score of a deal: what raises it, and that it stays between 0 and 1. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dealScore, type ScoredDeal } from '#shared/rules/deals/deal-score.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const DAY_MS = 86_400_000
const DEAL: ScoredDeal = { price: 200_000, arv: 260_000, publishedAtMs: NOW - 10 * DAY_MS, sellerRating: 4 }
const score = (fields: Partial<ScoredDeal>) => dealScore({ ...DEAL, ...fields }, NOW)

test.each([
  { name: 'a larger margin', better: { price: 180_000 } },
  { name: 'a larger spread at the same margin', better: { price: 300_000, arv: 390_000 } },
  { name: 'a fresher listing', better: { publishedAtMs: NOW - DAY_MS } },
  { name: 'a better rated seller', better: { sellerRating: 4.8 } },
])('$name raises the score', ({ better }) => {
  expect(score(better)).toBeGreaterThan(score({}))
})

test('a deal without figures still has a score', () => {
  expect(score({ price: null, arv: null, publishedAtMs: null, sellerRating: null })).toBe(0.05)
})

test('a score is from 0 to 1, whatever a seller wrote', () => {
  const number = fc.option(fc.integer({ min: -1_000_000, max: 100_000_000 }))
  const deal = fc.record({ price: number, arv: number, publishedAtMs: number, sellerRating: number })
  fc.assert(
    fc.property(deal, (any) => {
      const value = dealScore(any, NOW)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }),
  )
})
