/** How the deals spread over the values of a range filter (checklist BRW-23). */
import { type Bits, eachRow } from './bitset.ts'
import type { RangeKey } from './filter.ts'
import type { Values } from './measures.ts'

export interface Histogram {
  readonly min: number
  /** Nearly every deal is below; the last bin also holds those above, the first those below `min`. */
  readonly max: number
  readonly counts: readonly number[]
}

export interface Scale {
  readonly min: number
  readonly max: number
}

const SAMPLE = 4096

/** From the 1st to the 99th of a hundred, on round numbers: one deal for $90M must not squeeze all others into one bar. */
export function scaleOf(key: RangeKey, values: Values): Scale | null {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  const sample: number[] = []
  for (let row = 0; row < values.length; row += step) {
    const value = values[row] ?? Number.NaN
    if (Number.isFinite(value)) sample.push(value)
  }
  sample.sort((a, b) => a - b)
  const low = sample[Math.floor((sample.length - 1) * 0.01)]
  const high = sample[Math.ceil((sample.length - 1) * 0.99)]
  if (low === undefined || high === undefined) return null
  if (key === 'score') return { min: 0, max: 100 }
  const round = roundStep(high - low)
  const min = Math.floor(low / round) * round
  const max = Math.ceil(high / round) * round
  return { min, max: max > min ? max : min + round }
}

/** A hundredth of the span, as 1, 2 or 5 of a power of ten; never below 1, except for shares of it that nothing needs. */
function roundStep(span: number): number {
  const rough = Math.max(1, span / 100)
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = rough / power
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10)
}

export function binValues(values: Values, bits: Bits, { min, max }: Scale, bins: number): Histogram {
  const counts = new Array<number>(bins).fill(0)
  const perBin = (max - min) / bins
  eachRow(bits, (row) => {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) return
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((value - min) / perBin)))
    counts[bin] = (counts[bin] ?? 0) + 1
  })
  return { min, max, counts }
}
