/** The numbers that deals are filtered and sorted by, one for each row; NaN where it is not known. */
import { SCORE_SCALE } from '#shared/contract/limits.ts'
import { milesBetween } from './area.ts'
import type { Point, RangeKey, SortKey } from './filter.ts'
import type { DealTable, NumberColumn } from './table.ts'

export type Values = ArrayLike<number>

export interface MeasureContext {
  readonly nowMs: number
  readonly center: Point | null
  readonly scores: DealScores | null
}

/** How well deals match the person who looks, from 0 to 1. */
export interface DealScores {
  /** Undefined: not known, the deal's own counts. Null: it does not match. */
  get(id: number): number | null | undefined
  /** One for each row, NaN for no match; for who knows them all at once. */
  of?(table: DealTable): Values
  /** What is compared to order them, NaN for no match; without it the scores are. */
  orderOf?(table: DealTable): Values
}

const DAY_S = 86_400

/** Times are compared to the minute, so that what was worked out stays good for one. */
export const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000) * 60

const COLUMN_OF: Readonly<Partial<Record<RangeKey | SortKey, NumberColumn>>> = {
  price: 'price',
  arv: 'arv_estimate',
  arv_percent: 'arv_percentage',
  spread: 'gross_margin',
  sqft: 'sq_footage',
  year: 'year_built',
  beds: 'bedrooms',
  units: 'units',
  lot: 'lot_size',
  rating: 'seller_rating',
  entry_fee: 'entry_fee',
  newest: 'published_at',
  price_drop: 'price_drop',
}

/** What a range of this key is compared with. The score is in percent of the data's (checklist T-03), days are whole ones. */
export function rangeValues(table: DealTable, key: RangeKey, context: MeasureContext): Values {
  const column = COLUMN_OF[key]
  if (column) return table.numbers[column]
  const { price, sq_footage, gross_margin, arv_estimate, repair_min, repair_max } = table.numbers
  switch (key) {
    case 'score':
      return scoreValues(table, context.scores)
    case 'baths':
      return each(table, bathsAt(table))
    case 'ppsf':
      return each(table, (row) => at(price, row) / at(sq_footage, row))
    case 'spread_percent':
      return each(table, (row) => (at(gross_margin, row) / at(arv_estimate, row)) * 100)
    case 'repairs':
      return each(table, (row) => either(at(repair_max, row), at(repair_min, row)))
    case 'days':
      return each(table, daysSince(table.numbers.published_at, minuteOf(context.nowMs)))
    case 'closing':
      return each(table, daysUntil(table.numbers.closing_at, minuteOf(context.nowMs)))
  }
  throw new Error(`No values for ${key}`)
}

/** What is sorted by this key. Deals that closed before today, and all distances from nowhere, are missing. */
export function sortValues(table: DealTable, key: SortKey, context: MeasureContext): Values {
  switch (key) {
    case 'score':
      return scoreOrder(table, context.scores)
    case 'ppsf':
      return rangeValues(table, 'ppsf', context)
    case 'closing': {
      const days = rangeValues(table, 'closing', context)
      return each(table, (row) => (at(days, row) < 0 ? Number.NaN : at(table.numbers.closing_at, row)))
    }
    case 'distance':
      return distances(table, context.center)
    default:
      return table.numbers[COLUMN_OF[key] ?? 'id']
  }
}

/** True when the values are others at another time. */
export const goesByTime = (key: RangeKey | SortKey): boolean => key === 'days' || key === 'closing'

const at = (values: Values, row: number): number => values[row] ?? Number.NaN
const either = (value: number, other: number): number => (Number.isNaN(value) ? other : value)

function each(table: DealTable, value: (row: number) => number): Float64Array {
  const values = new Float64Array(table.count)
  for (let row = 0; row < values.length; row++) values[row] = value(row)
  return values
}

/** A half bath is half of one; unknown when the full ones are. */
export function bathsAt({ numbers }: DealTable): (row: number) => number {
  return (row) => at(numbers.bathrooms, row) + either(at(numbers.half_bathrooms, row), 0) / 2
}

/** Whole days, as the card says them. */
export const daysSince =
  (times: Values, nowS: number) =>
  (row: number): number =>
    Math.max(0, Math.floor((nowS - at(times, row)) / DAY_S))

/** Whole days begun; below 0 once it is over. */
export const daysUntil =
  (times: Values, nowS: number) =>
  (row: number): number =>
    Math.floor((at(times, row) - nowS) / DAY_S) + 0

function rawScores(table: DealTable, scores: MeasureContext['scores']): Values {
  if (!scores) return table.numbers.score
  if (scores.of) return scores.of(table)
  return each(table, (row) => ownOr(scores.get(at(table.numbers.id, row)), at(table.numbers.score, row)))
}

const ownOr = (own: number | null | undefined, general: number): number =>
  own === undefined ? general : (own ?? Number.NaN)

/** Deals that do not match come behind those that do, in the order that is for everybody. */
function scoreOrder(table: DealTable, scores: MeasureContext['scores']): Values {
  const raw = scores?.orderOf?.(table) ?? rawScores(table, scores)
  if (!scores) return raw
  return each(table, (row) => {
    const own = at(raw, row)
    return Number.isNaN(own) ? at(table.numbers.score, row) - BEHIND : own
  })
}

/** More than any score. */
const BEHIND = 2

function scoreValues(table: DealTable, scores: MeasureContext['scores']): Values {
  const raw = rawScores(table, scores)
  return each(table, (row) => shownScore(at(raw, row)))
}

/** 0 to 100, never more than the data says: a shown 70 passes a smallest score of 70. */
export const shownScore = (score: number): number => Math.floor(score * SCORE_SCALE + 1e-9)

function distances(table: DealTable, center: Point | null): Values {
  if (!center) return new Float64Array(table.count).fill(Number.NaN)
  const { latitude, longitude } = table.numbers
  return each(table, (row) => milesBetween(center, { lat: at(latitude, row), lng: at(longitude, row) }))
}
