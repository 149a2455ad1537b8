/** Why a deal has the score that is for anybody: the points of each part, with the sentence and the number behind it. */
import { formatMoney } from '#shared/format/money.ts'
import {
  DEAL_SCORE_WEIGHTS,
  FULL_SPREAD_USD,
  HALF_LIFE_DAYS,
  type ScoredDeal,
  steadyShares,
} from './deal-score.ts'

export interface DealScorePart {
  readonly name: 'margin' | 'spread' | 'freshness' | 'rating'
  /** Whole points of `most`. */
  readonly points: number
  readonly most: number
  readonly sentence: string
  /** Percent, whole units of the currency, days, stars; null when it is not known. */
  readonly figure: number | null
}

/**
 * The parts of a shown score of 0 to 100; together they are it. What the listing's age added is what the other parts leave, so that the
 * parts of a list that was sent yesterday are right too. Null for a score that was made another way: then nobody can say why.
 */
export function explainDealScore(
  deal: ScoredDeal,
  { score, nowMs }: { score: number; nowMs: number },
): readonly DealScorePart[] | null {
  const shares = steadyShares(deal)
  const steady = [most.margin * shares.margin, most.spread * shares.spread, most.rating * shares.rating]
  const [margin = 0, spread = 0, rating = 0] = steady
  const left = score - margin - spread - rating
  if (left < -ROUNDED_OFF || left > most.freshness + ROUNDED_OFF) return null
  const freshness = Math.min(most.freshness, Math.max(0, left))
  const points = wholePoints([margin, spread, freshness, rating], score)
  return [marginOf(deal), spreadOf(deal), freshnessOf(deal, nowMs), ratingOf(deal)].map((part, index) => ({
    ...part,
    points: points[index] ?? 0,
    most: most[part.name],
  }))
}

const most = {
  margin: DEAL_SCORE_WEIGHTS.margin * 100,
  spread: DEAL_SCORE_WEIGHTS.spread * 100,
  freshness: DEAL_SCORE_WEIGHTS.freshness * 100,
  rating: DEAL_SCORE_WEIGHTS.rating * 100,
} as const

/** A shown score is rounded down from three decimals. */
const ROUNDED_OFF = 1.05

/** Rounded down; the points that are left over go to who lost most by it. */
function wholePoints(exact: readonly number[], sum: number): number[] {
  const points = exact.map((value) => Math.floor(value + 1e-9))
  const left = sum - points.reduce((all, value) => all + value, 0)
  const lost = exact.map((value, index) => ({ index, by: value - (points[index] ?? 0) }))
  for (const { index } of lost.sort((a, b) => b.by - a.by).slice(0, Math.max(0, left)))
    points[index] = (points[index] ?? 0) + 1
  return points
}

type ExplainedPart = Omit<DealScorePart, 'points' | 'most'>

const money = (value: number): string => formatMoney(Math.round(value))
const percent = (value: number): number => Math.round(value * 10) / 10

function marginOf({ price, arv }: ScoredDeal): ExplainedPart {
  const name = 'margin'
  if (price === null || arv === null || arv <= 0)
    return { name, sentence: 'Its price or its ARV is missing, so its margin is unknown.', figure: null }
  const figure = percent(((arv - price) / arv) * 100)
  const share = `At ${money(price)} it is priced at ${percent((price / arv) * 100)}% of ARV`
  return {
    name,
    sentence: figure > 0 ? `${share}, a margin of ${figure}%.` : `${share}, which leaves no margin.`,
    figure,
  }
}

function spreadOf({ price, arv }: ScoredDeal): ExplainedPart {
  const name = 'spread'
  if (price === null || arv === null) return { name, sentence: 'Its spread is not known.', figure: null }
  const figure = arv - price
  if (figure <= 0) return { name, sentence: 'There is no spread between its price and its ARV.', figure }
  const enough = figure >= FULL_SPREAD_USD ? `; ${money(FULL_SPREAD_USD)} and more count in full` : ''
  return { name, sentence: `The spread between its price and its ARV is ${money(figure)}${enough}.`, figure }
}

function freshnessOf({ publishedAtMs }: ScoredDeal, nowMs: number): ExplainedPart {
  const name = 'freshness'
  if (publishedAtMs === null) return { name, sentence: 'When it was listed is not known.', figure: null }
  const figure = Math.max(0, Math.floor((nowMs - publishedAtMs) / DAY_MS))
  const listed = figure === 0 ? 'today' : figure === 1 ? 'yesterday' : `${figure} days ago`
  return { name, sentence: `It was listed ${listed}; this halves every ${HALF_LIFE_DAYS} days.`, figure }
}

function ratingOf({ sellerRating: figure }: ScoredDeal): ExplainedPart {
  const name = 'rating'
  if (figure === null) return { name, sentence: 'Its seller has no ratings yet, which counts half.', figure }
  return { name, sentence: `Its seller is rated ${percent(figure)} of 5.`, figure }
}

const DAY_MS = 86_400_000
