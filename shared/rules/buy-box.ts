/** What a buy box can ask for (BOX-13), when it makes no sense, and which areas lie in which. Learning is in `learn-buy-box.ts`. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { PARKING_TYPES, PROPERTY_TYPES } from './dictionaries.ts'

export type CriterionKey = CriterionWire['key']

/** A choice of a list criterion; `id` is what stands in `any_of`. */
export interface Choice {
  readonly id: string
  readonly label: string
}

export const CONDITIONS: readonly Choice[] = [
  { id: 'turnkey', label: 'Turnkey' },
  { id: 'cosmetic', label: 'Cosmetic work' },
  { id: 'light_rehab', label: 'Light rehab' },
  { id: 'full_rehab', label: 'Full rehab' },
  { id: 'teardown', label: 'Teardown' },
]

export const STRATEGIES: readonly Choice[] = [
  { id: 'flip', label: 'Flip' },
  { id: 'hold', label: 'Buy and hold' },
  { id: 'brrrr', label: 'BRRRR' },
  { id: 'wholetail', label: 'Wholetail' },
  { id: 'land', label: 'Land' },
]

export interface RangeRule {
  readonly kind: 'range'
  readonly label: string
  readonly unit: 'usd' | 'percent' | 'count' | 'sqft' | 'year'
  /** Larger values are a slip of the finger. */
  readonly highest: number
  /** Smallest difference between two values: 0.5 of baths. */
  readonly step: number
}
export interface ListRule {
  readonly kind: 'list'
  readonly label: string
  readonly choices: readonly Choice[]
}

const asChoices = (options: readonly { id: number; label: string }[]): Choice[] =>
  options.map(({ id, label }) => ({ id: String(id), label }))

export const CRITERIA: Readonly<Record<CriterionKey, RangeRule | ListRule>> = {
  price: { kind: 'range', label: 'Price', unit: 'usd', highest: 100_000_000, step: 1 },
  arv: { kind: 'range', label: 'ARV', unit: 'usd', highest: 100_000_000, step: 1 },
  arv_percent: { kind: 'range', label: '% of ARV', unit: 'percent', highest: 300, step: 1 },
  spread: { kind: 'range', label: 'Spread', unit: 'usd', highest: 100_000_000, step: 1 },
  property_types: { kind: 'list', label: 'Property type', choices: asChoices(PROPERTY_TYPES) },
  beds: { kind: 'range', label: 'Beds', unit: 'count', highest: 100, step: 1 },
  baths: { kind: 'range', label: 'Baths', unit: 'count', highest: 100, step: 0.5 },
  sqft: { kind: 'range', label: 'Square feet', unit: 'sqft', highest: 1_000_000, step: 1 },
  year: { kind: 'range', label: 'Year built', unit: 'year', highest: 2100, step: 1 },
  condition: { kind: 'list', label: 'Condition', choices: CONDITIONS },
  parking_types: { kind: 'list', label: 'Parking', choices: asChoices(PARKING_TYPES) },
  strategy: { kind: 'list', label: 'Strategy', choices: STRATEGIES },
}

/** Problems by dotted field, e.g. `criteria.0.max`; empty when the criteria can be kept. */
export function criteriaProblems(criteria: readonly CriterionWire[]): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const seen = new Set<CriterionKey>()
  for (const [index, criterion] of criteria.entries()) {
    const at = `criteria.${index}`
    const rule = CRITERIA[criterion.key]
    if (seen.has(criterion.key)) problems[`${at}.key`] = [`${rule.label} is there twice.`]
    seen.add(criterion.key)
    const found = rule.kind === 'range' ? rangeProblem(criterion, rule) : listProblem(criterion, rule)
    if (found) problems[`${at}.${found.field}`] = [found.text]
  }
  return problems
}

type Found = { field: 'min' | 'max' | 'any_of'; text: string } | null

function rangeProblem({ min, max, any_of }: CriterionWire, { label, highest, step }: RangeRule): Found {
  if (any_of && any_of.length > 0) return { field: 'any_of', text: `${label} takes a range, not a list.` }
  if (isBlank(min) && isBlank(max)) return { field: 'min', text: `Enter a smallest or a largest ${label}.` }
  for (const [field, value] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (isBlank(value)) continue
    if (!Number.isFinite(value) || value < 0) return { field, text: `${label} is not valid.` }
    if (value > highest) return { field, text: `${label} can be at most ${highest.toLocaleString('en-US')}.` }
    if (!Number.isInteger(value / step)) return { field, text: `${label} goes in steps of ${step}.` }
  }
  if (!isBlank(min) && !isBlank(max) && min > max)
    return { field: 'max', text: 'The largest value is below the smallest.' }
  return null
}

function listProblem({ min, max, any_of }: CriterionWire, { label, choices }: ListRule): Found {
  if (!isBlank(min) || !isBlank(max)) return { field: 'min', text: `${label} takes a list, not a range.` }
  if (!any_of || any_of.length === 0) return { field: 'any_of', text: `Choose at least one ${label}.` }
  const unknown = any_of.find((id) => !choices.some((choice) => choice.id === id))
  return unknown === undefined ? null : { field: 'any_of', text: `${label} has an unknown choice.` }
}

const isBlank = (value: number | null | undefined): value is null | undefined =>
  value === null || value === undefined

/** True when the inner place lies in the outer: state ⊃ county ⊃ city ⊃ neighborhood. A place does not contain itself. */
export const containsPlace = (outer: PlaceWire, inner: PlaceWire): boolean =>
  outer.place_id !== inner.place_id && (inner.within ?? []).includes(outer.place_id)

export interface Overlap<T> {
  /** A chosen area that contains the new one already: adding it changes nothing. */
  containedIn: T | null
  /** Chosen areas that lie in the new one: adding it offers to merge them. */
  contains: T[]
}

/** How a new area lies to the chosen ones (BOX-12). Circles and drawn areas overlap with nothing: pass only whole places. */
export function overlapOf<T extends { place: PlaceWire }>(
  chosen: readonly T[],
  added: PlaceWire,
): Overlap<T> {
  return {
    containedIn:
      chosen.find(({ place }) => place.place_id === added.place_id || containsPlace(place, added)) ?? null,
    contains: chosen.filter(({ place }) => containsPlace(added, place)),
  }
}
