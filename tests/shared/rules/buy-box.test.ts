import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CRITERION_KEYS, type CriterionWire } from '#shared/contract/buy-box.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { CRITERIA, containsPlace, criteriaProblems, overlapOf } from '#shared/rules/buy-box.ts'

const criterion = (given: Partial<CriterionWire> & Pick<CriterionWire, 'key'>): CriterionWire => ({
  min: null,
  max: null,
  any_of: null,
  is_hard: false,
  is_locked: false,
  source: 'manual',
  evidence: null,
  ...given,
})

describe('criteria of a buy box', () => {
  it.each<[string, CriterionWire, Record<string, string[]>]>([
    ['a range', criterion({ key: 'price', min: 90_000, max: 170_000 }), {}],
    ['a range open below', criterion({ key: 'arv_percent', max: 74 }), {}],
    ['a range of one value', criterion({ key: 'beds', min: 3, max: 3 }), {}],
    ['half a bath', criterion({ key: 'baths', min: 1.5 }), {}],
    ['a list', criterion({ key: 'condition', any_of: ['turnkey', 'full_rehab'] }), {}],
    ['property types by their ids', criterion({ key: 'property_types', any_of: ['1', '4'] }), {}],
    [
      'a largest below the smallest',
      criterion({ key: 'price', min: 170_000, max: 90_000 }),
      { 'criteria.0.max': ['The largest value is below the smallest.'] },
    ],
    [
      'nothing at all',
      criterion({ key: 'sqft' }),
      { 'criteria.0.min': ['Enter a smallest or a largest Square feet.'] },
    ],
    [
      'a third of a bath',
      criterion({ key: 'baths', min: 1.3 }),
      { 'criteria.0.min': ['Baths goes in steps of 0.5.'] },
    ],
    [
      'the year 3000',
      criterion({ key: 'year', max: 3000 }),
      { 'criteria.0.max': ['Year built can be at most 2,100.'] },
    ],
    [
      'less than nothing',
      criterion({ key: 'price', min: -1 }),
      { 'criteria.0.min': ['Price is not valid.'] },
    ],
    [
      'a list for a range',
      criterion({ key: 'price', min: 1, any_of: ['1'] }),
      { 'criteria.0.any_of': ['Price takes a range, not a list.'] },
    ],
    [
      'a range for a list',
      criterion({ key: 'strategy', min: 1 }),
      { 'criteria.0.min': ['Strategy takes a list, not a range.'] },
    ],
    [
      'an empty list',
      criterion({ key: 'strategy', any_of: [] }),
      { 'criteria.0.any_of': ['Choose at least one Strategy.'] },
    ],
    [
      'an unknown choice',
      criterion({ key: 'parking_types', any_of: ['99'] }),
      { 'criteria.0.any_of': ['Parking has an unknown choice.'] },
    ],
  ])('%s', (_what, given, problems) => {
    expect(criteriaProblems([given])).toEqual(problems)
  })

  it('the same criterion twice is refused where it is repeated', () => {
    const twice = [criterion({ key: 'beds', min: 2 }), criterion({ key: 'beds', min: 3 })]
    expect(criteriaProblems(twice)).toEqual({ 'criteria.1.key': ['Beds is there twice.'] })
  })

  it('every key of the contract has a rule', () => {
    for (const key of CRITERION_KEYS) expect(CRITERIA[key].label).not.toBe('')
  })
})

const place = (id: string, ...within: string[]): PlaceWire => ({
  place_id: id,
  formatted_address: id,
  types: [],
  within,
  geometry: { location: { lat: 0, lng: 0 } },
})
const texas = place('gaz:state:TX')
const harris = place('gaz:county:48201', 'gaz:state:TX')
const houston = place('gaz:city:4699066', 'gaz:state:TX', 'gaz:county:48201')
const heights = place('gaz:zip:77008', 'gaz:state:TX', 'gaz:county:48201', 'gaz:city:4699066')
const ohio = place('gaz:state:OH')

describe('areas that overlap', () => {
  it.each([
    ['a state contains its county', texas, harris, true],
    ['a county contains its city', harris, houston, true],
    ['a state contains a ZIP', texas, heights, true],
    ['a county does not contain its state', harris, texas, false],
    ['a place does not contain itself', houston, houston, false],
    ['another state contains nothing of it', ohio, houston, false],
  ])('%s', (_what, outer, inner, expected) => {
    expect(containsPlace(outer, inner)).toBe(expected)
  })

  const chosen = (...places: PlaceWire[]) => places.map((area) => ({ place: area }))

  it('a county over two chosen places offers to merge both', () => {
    const overlap = overlapOf(chosen(houston, ohio, heights), harris)
    expect(overlap.contains.map((area) => area.place)).toEqual([houston, heights])
    expect(overlap.containedIn).toBeNull()
  })

  it('a city in a chosen state is there already, and so is a chosen city itself', () => {
    expect(overlapOf(chosen(ohio, texas), houston).containedIn?.place).toBe(texas)
    expect(overlapOf(chosen(houston), houston).containedIn?.place).toBe(houston)
  })

  it('containing is never mutual, and passes on', () => {
    const nested = [texas, harris, houston, heights, ohio]
    const any = fc.constantFrom(...nested)
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(containsPlace(a, b) && containsPlace(b, a)).toBe(false)
        if (containsPlace(a, b) && containsPlace(b, c)) expect(containsPlace(a, c)).toBe(true)
      }),
    )
  })
})
