/** The calculator, the comps and money as it is typed: worked examples, and no number that is none. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ComparableWire } from '#shared/contract/properties.ts'
import { shortMoney } from '#shared/format/money.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import {
  ASSUMPTION_KEYS,
  calculate,
  DEFAULT_ASSUMPTIONS,
  OUTPUT_KEYS,
  type OutputKey,
  sensitivity,
} from '#shared/rules/deals/calculator.ts'
import { chooseComps, DEFAULT_COMP_RULE } from '#shared/rules/deals/comparables.ts'
import { medianOf } from '#shared/rules/deals/median.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { assumptionsFor, scenarios } from '#shared/rules/deals/what-if.ts'

const put = (given: Partial<Assumptions>): Assumptions => ({
  ...DEFAULT_ASSUMPTIONS,
  platform_fee: 997,
  ...given,
})
const FLIP = put({ price: 150_000, arv: 250_000, repairs: 30_000 })

describe('the calculator', () => {
  const withLoan = put({ ...FLIP, ltv_percent: 80, rent: 2000 })

  it.each<[OutputKey, Assumptions, string, string]>([
    ['profit', FLIP, '$39,403', 'ARV $250,000 − selling costs $20,000 − all-in cost $190,597 = $39,403'],
    ['roi', FLIP, '20.7%', 'Profit $39,403 ÷ cash needed $190,597 = 20.7%'],
    ['annual_roi', FLIP, '45.6%', '(1 + ROI 20.7%) to the power of 12 ÷ 6 months, − 1 = 45.6%'],
    ['cash_needed', withLoan, '$79,297', 'All-in cost $199,297 − loan $120,000 = $79,297'],
    ['arv_percent', put({ price: 120, arv: 100 }), '120%', 'Price $120 ÷ ARV $100 = 120%'],
    [
      'mao',
      FLIP,
      '$141,003',
      'ARV $250,000 × 70% − repairs $30,000 − contingency $3,000 − fees $997 = $141,003',
    ],
    [
      'mao',
      put({ ...FLIP, rule_percent: 65 }),
      '$128,503',
      'ARV $250,000 × 65% − repairs $30,000 − contingency $3,000 − fees $997 = $128,503',
    ],
    ['break_even_arv', FLIP, '$207,171', 'All-in cost $190,597 ÷ (100% − selling 8%) = $207,171'],
    ['cap_rate', withLoan, '8.3%', 'Net operating income $15,214 ÷ price and repairs $183,000 = 8.3%'],
    [
      'cash_on_cash',
      withLoan,
      '2.9%',
      '(Net operating income $15,214 − loan payments $13,172) ÷ cash put in $69,397 = 2.9%',
    ],
    ['dscr', withLoan, '1.15', 'Net operating income $15,214 ÷ loan payments a year $13,172 = 1.15'],
    ['profit', put({ price: 1 }), '—', 'Needs an ARV.'],
    ['cap_rate', FLIP, '—', 'Needs a rent.'],
    ['dscr', put({ ...FLIP, rent: 2000 }), '—', 'There is no loan.'],
    [
      'profit',
      put({ ...FLIP, arv: 200_000 }),
      '−$6,597',
      'ARV $200,000 − selling costs $16,000 − all-in cost $190,597 = −$6,597',
    ],
  ])('says %s with its formula', (key, assumptions, text, formula) => {
    expect(calculate(assumptions)[key]).toMatchObject({ text, formula })
  })

  it('never gives a number that is none, whatever is put in', () => {
    const any = fc.record(
      Object.fromEntries(
        ASSUMPTION_KEYS.map((key) => [key, fc.oneof(fc.double(), fc.constantFrom(0, 50, 1e6))]),
      ),
    ) as fc.Arbitrary<Assumptions>
    fc.assert(
      fc.property(any, (assumptions) => {
        const outputs = calculate({ ...assumptions, price: Math.min(1e9, assumptions.price) })
        for (const key of OUTPUT_KEYS) {
          expect(outputs[key].value).not.toBeNaN()
          expect(outputs[key].formula).not.toBe('')
        }
      }),
    )
  })

  it('says no figure that the platform fee changes before it is known', () => {
    const [one, other] = [calculate(withLoan), calculate({ ...withLoan, platform_fee: 1500 })]
    const unknown = calculate({ ...withLoan, platform_fee: Number.NaN })
    for (const key of OUTPUT_KEYS) {
      if (one[key].value === other[key].value) expect(unknown[key]).toEqual(one[key])
      else expect(unknown[key]).toMatchObject({ value: null, text: '—' })
      expect(unknown[key].formula).not.toMatch(/NaN|There is no/)
    }
    expect(unknown.all_in.formula).toMatch(/^Price \$150,000 \+ platform fee — \+ repairs \$30,000/)
  })

  it('has the deal as it is in the middle of the grid of what ifs', () => {
    for (const axis of ['arv', 'repairs'] as const) {
      const { cells, prices } = sensitivity(FLIP, axis)
      expect(prices).toEqual([135_000, 142_500, 150_000, 157_500, 165_000])
      expect(cells[2]?.[2]?.profit).toBe(calculate(FLIP).profit.value)
    }
  })

  it('begins with the middle of the seller’s repairs, and shows the least and the most', () => {
    const deal = { price: 1, arv: 2, repairMin: 20_000, repairMax: 40_000, entryFee: null }
    const own = assumptionsFor(deal, { rule_percent: 65, price: 9 }, { arv: 3 })
    expect(own).toMatchObject({ price: 1, arv: 3, repairs: 30_000, rule_percent: 65, entry_fee: 0 })
    const repairs = scenarios(own, { min: 20_000, max: 40_000 }).map((scenario) => scenario.repairs)
    expect(repairs).toEqual([20_000, 30_000, 40_000])
  })
})

const NOW_MS = Date.UTC(2026, 6, 1)
const comp = (id: number, given: Partial<ComparableWire> = {}): ComparableWire => ({
  id,
  address: `${id} Oak St`,
  sold_price: 200_000,
  sold_at: '2026-05-01',
  sq_footage: 1000,
  distance_miles: 0.3,
  source: 'County records',
  as_of: '2026-06-01',
  ...given,
})
const SUBJECT = { sqft: 1000, arv: 222_000, nowMs: NOW_MS }

describe('the comps', () => {
  it.each([
    ['near, new and like it', {}, null],
    ['just far enough', { distance_miles: 0.5 }, null],
    ['too far away', { distance_miles: 0.6 }, 'distance'],
    ['sold too long ago', { sold_at: '2025-06-20' }, 'age'],
    ['sold at a time nobody knows', { sold_at: 'spring' }, 'age'],
    ['a fifth larger', { sq_footage: 1200 }, null],
    ['more than a fifth smaller', { sq_footage: 799 }, 'size'],
    ['without an area', { sq_footage: null }, 'no_size'],
  ])('that is %s is judged so', (_, given, reason) => {
    expect(chooseComps(SUBJECT, [comp(1, given)]).comps[0]?.reason).toBe(reason)
  })

  it('suggest the median price per square foot, and say how the seller’s ARV stands to it', () => {
    const sales = [190_000, 200_000, 210_000].map((sold_price, index) => comp(index + 1, { sold_price }))
    const { suggestedArv, againstSeller } = chooseComps(SUBJECT, sales)
    expect(suggestedArv).toEqual({ low: 190_000, mid: 200_000, high: 210_000, pricePerSqft: 200, count: 3 })
    expect(againstSeller).toEqual({ percent: 11, text: 'The seller’s ARV is 11% above the comps.' })
  })

  it('fold away one that is more than two standard deviations off, unless a person keeps it', () => {
    const sales = [
      ...Array.from({ length: 9 }, (_, index) => comp(index + 1)),
      comp(10, { sold_price: 900_000 }),
    ]
    const { outliers, included } = chooseComps(SUBJECT, sales)
    expect([outliers.map(({ comp }) => comp.id), included.length]).toEqual([[10], 9])
    expect(chooseComps(SUBJECT, sales, DEFAULT_COMP_RULE, new Map([[10, true]])).included).toHaveLength(10)
  })

  it('leave out what a person leaves out, and follow a rule that was changed', () => {
    const byHand = chooseComps(SUBJECT, [comp(1), comp(2)], DEFAULT_COMP_RULE, new Map([[2, false]]))
    expect(byHand.excluded).toMatchObject([{ reason: 'left_out', isByHand: true }])
    const wider = { ...DEFAULT_COMP_RULE, maxMiles: 2 }
    expect(chooseComps(SUBJECT, [comp(1, { distance_miles: 1.8 })], wider).included).toHaveLength(1)
  })

  it('suggest nothing when none counts, or when nobody knows the area', () => {
    expect(chooseComps(SUBJECT, []).suggestedArv).toBeNull()
    expect(chooseComps({ ...SUBJECT, sqft: null }, [comp(1)]).suggestedArv).toBeNull()
  })
})

describe('money as it is typed', () => {
  it.each([
    ['150k', 150_000],
    ['1.2m', 1_200_000],
    ['$150,000', 150_000],
    [' $1,250,000.50 ', 1_250_000.5],
    ['150 K', 150_000],
    ['2 million', 2_000_000],
    ['.5m', 500_000],
    ['-$5,000', -5000],
    ['', null],
    ['  ', null],
    ['a lot', Number.NaN],
    ['1,50', Number.NaN],
    ['12-15', Number.NaN],
  ])('%j is read', (text, value) => {
    expect(parseMoney(text)).toEqual(value)
  })

  it.each([
    [0, '$0'],
    [999.6, '$1K'],
    [184_500, '$184.5K'],
    [999_950, '$1M'],
    [1_250_000, '$1.25M'],
    [-5000, '−$5K'],
  ])('%d is said in short', (value, text) => {
    expect(shortMoney(value)).toBe(text)
  })

  it('is read as it is said, to what the short form keeps of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 900_000_000 }), (value) => {
        expect(parseMoney(shortMoney(-value))).toBe(-(parseMoney(shortMoney(value)) ?? 0))
        expect(Math.abs((parseMoney(shortMoney(value)) ?? 0) / value - 1)).toBeLessThan(0.06)
      }),
    )
  })
})

describe('the median', () => {
  it('is the middle of the sorted numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), (numbers) => {
        const sorted = numbers.toSorted((a, b) => a - b)
        const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
        expect(medianOf(Float64Array.from(numbers))).toBe((low + high) / 2)
      }),
    )
  })
})
