/** A deal held against a buy box: cases worked out by hand, what always holds, and one deal against a whole table. */
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { bestSentences, shortReason } from '#shared/rules/matching/match-labels.ts'
import { bestMatch, SCORE_VERSION, scoreDeal } from '#shared/rules/matching/score.ts'
import { NO_MATCH, rankTable, scoreOfRank } from '#shared/rules/matching/score-table.ts'
import { type ScoredDeal, scoredDealAt } from '#shared/rules/matching/scored-deal.ts'
import { DEFAULT_WEIGHTS, MATCH_GROUPS, tasteOf } from '#shared/rules/matching/taste.ts'
import { deals } from '#tests/support/deal-arbitraries.ts'
import { wireOf } from '#tests/support/plain-deals.ts'
import { answers, box, boxes, criterion, deal, declined, houston, tastes } from './boxes.ts'

const pointsOf = (given: Partial<ScoredDeal>, asked = FULL_BOX) =>
  Object.fromEntries(scoreDeal(deal(given), asked).parts.map(({ group, points }) => [group, points]))

/** Houses in Houston from $92,000 to $140,000, three beds or more, to be flipped. */
const FULL_BOX = box({
  areas: [houston],
  criteria: [
    criterion('price', { min: 92_000, max: 140_000 }),
    criterion('property_types', { any_of: ['1', '4'], is_hard: true }),
    criterion('beds', { min: 3 }),
    criterion('year', { min: 1970 }),
    criterion('strategy', { any_of: ['flip'] }),
  ],
})

describe('the order of matches', () => {
  /** One asks for little, so a perfect fit scores less than a near miss of one that asks for much. */
  const small = box({ id: 1, criteria: [criterion('beds', { min: 3 })] })
  const full = { ...FULL_BOX, id: 2 }
  const near = deal({ year: 1980, price: 145_000 })

  it('of two boxes, the one whose wishes are all met is named, though the other scores higher', () => {
    const [fits, scores] = [scoreDeal(near, small), scoreDeal(near, full)]
    expect(shortReason(fits)).toBe('Fits your buy box')
    expect(shortReason(scores)).toBe('All but price')
    expect(scores.score).toBeGreaterThan(fits.score)
    expect(bestMatch(near, [full, small])).toMatchObject({ boxId: 1, fitsAll: true })
  })
})

describe('cases worked out by hand', () => {
  it('gives every point to a deal that is all that was asked', () => {
    expect(scoreDeal(deal({ year: 1980 }), FULL_BOX)).toMatchObject({ score: 100, isMatch: true })
  })

  it('takes the part of a year that is five years too old of twenty-five', () => {
    // Beds 1, year 1 − 5/25 = 0.8: 15 × 0.9 = 13.5, which rounds to 14.
    expect(pointsOf({ year: 1965 })).toMatchObject({
      size: 14,
      location: 35,
      money: 25,
      type: 15,
      extras: 10,
    })
  })

  it('counts the margin beside the price when no share of ARV is asked for', () => {
    // Price 1; margin (100 − 85)/30 = 0.5: 25 × 0.75 = 18.75.
    expect(pointsOf({ year: 1980, price: 140_000, arv: 164_706, arvPercent: 85 })).toMatchObject({
      money: 19,
    })
  })

  it('lets a price over the range fall to nothing at a quarter more', () => {
    // $157,500 is $17,500 over $140,000, of $35,000: 0.5; margin 1: 25 × 0.75.
    expect(pointsOf({ price: 157_500 })).toMatchObject({ money: 19 })
    expect(pointsOf({ price: 175_000 })).toMatchObject({ money: 13 })
  })

  it('gives half for what nobody stated', () => {
    // Beds 0.5, year 0.5: 7.5 rounds to 8; strategy unknown: 5; price and margin: 12.5 rounds to 13.
    const none = { beds: null, year: null, condition: null, price: null, arvPercent: null, spread: null }
    expect(pointsOf(none)).toMatchObject({ size: 8, extras: 5, money: 13 })
  })

  it('gives six tenths of a part that nothing is asked of', () => {
    expect(pointsOf({}, box())).toEqual({ location: 21, money: 25, type: 9, size: 9, extras: 6, seller: 0 })
  })

  it('fades from the middle of a circle to its edge', () => {
    const { center } = houston
    const circle = box({ areas: [{ kind: 'radius', label: 'Houston, TX', center, miles: 69 }] })
    const north = (degrees: number) => ({ at: { lat: center.lat + degrees, lng: center.lng } })
    expect(pointsOf(north(0.4), circle).location).toBe(35)
    // 0.75 of the way out is half of the fading: 1 − 0.5 × 0.3 = 0.85, 29.75.
    expect(pointsOf(north(0.749), circle).location).toBe(30)
    expect(scoreDeal(deal(north(1.01)), circle).isMatch).toBe(false)
  })

  it('prefers the ZIPs that a smart box bought in', () => {
    const smart = box({ areas: [houston], boughtIn: new Map([['77035', 9]]) })
    expect(pointsOf({ zip: '77035' }, smart).location).toBe(35)
    // Area 1, ZIP 0.8: 35 × 0.9.
    expect(pointsOf({ zip: '77008' }, smart).location).toBe(32)
  })

  it('says one deal in full: each part with its points, its sentence and the number behind it', () => {
    const dear = deal({ price: 157_500, arvPercent: 78.8, spread: 42_500 })
    const { score, parts } = scoreDeal(dear, FULL_BOX)
    expect(score).toBe(89)
    // Price 0.5 and margin 21.2/30: 25 × 0.603.
    expect(parts.map((part) => [part.group, part.points, part.most, part.figure, part.sentence])).toEqual([
      ['location', 35, 35, 4.1, 'In Houston, TX, one of your markets.'],
      ['money', 15, 25, 157_500, 'Price $157,500 is $17,500 over your $140,000.'],
      ['type', 15, 15, null, 'Single family is what you look for as property type.'],
      ['size', 14, 15, 1965, 'Year built 1965 is 5 years under your 1970.'],
      ['extras', 10, 10, null, 'It suits Flip; you look for Flip.'],
      ['seller', 0, 0, null, 'Not one of the sellers you declined.'],
    ])
    expect(bestSentences(parts, 6)).toEqual([
      'In Houston, TX, one of your markets.',
      'Single family is what you look for as property type.',
      'It suits Flip; you look for Flip.',
      'Year built 1965 is 5 years under your 1970.',
      'Price $157,500 is $17,500 over your $140,000.',
    ])
  })

  it('is version 2; who changes what a deal scores raises it', () => {
    expect(SCORE_VERSION).toBe(2)
  })
})

describe('hard criteria', () => {
  test.each([
    { name: 'another type', given: { typeId: 2 }, key: 'property_types' },
    { name: 'a type nobody stated', given: { typeId: null }, key: 'property_types' },
    { name: 'another city', given: { city: 'Katy' }, key: 'area' },
    { name: 'a city of the same name elsewhere', given: { state: 'MO' }, key: 'area' },
  ])('$name keeps a deal from matching', ({ given, key }) => {
    const { isMatch, misses } = scoreDeal(deal(given), FULL_BOX)
    expect(isMatch).toBe(false)
    expect(misses.map((line) => line.key)).toEqual([key])
  })

  it('a soft criterion that is missed altogether only costs points', () => {
    expect(scoreDeal(deal({ price: 900_000, arvPercent: 450 }), FULL_BOX).isMatch).toBe(true)
  })
})

describe('the words', () => {
  const sentenceOf = (group: string, given: Partial<ScoredDeal>) =>
    scoreDeal(deal(given), FULL_BOX).parts.find((part) => part.group === group)?.sentence

  test.each([
    ['money', { price: 157_500 }, 'Price $157,500 is $17,500 over your $140,000.'],
    ['size', { beds: 2 }, 'Beds 2 is 1 under your 3.'],
    ['size', { year: 1960, beds: 3 }, 'Year built 1960 is 10 years under your 1970.'],
    ['size', { year: null }, 'Year built: not stated.'],
    ['type', { typeId: 2 }, 'Townhouse is not what you look for as property type.'],
    ['location', {}, 'In Houston, TX, one of your markets.'],
    [
      'location',
      { city: 'Katy', at: { lat: 29.76, lng: -95.87 } },
      'Katy, TX is outside your target markets: 30 miles from Houston, TX.',
    ],
  ] as const)('of %s say the number behind the points', (group, given, sentence) => {
    expect(sentenceOf(group, given)).toBe(sentence)
  })

  it('say what would raise the score, and by how much', () => {
    const { parts } = scoreDeal(deal({ price: 157_500, year: 1980 }), FULL_BOX)
    const line = parts.flatMap(({ lines }) => lines).find(({ key }) => key === 'price')
    // From 19 of 25 to all.
    expect(line).toMatchObject({ gain: 6, wish: 'Price $92,000 to $140,000', figure: 157_500 })
  })
})

describe('of several boxes', () => {
  it('the one counts that fits best', () => {
    const poor = box({ id: 2, areas: [houston], criteria: [criterion('beds', { min: 9 })] })
    expect(bestMatch(deal({ year: 1980 }), [poor, FULL_BOX])?.boxId).toBe(FULL_BOX.id)
  })

  it('the nearest miss explains a deal that fits none', () => {
    const far = box({ id: 2, areas: [houston], criteria: [criterion('beds', { min: 9, is_hard: true })] })
    const match = bestMatch(deal({ city: 'Katy' }), [far, FULL_BOX])
    expect([match?.boxId, match?.isMatch]).toEqual([FULL_BOX.id, false])
  })

  it('nobody without a box has a score', () => {
    expect(bestMatch(deal(), [])).toBeNull()
  })
})

describe('what was declined', () => {
  test.each([
    { reason: 'price', group: 'money' },
    { reason: 'area', group: 'location' },
    { reason: 'type', group: 'type' },
    { reason: 'condition', group: 'extras' },
    { reason: 'seller', group: 'seller' },
  ] as const)(
    'because of its $reason moves weight to $group and lowers deals like it',
    ({ reason, group }) => {
      const taste = tasteOf([declined({ reason })])
      expect(taste.weights[group]).toBeGreaterThan(DEFAULT_WEIGHTS[group])
      const after = scoreDeal(deal({ year: 1980 }), FULL_BOX, taste)
      expect(after.score).toBeLessThan(100)
      expect(after.parts.find((part) => part.group === group)?.sentence).toMatch(/you/i)
    },
  )

  it('weighs the same in whatever order it was said, and is as before when all is taken back', () => {
    fc.assert(
      fc.property(answers, (said) => {
        expect(tasteOf(said.toReversed()).weights).toEqual(tasteOf(said).weights)
        const { weights } = tasteOf(said)
        expect(MATCH_GROUPS.reduce((sum, group) => sum + weights[group], 0)).toBe(100)
      }),
    )
    expect(tasteOf([]).weights).toEqual(DEFAULT_WEIGHTS)
  })
})

describe('always', () => {
  const tables = deals(30).map((rows) => parseDealList(wireOf(rows)))

  it('the parts together are the score, each from nothing to its weight', () => {
    fc.assert(
      fc.property(tables, boxes, tastes, (table, asked, taste) => {
        for (let row = 0; row < table.count; row++) {
          const { parts, score } = scoreDeal(scoredDealAt(table, row), asked, taste)
          expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(score)
          expect(score >= 0 && score <= 100).toBe(true)
          for (const { points, most, lines } of parts) {
            expect(points >= 0 && points <= most).toBe(true)
            expect(lines.every(({ gain }) => gain >= 0 && gain <= most - points)).toBe(true)
          }
        }
      }),
    )
  })

  it('a whole table scores as its deals do one by one', () => {
    let matches = 0
    fc.assert(
      fc.property(tables, fc.array(boxes, { maxLength: 3 }), tastes, (table, asked, taste) => {
        const ranks = rankTable(table, asked, taste)
        for (let row = 0; row < table.count; row++) {
          const match = bestMatch(scoredDealAt(table, row), asked, taste)
          if (match?.isMatch) matches++
          const rank = ranks[row] ?? NO_MATCH
          expect(rank === NO_MATCH ? null : scoreOfRank(rank)).toBe(match?.isMatch ? match.score : null)
          if (match?.isMatch) expect(rank > 100).toBe(match.fitsAll)
        }
      }),
      { numRuns: 300 },
    )
    expect(matches).toBeGreaterThan(100)
  })

  it('a figure further outside of what is asked never scores more', () => {
    const price = fc.integer({ min: 1, max: 400_000 })
    fc.assert(
      fc.property(price, price, (one, other) => {
        const asked = box({
          criteria: [criterion('price', { max: 140_000 }), criterion('arv_percent', { max: 80 })],
        })
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const scoreAt = (at: number) => scoreDeal(deal({ price: at }), asked).score
        expect(scoreAt(low)).toBeGreaterThanOrEqual(scoreAt(high))
      }),
    )
  })
})
