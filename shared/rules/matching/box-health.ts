/**
 * How a buy box does (checklist BOX-52): how many deals match it now and in a week, which hard criterion keeps most away, and what
 * widening that brings. Counts available deals of one table; knows no clock but the one it is handed.
 */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { CRITERIA, type CriterionKey } from '../buy-box.ts'
import type { DealTable } from '../deals/table.ts'
import { rangeWish } from './criterion-labels.ts'
import { matchingRows } from './score-table.ts'
import { asksForSomething, type ScoredBox } from './scored-box.ts'

export interface BoxHealth {
  readonly matches: number
  /** Deals a week over the last four, rounded. */
  readonly perWeek: number
  /** Of this many available deals. */
  readonly all: number
  /** The criterion that keeps most deals away, and what letting it go or widening it brings; null when none keeps any. */
  readonly narrowest: Narrowest | null
  /** Where nothing matches and no criterion does that by itself: those that do it together; else null. */
  readonly together: Together | null
  /** False of a box without locations and criteria, for which no deals are found. */
  readonly isLooking: boolean
}

export interface Together {
  readonly labels: readonly string[]
  /** Deals that match without all of them. */
  readonly without: number
}

export interface Narrowest {
  readonly key: CriterionKey | 'area'
  /** `Price`, `Target locations`. */
  readonly label: string
  /** Deals that match without it. */
  readonly without: number
  /** The smallest step that lets deals in, of a range. */
  readonly widened: {
    readonly criterion: CriterionWire
    readonly label: string
    readonly matches: number
  } | null
}

const WEEKS = 4
const WEEK_S = 7 * 86_400

export function boxHealth(table: DealTable, box: ScoredBox, nowMs: number): BoxHealth {
  const count = (asked: ScoredBox): number => available(table, matchingRows(table, asked)).length
  const rows = available(table, matchingRows(table, box))
  const since = nowMs / 1000 - WEEKS * WEEK_S
  const fresh = rows.filter((row) => (table.numbers.published_at[row] ?? 0) >= since).length
  const narrowest = narrowestOf(box, rows.length, count)
  return {
    matches: rows.length,
    perWeek: Math.round(fresh / WEEKS),
    all: count({ ...box, areas: [], criteria: [] }),
    narrowest,
    together: rows.length === 0 && narrowest === null ? togetherOf(box, count) : null,
    isLooking: asksForSomething(box),
  }
}

const AVAILABLE = DEAL_STATUSES.indexOf('available')

const available = ({ numbers }: DealTable, rows: Uint32Array): Uint32Array =>
  rows.filter((row) => numbers.status[row] === AVAILABLE)

type Count = (box: ScoredBox) => number

function narrowestOf(box: ScoredBox, matches: number, count: Count): Narrowest | null {
  const hard = box.criteria.filter(({ is_hard }) => is_hard)
  const left = hard.map((criterion) => {
    const without = count({ ...box, criteria: box.criteria.filter((one) => one !== criterion) })
    return { criterion, without }
  })
  const [worst] = left.toSorted((a, b) => b.without - a.without)
  const everywhere = box.areas.length === 0 ? matches : count({ ...box, areas: [] })
  // Where somebody buys is what they change last: it is named only when no criterion keeps anything away.
  if (worst && worst.without > matches) {
    const { criterion, without } = worst
    const widened = widenedOf(box, criterion, { matches, count })
    return { key: criterion.key, label: CRITERIA[criterion.key].label, without, widened }
  }
  if (everywhere === matches) return null
  return { key: 'area', label: AREA_LABEL, without: everywhere, widened: null }
}

/** The most lenient criteria stay as long as deals match; what is left out is what keeps them away. */
function togetherOf(box: ScoredBox, count: Count): Together | null {
  if (count({ ...box, areas: [], criteria: [] }) === 0) return null
  const labels: string[] = []
  let kept: ScoredBox = { ...box, criteria: [] }
  if (count(kept) === 0) {
    kept = { ...kept, areas: [] }
    labels.push(AREA_LABEL)
  }
  for (const criterion of lenientFirst(box, count)) {
    const narrower = { ...kept, criteria: [...kept.criteria, criterion] }
    if (count(narrower) > 0) kept = narrower
    else labels.push(CRITERIA[criterion.key].label)
  }
  return { labels, without: count(kept) }
}

const AREA_LABEL = 'Target locations'

const lenientFirst = (box: ScoredBox, count: Count): CriterionWire[] =>
  box.criteria
    .filter(({ is_hard }) => is_hard)
    .map((criterion) => ({ criterion, lets: count({ ...box, areas: [], criteria: [criterion] }) }))
    .toSorted((a, b) => b.lets - a.lets)
    .map(({ criterion }) => criterion)

/** By these parts of a bound, or these units, until deals come in. */
const STEPS = [0.1, 0.25, 0.5, 1] as const
const UNIT_STEPS: Readonly<Partial<Record<CriterionKey, readonly number[]>>> = {
  arv_percent: [5, 10, 20, 40],
  beds: [1, 2, 3, 5],
  baths: [0.5, 1, 2, 4],
  year: [10, 20, 40, 80],
}

function widenedOf(
  box: ScoredBox,
  criterion: CriterionWire,
  { matches, count }: { matches: number; count: Count },
): Narrowest['widened'] {
  if (CRITERIA[criterion.key].kind === 'list') return null
  for (const wider of widerOnes(criterion)) {
    const criteria = box.criteria.map((one) => (one === criterion ? wider : one))
    const then = count({ ...box, criteria })
    if (then > matches) return { criterion: wider, label: rangeWish(wider), matches: then }
  }
  return null
}

/** One end after the other: a higher limit before a lower one. */
function widerOnes(criterion: CriterionWire): CriterionWire[] {
  const { key } = criterion
  const min = criterion.min ?? null
  const max = criterion.max ?? null
  const units = UNIT_STEPS[key]
  return STEPS.flatMap((part, index) => {
    const by = (bound: number): number => units?.[index] ?? Math.ceil(bound * part)
    return [
      ...(max === null ? [] : [{ ...criterion, max: rounded(max + by(max), key, Math.ceil) }]),
      ...(min === null || min === 0
        ? []
        : [{ ...criterion, min: Math.max(0, rounded(min - by(min), key, Math.floor)) }]),
    ]
  })
}

/** Money to whole thousands, areas to tens. */
function rounded(value: number, key: CriterionKey, round: (value: number) => number): number {
  const rule = CRITERIA[key]
  const unit = rule.kind === 'range' ? rule.unit : 'count'
  const step = unit === 'usd' ? 1000 : unit === 'sqft' ? 10 : 0.5
  return round(value / step) * step
}
