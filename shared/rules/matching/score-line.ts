/** One line of a match score: how well a deal fits one criterion of a buy box. */
import type { CriterionKey } from '#shared/rules/buy-box.ts'

/** A line before it is known what it would add. */
export type LineOf = Omit<ScoreLine, 'gain'>

export interface ScoreLine {
  readonly key: CriterionKey | 'area' | 'margin' | 'bought' | 'declined' | 'seller'
  /** How well it fits, from 0 to 1. */
  readonly share: number
  readonly isMissed: boolean
  readonly sentence: string
  /** The deal's own number: money in whole units of the currency, shares in percent, distances in miles. Null when there is none. */
  readonly figure: number | null
  /** Points that a perfect fit of this line would add. */
  readonly gain: number
  /** What would be a perfect fit, e.g. `a price of up to $185,000`; null when nothing about the deal could be. */
  readonly wish: string | null
}
