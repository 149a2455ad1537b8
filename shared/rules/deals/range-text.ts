/** Ranges as text: `100000-250000`, `3-`, `-70`. A number alone is both ends. */
import type { Range, RangeKey } from './filter.ts'
import { parseMoney } from './money-text.ts'

/** A spread may be a loss; nothing else is less than nothing (checklist BRW-24). */
const BELOW_ZERO: readonly RangeKey[] = ['spread', 'spread_percent', 'closing']
const LARGEST = 1e12

export const allowsBelowZero = (key: RangeKey): boolean => BELOW_ZERO.includes(key)

/** Null when neither end is a number. Ends the wrong way round are swapped and named. */
export function readRange(key: RangeKey, text: string, problems: string[]): Range | null {
  const [low, high] = readEnds(text.trim())
  const min = readEnd(key, low)
  const max = readEnd(key, high)
  if (Number.isNaN(min) || Number.isNaN(max) || (min === null && max === null)) {
    problems.push(`${key} is not valid.`)
    return null
  }
  if (min !== null && max !== null && min > max) {
    problems.push(`The ends of ${key} were the wrong way round.`)
    return { min: max, max: min }
  }
  return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
}

/** `-5` is up to 5, `-5-` from minus 5, `--5` up to minus 5. */
function readEnds(text: string): readonly [string, string] {
  const [, low = '', high] = /^(-?[^-]+)?-(-?[^-]*)$/.exec(text) ?? []
  return high === undefined ? [text, text] : [low, high]
}

function readEnd(key: RangeKey, text: string): number | null {
  const value = parseMoney(text)
  if (value === null) return null
  return Math.abs(value) > LARGEST || (value < 0 && !allowsBelowZero(key)) ? Number.NaN : value + 0
}

/** Empty for a range without ends. */
export function writeRange({ min, max }: Range): string {
  return min === undefined && max === undefined ? '' : `${min ?? ''}-${max ?? ''}`
}
