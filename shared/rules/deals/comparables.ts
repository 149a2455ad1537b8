/** Which sales say what a house is worth, and what they say (checklist DEAL-11). The clock and the choices are handed in. */
import type { ComparableWire } from '#shared/contract/properties.ts'
import { medianOf } from './median.ts'

export interface CompRule {
  readonly maxMiles: number
  readonly maxMonths: number
  /** How far its area may be from the subject's, either way, in percent. */
  readonly sqftPercent: number
}
export const DEFAULT_COMP_RULE: CompRule = { maxMiles: 0.5, maxMonths: 12, sqftPercent: 20 }

export interface CompSubject {
  readonly sqft: number | null
  /** What the seller says it will be worth. */
  readonly arv: number | null
  readonly nowMs: number
}

/** Why a sale does not count. */
export type CompReason = 'distance' | 'age' | 'size' | 'no_size' | 'outlier' | 'left_out'

export interface JudgedComp {
  readonly comp: ComparableWire
  readonly pricePerSqft: number | null
  readonly reason: CompReason | null
  /** Kept or left out by hand, against the rule. */
  readonly isByHand: boolean
}

export interface CompChoice {
  /** All, in the order they were given. */
  readonly comps: readonly JudgedComp[]
  readonly included: readonly JudgedComp[]
  /** More than two standard deviations from the mean of those that pass the rule; folded away, not lost. */
  readonly outliers: readonly JudgedComp[]
  readonly excluded: readonly JudgedComp[]
  readonly suggestedArv: SuggestedArv | null
  readonly againstSeller: AgainstSeller | null
}

export interface SuggestedArv {
  readonly low: number
  readonly mid: number
  readonly high: number
  /** Median, of the sales that count. */
  readonly pricePerSqft: number
  readonly count: number
}

export interface AgainstSeller {
  /** Positive when the seller's ARV is above. */
  readonly percent: number
  /** `The seller’s ARV is 11% above the comps.` */
  readonly text: string
}

/** Fewer sales than this have no spread to be outside of. */
const OUTLIER_MIN = 4
const OUTLIER_SIGMAS = 2
const MONTH_MS = (365.25 / 12) * 86_400_000

/** `byHand`: comps a person kept (true) or left out (false), by id; they beat the rule. */
export function chooseComps(
  subject: CompSubject,
  comps: readonly ComparableWire[],
  rule: CompRule = DEFAULT_COMP_RULE,
  byHand: ReadonlyMap<number, boolean> = new Map(),
): CompChoice {
  const ruled = comps.map((comp) => ({
    comp,
    pricePerSqft: perSqft(comp),
    reason: against(subject, comp, rule),
  }))
  const isOutlier = outlierTest(
    ruled.filter(({ reason }) => reason === null).map(({ pricePerSqft }) => pricePerSqft),
  )
  const judged = ruled.map(({ comp, pricePerSqft, reason }): JudgedComp => {
    const found = reason ?? (isOutlier(pricePerSqft) ? 'outlier' : null)
    const hand = byHand.get(comp.id)
    if (hand === undefined || hand === (found === null))
      return { comp, pricePerSqft, reason: found, isByHand: false }
    // Without an area a sale says nothing about price per square foot, whoever keeps it.
    if (hand && pricePerSqft === null) return { comp, pricePerSqft, reason: 'no_size', isByHand: false }
    return { comp, pricePerSqft, reason: hand ? null : 'left_out', isByHand: true }
  })
  const included = judged.filter(({ reason }) => reason === null)
  const suggestedArv = suggest(subject, included)
  return {
    comps: judged,
    included,
    outliers: judged.filter(({ reason }) => reason === 'outlier'),
    excluded: judged.filter(({ reason }) => reason !== null && reason !== 'outlier'),
    suggestedArv,
    againstSeller: compare(subject.arv, suggestedArv),
  }
}

const perSqft = ({ sold_price, sq_footage }: ComparableWire): number | null =>
  sq_footage && sq_footage > 0 && sold_price > 0 ? sold_price / sq_footage : null

/** A distance band is judged by its upper end, which is what is sent. A subject without an area passes every size. */
function against({ sqft, nowMs }: CompSubject, comp: ComparableWire, rule: CompRule): CompReason | null {
  const soldMs = Date.parse(comp.sold_at)
  if (perSqft(comp) === null) return 'no_size'
  if (comp.distance_miles > rule.maxMiles) return 'distance'
  if (!(nowMs - soldMs <= rule.maxMonths * MONTH_MS)) return 'age'
  const isNear = sqft === null || Math.abs((comp.sq_footage ?? 0) - sqft) <= (sqft * rule.sqftPercent) / 100
  return isNear ? null : 'size'
}

function outlierTest(values: readonly (number | null)[]): (value: number | null) => boolean {
  const known = values.filter((value) => value !== null)
  if (known.length < OUTLIER_MIN) return () => false
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const sigma = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1))
  return (value) => value !== null && sigma > 0 && Math.abs(value - mean) > OUTLIER_SIGMAS * sigma
}

/** Median price per square foot times the area; the range is that of the middle half, or of all when they are few. */
function suggest({ sqft }: CompSubject, included: readonly JudgedComp[]): SuggestedArv | null {
  const values = included.flatMap(({ pricePerSqft }) => (pricePerSqft === null ? [] : [pricePerSqft]))
  const sorted = values.sort((a, b) => a - b)
  const median = medianOf(Float64Array.from(sorted))
  if (sqft === null || sqft <= 0 || median === null) return null
  const isFew = sorted.length < OUTLIER_MIN
  const worth = (pricePerSqft: number): number => Math.round((pricePerSqft * sqft) / 1000) * 1000
  return {
    low: worth(quantile(sorted, isFew ? 0 : 0.25)),
    mid: worth(median),
    high: worth(quantile(sorted, isFew ? 1 : 0.75)),
    pricePerSqft: median,
    count: sorted.length,
  }
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

function compare(arv: number | null, suggested: SuggestedArv | null): AgainstSeller | null {
  if (arv === null || arv <= 0 || !suggested || suggested.mid <= 0) return null
  const percent = Math.round((arv / suggested.mid - 1) * 100) + 0
  if (percent === 0) return { percent, text: 'The seller’s ARV agrees with the comps.' }
  return {
    percent,
    text: `The seller’s ARV is ${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} the comps.`,
  }
}
