/** From values to places on a slider with even steps, and back to values somebody would name. Pure. */

export interface Scale {
  readonly min: number
  readonly max: number
  readonly bins: number
}

/** Between 0 and `bins`, with a fraction. */
export function binOf({ min, max, bins }: Scale, value: number): number {
  return Math.min(bins, Math.max(0, ((value - min) / (max - min)) * bins))
}

/** The value at a step, rounded to two figures of the step's own size: no handle says $173,214. */
export function edgeOf({ min, max, bins }: Scale, bin: number): number {
  const step = (max - min) / bins
  const unit = 10 ** Math.floor(Math.log10(step))
  const value = min + step * bin
  // Below one the unit is a power of ten that floating point cannot hold.
  return unit >= 1 ? Math.round(value / unit) * unit : Math.round(value * 10) / 10
}
