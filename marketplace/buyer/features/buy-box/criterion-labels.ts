/** A criterion in words, and as the fields of its form. Pure. */
import { errorAt, type FormErrors } from '#marketplace/kit/attempt.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { withoutSign } from '#shared/format/currency.ts'
import { formatMoney } from '#shared/format/money.ts'
import { CRITERIA, type CriterionKey, criteriaProblems, type RangeRule } from '#shared/rules/buy-box.ts'
import { isBlank, numberOf } from '#shared/rules/validation.ts'

export const KEYS = Object.keys(CRITERIA) as CriterionKey[]

/** `$92,000 to $168,000`, `At least 3`, `Single family, Duplex`. */
export function criterionText(criterion: CriterionWire): string {
  const rule = CRITERIA[criterion.key]
  if (rule.kind === 'list') {
    const chosen = rule.choices.filter((choice) => criterion.any_of?.includes(choice.id))
    return chosen.map((choice) => choice.label).join(', ')
  }
  const low = valueText(criterion.min, rule)
  const high = valueText(criterion.max, rule)
  if (low === null) return high === null ? 'Any' : `Up to ${high}`
  if (high === null) return `At least ${low}`
  return low === high ? low : `${low} to ${high}`
}

function valueText(value: number | null | undefined, { unit }: RangeRule): string | null {
  if (value === null || value === undefined) return null
  switch (unit) {
    case 'usd':
      return formatMoney(value)
    case 'percent':
      return `${value}%`
    case 'sqft':
      return `${value.toLocaleString('en-US')} sq ft`
    case 'count':
    case 'year':
      return String(value)
  }
}

/** What stands in the form of one criterion. */
export interface Draft {
  readonly key: CriterionKey
  readonly min: string
  readonly max: string
  readonly anyOf: readonly string[]
  readonly isHard: boolean
}

export type DraftErrors = Partial<Record<'min' | 'max' | 'any_of', string>>

/** The fields of a criterion, as `errors` of its box names them. */
export const fieldsOf = (key: CriterionKey): readonly string[] =>
  CRITERIA[key].kind === 'list' ? [`${key}.any_of`] : [`${key}.min`, `${key}.max`]

export function refusedOf(errors: FormErrors, key: CriterionKey): DraftErrors {
  const refused: DraftErrors = {}
  for (const field of ['min', 'max', 'any_of'] as const) {
    const text = errorAt(errors, `${key}.${field}`)
    if (text !== null) refused[field] = text
  }
  return refused
}

export const draftOf = (key: CriterionKey, known?: CriterionWire): Draft => ({
  key,
  min: known?.min == null ? '' : String(known.min),
  max: known?.max == null ? '' : String(known.max),
  anyOf: known?.any_of ?? [],
  isHard: known?.is_hard ?? true,
})

/** The criterion of a filled form, or what is wrong with it. It counts as made by hand, which keeps it when the box learns. */
export function criterionOf(draft: Draft): { criterion: CriterionWire } | { errors: DraftErrors } {
  const { label, kind } = CRITERIA[draft.key]
  const errors: DraftErrors = {}
  for (const field of ['min', 'max'] as const)
    if (!isBlank(draft[field]) && amountOf(draft[field]) === null) errors[field] = `${label} is not valid.`
  if (Object.keys(errors).length > 0) return { errors }
  const criterion: CriterionWire = {
    key: draft.key,
    min: kind === 'range' ? amountOf(draft.min) : null,
    max: kind === 'range' ? amountOf(draft.max) : null,
    any_of: kind === 'list' ? [...draft.anyOf] : null,
    is_hard: draft.isHard,
    is_locked: true,
    source: 'manual',
    evidence: null,
  }
  const problems = Object.entries(criteriaProblems([criterion]))
  if (problems.length === 0) return { criterion }
  return { errors: Object.fromEntries(problems.map(([at, texts]) => [at.split('.').at(-1), texts[0]])) }
}

/** People write `$185,000`, `185k`, `1.2M` and `70%`. */
function amountOf(text: string): number | null {
  const plain = withoutSign(text).replace(/[%\s]/g, '')
  const unit = UNITS[plain.slice(-1).toLowerCase()]
  const number = numberOf(unit === undefined ? plain : plain.slice(0, -1))
  return number === null || unit === undefined ? number : Math.round(number * unit)
}

const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }
