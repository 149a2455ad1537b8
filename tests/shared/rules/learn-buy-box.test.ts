import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { PURCHASES_TO_LEARN } from '#shared/contract/limits.ts'
import { criteriaProblems } from '#shared/rules/buy-box.ts'
import { editCriteria, mergeLearned } from '#shared/rules/edit-buy-box.ts'
import { learnFrom, type Purchase } from '#shared/rules/learn-buy-box.ts'

const purchase = (given: Partial<Purchase> = {}): Purchase => ({
  purchasedOn: '2024-05-01',
  priceUsd: 120_000,
  arvUsd: null,
  sqft: null,
  beds: null,
  yearBuilt: null,
  typeId: null,
  zip: '77035',
  countyFips: '48201',
  ...given,
})
const times = (count: number, given: Partial<Purchase> = {}) =>
  Array.from({ length: count }, () => purchase(given))
const evidenceOf = (purchases: readonly Purchase[], key: CriterionWire['key']) =>
  learnFrom(purchases).criteria.find((criterion) => criterion.key === key)?.evidence

describe('the evidence of what was learned', () => {
  const fourteen = [
    ...times(5, { purchasedOn: '2023-02-17', zip: '77035', priceUsd: 92_300 }),
    ...times(4, { zip: '77045', priceUsd: 131_000 }),
    ...['77033', '77051', '77053', '77085', '77489'].map((zip) => purchase({ zip, priceUsd: 167_500 })),
  ]

  it.each<[string, CriterionWire['key'], readonly Purchase[], string | undefined]>([
    [
      'how many, since when, where and for how much',
      'price',
      fourteen,
      '14 purchases since 2023, 9 in 77035 and 77045, $92,000–$168,000',
    ],
    [
      'one ZIP alone',
      'price',
      [...times(3), purchase({ zip: '77001' })],
      '4 purchases since 2024, 3 in 77035, $120,000',
    ],
    [
      'no ZIP twice',
      'price',
      ['1', '2', '3'].map((zip) => purchase({ zip })),
      '3 purchases since 2024, $120,000',
    ],
    [
      'sizes',
      'sqft',
      [1012, 1340, 1638].map((sqft) => purchase({ sqft })),
      '3 purchases with a known size, 1,010–1,640 sq ft',
    ],
    [
      'sizes of too few',
      'sqft',
      [...times(9), purchase({ sqft: 1000 }), purchase({ sqft: 1100 })],
      undefined,
    ],
    [
      'years',
      'year',
      [1952, 1960, 1978].map((yearBuilt) => purchase({ yearBuilt })),
      '3 purchases with a known year, built 1952–1978',
    ],
    [
      'bedrooms that differ',
      'beds',
      [2, 3, 4].map((beds) => purchase({ beds })),
      '2–4 bedrooms in 3 purchases with a known number',
    ],
    ['one bedroom', 'beds', times(3, { beds: 1 }), '1 bedroom in 3 purchases with a known number'],
    [
      'the share of ARV',
      'arv_percent',
      [172_500, 190_000, 200_000].map((arvUsd) => purchase({ arvUsd })),
      '3 purchases with a known ARV, at 60–70% of it',
    ],
    [
      'types',
      'property_types',
      [...times(12, { typeId: 1 }), ...times(2, { typeId: 4 })],
      'Of 14 purchases with a known type, 12 single family and 2 duplex',
    ],
    [
      'a type bought once in many is an exception',
      'property_types',
      [...times(19, { typeId: 1 }), purchase({ typeId: 9 })],
      'Of 20 purchases with a known type, 19 single family',
    ],
  ])('%s', (_what, key, purchases, sentence) => {
    expect(evidenceOf(purchases, key)).toBe(sentence)
  })

  it('counties and ZIPs come with their numbers, most first', () => {
    const { areas } = learnFrom(fourteen)
    expect(areas[0]).toEqual({
      kind: 'county',
      code: '48201',
      purchases: 14,
      evidence: '14 of 14 purchases since 2023',
    })
    expect(areas[1]).toEqual({
      kind: 'zip',
      code: '77035',
      purchases: 5,
      evidence: '5 of 14 purchases since 2023',
    })
  })

  it('fewer than three purchases are too few, and nothing is said', () => {
    expect(learnFrom(times(PURCHASES_TO_LEARN - 1))).toEqual({
      purchases: 2,
      since: '2024-05-01',
      isEnough: false,
      criteria: [],
      areas: [],
    })
    expect(learnFrom([]).since).toBeNull()
  })
})

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const anyPurchase: fc.Arbitrary<Purchase> = fc.record({
  purchasedOn: fc.constantFrom('2019-01-01', '2023-06-30', '2026-02-13'),
  priceUsd: fc.integer({ min: 20_000, max: 900_000 }),
  arvUsd: some(fc.integer({ min: 400_000, max: 1_000_000 })),
  sqft: some(fc.integer({ min: 400, max: 5000 })),
  beds: some(fc.integer({ min: 1, max: 8 })),
  yearBuilt: some(fc.integer({ min: 1900, max: 2026 })),
  typeId: some(fc.integer({ min: 1, max: 9 })),
  zip: fc.constantFrom('77035', '77045', '77008', '60618'),
  countyFips: fc.constantFrom('48201', '17031'),
})
const histories = fc.array(anyPurchase, { maxLength: 40 })

describe('learning', () => {
  it('does not depend on the order of the purchases', () => {
    const shuffled = histories.chain((history) =>
      fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(learnFrom(other)).toEqual(learnFrom(one))
      }),
    )
  })

  it('gives criteria a box can keep', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(criteriaProblems(learnFrom(history).criteria)).toEqual({})
      }),
    )
  })

  it('at least four in five purchases lie in the band of the price', () => {
    fc.assert(
      fc.property(fc.array(anyPurchase, { minLength: PURCHASES_TO_LEARN, maxLength: 40 }), (history) => {
        const price = learnFrom(history).criteria.find(({ key }) => key === 'price')
        const inside = history.filter(
          ({ priceUsd }) => priceUsd >= (price?.min ?? 0) && priceUsd <= (price?.max ?? 0),
        )
        expect(inside.length).toBeGreaterThanOrEqual(Math.floor(0.8 * history.length))
      }),
    )
  })

  it('one mansion among many does not move the band', () => {
    const usual = times(20)
    const price = (history: Purchase[]) => learnFrom(history).criteria.find(({ key }) => key === 'price')?.max
    expect(price([...usual, purchase({ priceUsd: 4_000_000 })])).toBe(price(usual))
  })
})

const learned = (key: CriterionWire['key'], max: number): CriterionWire => ({
  key,
  min: null,
  max,
  any_of: null,
  is_hard: false,
  is_locked: false,
  source: 'learned',
  evidence: `up to ${max}`,
})

describe('editing and learning anew', () => {
  const stored = { criteria: [learned('price', 100), learned('beds', 3)], removed: [] }

  it('a changed criterion is locked and the customer’s own, and survives', () => {
    const edited = editCriteria(stored, [
      { ...learned('price', 150), evidence: 'invented' },
      learned('beds', 3),
    ])
    expect(edited.criteria[0]).toMatchObject({ max: 150, is_locked: true, source: 'manual', evidence: null })
    expect(mergeLearned(edited, [learned('price', 120), learned('beds', 4)]).map(({ max }) => max)).toEqual([
      150, 4,
    ])
  })

  it('an unchanged one stays learned, with its own evidence, and learns on', () => {
    const edited = editCriteria(stored, [{ ...learned('price', 100), evidence: 'invented', is_hard: true }])
    expect(edited.criteria[0]).toMatchObject({ source: 'learned', evidence: 'up to 100', is_hard: true })
    expect(mergeLearned(edited, [learned('price', 120)])[0]).toMatchObject({ max: 120, is_hard: true })
  })

  it('one that is locked without a change is not learned anew', () => {
    const edited = editCriteria(stored, [{ ...learned('price', 100), is_locked: true }])
    expect(mergeLearned(edited, [learned('price', 120)])[0]?.max).toBe(100)
  })

  it('one that was taken out stays out until it is asked for', () => {
    const edited = editCriteria(stored, [learned('price', 100)])
    expect(edited.removed).toEqual(['beds'])
    expect(mergeLearned(edited, [learned('price', 100), learned('beds', 4)])).toMatchObject([
      { key: 'price' },
    ])
    const asked = editCriteria(edited, [
      learned('price', 100),
      { ...learned('beds', 99), evidence: 'invented' },
    ])
    expect(asked.removed).toEqual([])
    expect(mergeLearned(asked, [learned('price', 100), learned('beds', 4)])).toMatchObject([
      { key: 'price' },
      { key: 'beds', max: 4 },
    ])
  })

  it('what is no longer learned goes, what the customer added stays', () => {
    const own = { ...learned('strategy', 1), any_of: ['flip'], max: null, source: 'manual' as const }
    const edited = editCriteria(stored, [...stored.criteria, own])
    expect(mergeLearned(edited, []).map(({ key }) => key)).toEqual(['strategy'])
  })
})
