/**
 * How good a deal is for anybody, from 0 to 1: what orders the list for who has no scores of their own. Made of what every
 * listing says; nothing a seller could buy.
 */

export interface ScoredDeal {
  /** In whole units of the currency. */
  readonly price: number | null
  readonly arv: number | null
  readonly publishedAtMs: number | null
  /** 0 to 5. */
  readonly sellerRating: number | null
}

/** Rounded to three decimals. Without price or ARV only freshness and seller count. */
export function dealScore(deal: ScoredDeal, nowMs: number): number {
  const { margin, spread, rating } = steadyShares(deal)
  const parts =
    DEAL_SCORE_WEIGHTS.margin * margin +
    DEAL_SCORE_WEIGHTS.spread * spread +
    DEAL_SCORE_WEIGHTS.freshness * freshnessOf(deal, nowMs) +
    DEAL_SCORE_WEIGHTS.rating * rating
  return Math.round(parts * 1000) / 1000
}

/** What does not depend on the day, each from 0 to 1. `explain-deal-score.ts` says it in words. */
export const steadyShares = (deal: ScoredDeal) => ({
  margin: marginOf(deal),
  spread: spreadOf(deal),
  rating: ratingOf(deal),
})

export const DEAL_SCORE_WEIGHTS = { margin: 0.45, spread: 0.25, freshness: 0.2, rating: 0.1 } as const

/** From this share of the ARV on, a larger margin is no better: such figures are mostly wrong. */
const FULL_MARGIN = 0.5
/** The spread of a deal that is as large as it needs to be. */
export const FULL_SPREAD_USD = 150_000
/** A listing counts half as fresh after this time. */
export const HALF_LIFE_DAYS = 21
const HALF_LIFE_MS = HALF_LIFE_DAYS * 24 * 60 * 60_000
const BEST_RATING = 5
/** Of a seller nobody has rated. */
const UNRATED = 0.5

function marginOf({ price, arv }: ScoredDeal): number {
  if (price === null || arv === null || arv <= 0) return 0
  return share((arv - price) / arv / FULL_MARGIN)
}

function spreadOf({ price, arv }: ScoredDeal): number {
  if (price === null || arv === null) return 0
  // The first dollars count most.
  return Math.sqrt(share((arv - price) / FULL_SPREAD_USD))
}

function freshnessOf({ publishedAtMs }: ScoredDeal, nowMs: number): number {
  if (publishedAtMs === null) return 0
  return 0.5 ** (Math.max(0, nowMs - publishedAtMs) / HALF_LIFE_MS)
}

const ratingOf = ({ sellerRating }: ScoredDeal): number =>
  sellerRating === null ? UNRATED : share(sellerRating / BEST_RATING)

const share = (value: number): number => Math.min(1, Math.max(0, value))
