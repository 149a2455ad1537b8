/** Scores deals for one person’s boxes and answers. */
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import { SCORE_SCALE } from '#shared/contract/limits.ts'
import type { MatchFeedbackWire } from '#shared/contract/match-feedback.ts'
import type { DealScores } from '#shared/rules/deals/measures.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { declinedOf } from '#shared/rules/matching/declined-of.ts'
import { bestMatch, scoreDeal } from '#shared/rules/matching/score.ts'
import { NO_MATCH, scoreTable } from '#shared/rules/matching/score-table.ts'
import { asksForSomething, scoredBoxOf } from '#shared/rules/matching/scored-box.ts'
import { tasteOf } from '#shared/rules/matching/taste.ts'
import type { MatchProfile } from './match-store.ts'

/** Null when every box is paused or asks for nothing. */
export function createMatchProfile(
  boxes: readonly BuyBoxWire[],
  answers: readonly MatchFeedbackWire[],
): MatchProfile | null {
  const active = boxes
    .filter(({ is_paused }) => !is_paused)
    .map(scoredBoxOf)
    .filter(asksForSomething)
  const [first] = active
  if (!first) return null
  const taste = tasteOf(answers.map(declinedOf))
  let kept: { table: DealTable; scores: DealScores } | null = null
  return {
    boxes: active,
    taste,
    declined: new Map(answers.map(({ property_id, reason }) => [property_id, reason])),
    matchOf: (deal) => bestMatch(deal, active, taste) ?? scoreDeal(deal, first, taste),
    scoresOf(table) {
      if (kept?.table !== table)
        kept = { table, scores: scoresIn(table, (each) => scoreTable(each, active, taste)) }
      return kept.scores
    },
  }
}

function scoresIn(table: DealTable, score: (table: DealTable) => Uint8Array): DealScores {
  const points = score(table)
  const values = fractions(points)
  return {
    get(id) {
      const row = table.rowOf(id)
      if (row < 0) return undefined
      const own = points[row] ?? NO_MATCH
      return own === NO_MATCH ? null : own / SCORE_SCALE
    },
    of: (other) => (other === table ? values : fractions(score(other))),
  }
}

const fractions = (points: Uint8Array): Float64Array =>
  Float64Array.from(points, (own) => (own === NO_MATCH ? Number.NaN : own / SCORE_SCALE))
