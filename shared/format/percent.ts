/** Shares as words. Two on purpose: one that caps, and one for % of ARV, where more than 100 is the warning an investor needs. */

/** Whole percent of a ratio (0.5 is `50%`), never over 100 (spec section 9). */
export const cappedPercent = (ratio: number): string => `${Math.min(100, Math.round(ratio * 100))}%`

/** One decimal, not capped: 1.034 is `103.4%`. */
export const exactPercent = (ratio: number): string => `${(Math.round(ratio * 1000) / 10).toFixed(1)}%`
