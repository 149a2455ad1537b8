/** The words of a range criterion: what a deal has, by how much it misses, and what would fit. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { formatMoney } from '#shared/format/money.ts'
import { CRITERIA, type RangeRule } from '../buy-box.ts'

type Unit = RangeRule['unit']

export function valueWords(unit: Unit, value: number): string {
  switch (unit) {
    case 'usd':
      return formatMoney(Math.round(value))
    case 'percent':
      return `${value}%`
    case 'sqft':
      return `${value.toLocaleString('en-US')} sq ft`
    case 'count':
    case 'year':
      return String(value)
  }
}

/** `Price $182,000 is within your $92,000 to $185,000.`, `Beds 2 is 1 under your 3.` */
export function rangeSentence(criterion: CriterionWire, value: number | null): string {
  const { label, unit } = wordsOf(criterion)
  if (value === null) return `${label}: not stated.`
  const say = (number: number): string => valueWords(unit, number)
  const { min, max } = ends(criterion)
  const off = (miss: number): string => (unit === 'year' ? `${miss} years` : say(rounded(miss)))
  if (min !== null && value < min)
    return `${label} ${say(value)} is ${off(min - value)} under your ${say(min)}.`
  if (max !== null && value > max)
    return `${label} ${say(value)} is ${off(value - max)} over your ${say(max)}.`
  return `${label} ${say(value)} is within your ${rangeWords(criterion)}.`
}

/** `a price of up to $185,000` */
export function rangeWish(criterion: CriterionWire): string {
  return `${wordsOf(criterion).label} ${rangeWords(criterion)}`
}

function rangeWords(criterion: CriterionWire): string {
  const { unit } = wordsOf(criterion)
  const { min, max } = ends(criterion)
  const say = (number: number): string => valueWords(unit, number)
  if (min === null) return `up to ${say(max ?? 0)}`
  if (max === null) return `${say(min)} or more`
  return min === max ? say(min) : `${say(min)} to ${say(max)}`
}

function wordsOf({ key }: CriterionWire): { label: string; unit: Unit } {
  const rule = CRITERIA[key]
  return { label: rule.label, unit: rule.kind === 'range' ? rule.unit : 'count' }
}

const ends = ({ min, max }: CriterionWire) => ({ min: min ?? null, max: max ?? null })

const rounded = (value: number): number => Math.round(value * 10) / 10

/** `Flip`, `Flip or BRRRR`, `Flip, BRRRR or Land`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
