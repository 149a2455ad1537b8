/** What somebody types as a smallest or largest value, read as a number (checklist BRW-23, BRW-24, spec section 5). Pure. */
import { withoutSign } from '#shared/format/currency.ts'
import type { Range } from '#shared/rules/deals/filter.ts'
import { isBlank, notValid, numberOf, numericProblem, type Problem } from '#shared/rules/validation.ts'

const TIMES: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 }

/** `150k`, `1.2m`, `$150,000`, `70%`, `1,200 sq ft`; null for what is no number. */
export function amountOf(text: string): number | null {
  const found = /^(-?[\d,.]+)\s*([km]?)\s*(?:%|sq\.?\s?ft\.?|days?)?$/i.exec(withoutSign(text).trim())
  const [, figures = '', times = ''] = found ?? []
  const number = numberOf(figures)
  if (number === null) return null
  // Thousandths that floating point leaves behind: 1.1m is 1,100,000.
  return Math.round(number * (TIMES[times.toLowerCase()] ?? 1) * 1000) / 1000
}

export interface RangeEntry {
  /** Null when one of the two is no number: then nothing is filtered by it. */
  readonly range: Range | null
  readonly problem: Problem
  /** The two were the wrong way round and have been swapped. */
  readonly isSwapped: boolean
}

/** Empty is no bound. `most` is the largest value there is, e.g. 100 for a score. */
export function readRange(minText: string, maxText: string, field: string, most?: number): RangeEntry {
  const problem = problemOf(minText, field, most) ?? problemOf(maxText, field, most)
  if (problem !== null) return { range: null, problem, isSwapped: false }
  const min = isBlank(minText) ? null : amountOf(minText)
  const max = isBlank(maxText) ? null : amountOf(maxText)
  const isSwapped = min !== null && max !== null && min > max
  const [low, high] = isSwapped ? [max, min] : [min, max]
  return {
    range: { ...(low === null ? {} : { min: low }), ...(high === null ? {} : { max: high }) },
    problem: null,
    isSwapped,
  }
}

function problemOf(text: string, field: string, most?: number): Problem {
  if (isBlank(text)) return null
  const value = amountOf(text)
  if (value !== null && most !== undefined && value > most) return notValid(field)
  return numericProblem(value ?? text, { field })
}

/** As it stands in the input once it is read: `150,000`. */
export const entryText = (value: number | undefined, isPlain: boolean): string =>
  value === undefined
    ? ''
    : isPlain
      ? String(value)
      : value.toLocaleString('en-US', { maximumFractionDigits: 3 })
