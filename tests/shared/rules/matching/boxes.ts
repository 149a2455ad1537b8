/** Buy boxes and deals for the tests of the score; what is not given asks for nothing and states nothing. */
import * as fc from 'fast-check'
import { CRITERION_KEYS, type CriterionWire } from '#shared/contract/buy-box.ts'
import { MATCH_REASONS } from '#shared/contract/match-feedback.ts'
import { CRITERIA, type CriterionKey } from '#shared/rules/buy-box.ts'
import type { BoxArea, ScoredBox } from '#shared/rules/matching/scored-box.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'
import { type Declined, tasteOf } from '#shared/rules/matching/taste.ts'

export const criterion = (key: CriterionKey, given: Partial<CriterionWire>): CriterionWire => ({
  key,
  min: null,
  max: null,
  any_of: null,
  is_hard: false,
  is_locked: true,
  source: 'manual',
  evidence: null,
  ...given,
})

export const box = (given: Partial<ScoredBox> = {}): ScoredBox => ({
  id: 1,
  name: 'My buy box',
  criteria: [],
  areas: [],
  boughtIn: new Map(),
  ...given,
})

export const houston: BoxArea = {
  kind: 'place',
  label: 'Houston, TX',
  center: { lat: 29.76, lng: -95.37 },
  place: { kind: 'city', name: 'Houston', state: 'TX' },
}

/** A house in Houston at 65% of its ARV. */
export const deal = (given: Partial<ScoredDeal> = {}): ScoredDeal => ({
  state: 'TX',
  county: 'Harris',
  city: 'Houston',
  zip: '77008',
  at: { lat: 29.8, lng: -95.42 },
  price: 130_000,
  arv: 200_000,
  arvPercent: 65,
  spread: 70_000,
  typeId: 1,
  beds: 3,
  baths: 2,
  sqft: 1_400,
  year: 1965,
  condition: 2,
  parkingId: 1,
  occupancy: 0,
  tags: 0,
  accountId: 7,
  ...given,
})

export const declined = (given: Partial<Declined> & Pick<Declined, 'reason'>): Declined => ({
  zip: '77008',
  typeId: 1,
  condition: 2,
  arvPercent: 65,
  accountId: 7,
  ...given,
})

/** Around the random deals of deal-arbitraries, so that many are near the edge of what is asked. */
const bound = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null })

const anyCriterion = (key: CriterionKey): fc.Arbitrary<CriterionWire> => {
  const rule = CRITERIA[key]
  const is_hard = fc.boolean()
  if (rule.kind === 'list')
    return fc
      .record({ any_of: fc.subarray(rule.choices.map(({ id }) => id)), is_hard })
      .map((given) => criterion(key, given))
  const from = key === 'year' ? 1985 : key === 'arv_percent' ? 60 : 0
  const shifted = bound.map((value) => (value === null ? null : from + value))
  return fc.record({ min: shifted, max: shifted, is_hard }).map((given) => criterion(key, given))
}

const center = fc.record({ lat: fc.integer({ min: 1, max: 9 }), lng: fc.integer({ min: -9, max: 9 }) })
const anyArea: fc.Arbitrary<BoxArea> = fc.oneof(
  fc
    .constantFrom(
      { kind: 'state', name: 'TX', state: 'TX' } as const,
      { kind: 'city', name: 'Houston', state: 'TX' } as const,
      { kind: 'city', name: 'st louis', state: 'MO' } as const,
      { kind: 'county', name: 'Travis County', state: 'TX' } as const,
      { kind: 'zip', name: '77008', state: '' } as const,
    )
    .map((place) => ({ kind: 'place', label: place.name, center: { lat: 5, lng: 0 }, place }) as const),
  fc
    .record({ center, miles: fc.integer({ min: 1, max: 400 }) })
    .map((given) => ({ kind: 'radius', label: 'Somewhere', ...given }) as const),
  fc
    .record({ center, points: fc.array(center, { minLength: 3, maxLength: 6 }) })
    .map((given) => ({ kind: 'polygon', label: 'Drawn', ...given }) as const),
)

export const boxes: fc.Arbitrary<ScoredBox> = fc
  .record({
    keys: fc.subarray([...CRITERION_KEYS], { maxLength: 6 }),
    areas: fc.array(anyArea, { maxLength: 3 }),
    bought: fc.subarray(['77008', '78701']),
  })
  .chain(({ keys, areas, bought }) =>
    fc
      .tuple(...keys.map(anyCriterion))
      .map((criteria) => box({ criteria, areas, boughtIn: new Map(bought.map((zip) => [zip, 2])) })),
  )

const answer: fc.Arbitrary<Declined> = fc.record({
  reason: fc.constantFrom(...MATCH_REASONS),
  zip: fc.constantFrom('77008', null),
  typeId: fc.constantFrom(1, 2, null),
  condition: fc.constantFrom(0, 3, null),
  arvPercent: fc.constantFrom(80, 100, null),
  accountId: fc.constantFrom(1, 2, null),
})
export const answers = fc.array(answer, { maxLength: 8 })
export const tastes = answers.map(tasteOf)
