/** When nothing passes: which single filter to let go or widen, and how many deals that would give (checklist BRW-32). */
import { type Bits, countBits, eachRow } from './bitset.ts'
import type { DealFilter, Range, RangeKey } from './filter.ts'
import { RANGE_WORDS, rangeValueLabel, removalLabel } from './filter-labels.ts'
import { activeParts, isFlagKey, isRangeKey, type PartKey, withoutPart } from './filter-parts.ts'
import type { Values } from './measures.ts'
import type { DealContext, PartBits, Passing } from './part-bits.ts'

export interface Relaxation {
  readonly key: PartKey
  /** `Price up to $310K`, `Remove “Verified seller”`. */
  readonly label: string
  readonly filter: DealFilter
  readonly count: number
}

interface Question {
  readonly filter: DealFilter
  readonly context: DealContext
  readonly parts: PartBits
  readonly passing: Passing
}

/** Widening a range asks the least of a person; giving up where they look asks the most. */
const COSTS = { widen: 0, flag: 1, text: 2, status: 2, choice: 2, range: 3, area: 4 } as const

export function relaxations(question: Question): readonly Relaxation[] {
  const { filter, context, passing } = question
  const found = activeParts(filter).flatMap((key): { cost: number; relaxation: Relaxation }[] => {
    const others = passing(filter, context, key)
    const count = countBits(others)
    if (count === 0) return []
    const removal = {
      cost: costOf(key),
      relaxation: { key, label: removalLabel(filter, key), filter: withoutPart(filter, key), count },
    }
    const widened = isRangeKey(key) ? widen(question, key, others) : null
    if (!widened) return [removal]
    return widened.count < count
      ? [{ cost: COSTS.widen, relaxation: widened }, removal]
      : [{ cost: COSTS.widen, relaxation: widened }]
  })
  return found
    .sort((a, b) => a.cost - b.cost || b.relaxation.count - a.relaxation.count)
    .map(({ relaxation }) => relaxation)
}

function costOf(key: PartKey): number {
  if (isRangeKey(key)) return COSTS.range
  if (isFlagKey(key)) return COSTS.flag
  if (key === 'bounds' || key === 'areas' || key === 'places' || key === 'account') return COSTS.area
  return key === 'text' ? COSTS.text : key === 'status' ? COSTS.status : COSTS.choice
}

/** Moves the one end of the range that has to move the least, to a round number that lets a deal in. */
function widen({ filter, context, parts }: Question, key: RangeKey, others: Bits): Relaxation | null {
  const range = filter.ranges[key] ?? {}
  const values = parts.values(key, context)
  const nearest = nearestOutside(values, others, range)
  const candidates = [
    nearest.below === null ? null : { ...range, min: roundTo(nearest.below, key, Math.floor) },
    nearest.above === null ? null : { ...range, max: roundTo(nearest.above, key, Math.ceil) },
  ].filter((candidate) => candidate !== null)
  const [best] = candidates
    .map((candidate) => ({ range: candidate, count: countWithin(values, others, candidate) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => change(range, a.range) - change(range, b.range))
  if (!best) return null
  return {
    key,
    label: widenedLabel(key, range, best.range),
    filter: { ...filter, ranges: { ...filter.ranges, [key]: best.range } },
    count: best.count,
  }
}

const widenedLabel = (key: RangeKey, from: Range, { min, max }: Range): string =>
  max !== undefined && max !== from.max
    ? `${RANGE_WORDS[key].label} up to ${rangeValueLabel(key, max)}`
    : `${RANGE_WORDS[key].label} from ${rangeValueLabel(key, min ?? 0)}`

/** The greatest value below the range and the least one above it. */
function nearestOutside(
  values: Values,
  rows: Bits,
  { min, max }: Range,
): { below: number | null; above: number | null } {
  let below = Number.NEGATIVE_INFINITY
  let above = Number.POSITIVE_INFINITY
  eachRow(rows, (row) => {
    const value = values[row] ?? Number.NaN
    if (min !== undefined && value < min && value > below) below = value
    if (max !== undefined && value > max && value < above) above = value
  })
  return { below: Number.isFinite(below) ? below : null, above: Number.isFinite(above) ? above : null }
}

function countWithin(values: Values, rows: Bits, { min, max }: Range): number {
  let count = 0
  eachRow(rows, (row) => {
    const value = values[row] ?? Number.NaN
    if (value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)) count++
  })
  return count
}

const roundTo = (value: number, key: RangeKey, round: (value: number) => number): number => {
  const step = RANGE_WORDS[key].widenStep
  return Math.round(round(value / step) * step * 1000) / 1000
}

/** By which share the moved end moves. */
const change = (from: Range, to: Range): number => relative(from.min, to.min) + relative(from.max, to.max)
const relative = (from: number | undefined, to: number | undefined): number =>
  from === undefined || to === undefined ? 0 : Math.abs(to - from) / Math.max(1, Math.abs(from))
