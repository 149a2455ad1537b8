/** The score that is for anybody, in points and words: together they are the score that is shown. */
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dealScore, type ScoredDeal } from '#shared/rules/deals/deal-score.ts'
import { explainDealScore } from '#shared/rules/deals/explain-deal-score.ts'
import { shownScore } from '#shared/rules/deals/measures.ts'

const NOW = Date.parse('2026-07-22T12:00:00Z')
const DAY_MS = 86_400_000
const DEAL: ScoredDeal = { price: 200_000, arv: 260_000, publishedAtMs: NOW - 21 * DAY_MS, sellerRating: 4 }
const explain = (deal: ScoredDeal, score = shownScore(dealScore(deal, NOW))) =>
  explainDealScore(deal, { score, nowMs: NOW })

it('gives each part its points, with the number behind them', () => {
  // Margin 23.1 of 50: 20.8. Spread √(60/150): 15.8. After 21 days half of 20; four stars of five. 54.6 is shown as 54.
  expect(explain(DEAL)).toEqual([
    {
      name: 'margin',
      points: 21,
      most: 45,
      figure: 23.1,
      sentence: 'At $200,000 it is priced at 76.9% of ARV, a margin of 23.1%.',
    },
    {
      name: 'spread',
      points: 16,
      most: 25,
      figure: 60_000,
      sentence: 'The spread between its price and its ARV is $60,000.',
    },
    {
      name: 'freshness',
      points: 9,
      most: 20,
      figure: 21,
      sentence: 'It was listed 21 days ago; this halves every 21 days.',
    },
    { name: 'rating', points: 8, most: 10, figure: 4, sentence: 'Its seller is rated 4 of 5.' },
  ])
})

describe('says what is not known, or not good', () => {
  const sentences = (more: Partial<ScoredDeal>) =>
    Object.fromEntries((explain({ ...DEAL, ...more }) ?? []).map(({ name, sentence }) => [name, sentence]))

  test.each([
    ['margin', { arv: null }, 'Its price or its ARV is missing, so its margin is unknown.'],
    ['margin', { price: 300_000 }, 'At $300,000 it is priced at 115.4% of ARV, which leaves no margin.'],
    ['spread', { price: 300_000 }, 'There is no spread between its price and its ARV.'],
    [
      'spread',
      { arv: 400_000 },
      'The spread between its price and its ARV is $200,000; $150,000 and more count in full.',
    ],
    ['freshness', { publishedAtMs: NOW - 1000 }, 'It was listed today; this halves every 21 days.'],
    ['rating', { sellerRating: null }, 'Its seller has no ratings yet, which counts half.'],
  ] as const)('%s of %o', (part, more, sentence) => {
    expect(sentences(more)[part]).toBe(sentence)
  })
})

it('the parts are the score together, each from nothing to its most, of whatever deal', () => {
  const amount = fc.option(fc.integer({ min: 1, max: 2_000_000 }))
  const at = fc.option(fc.integer({ min: NOW - 900 * DAY_MS, max: NOW }))
  const rating = fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10))
  const deal = fc.record({ price: amount, arv: amount, publishedAtMs: at, sellerRating: rating })
  fc.assert(
    fc.property(deal, (any) => {
      const parts = explain(any) ?? []
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(shownScore(dealScore(any, NOW)))
      expect(parts.every(({ points, most }) => points >= 0 && points <= most)).toBe(true)
    }),
  )
})

it('a score that was made another way has no reasons', () => {
  expect([explain(DEAL, 5), explain(DEAL, 99)]).toEqual([null, null])
})
