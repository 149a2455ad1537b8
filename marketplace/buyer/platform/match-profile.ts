/** Scores deals for one person’s boxes and answers. */
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import { SCORE_SCALE } from '#shared/contract/limits.ts'
import type { MatchFeedbackWire } from '#shared/contract/match-feedback.ts'
import type { DealScores } from '#shared/rules/deals/measures.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { declinedOf } from '#shared/rules/matching/declined-of.ts'
import { bestMatch, scoreDeal } from '#shared/rules/matching/score.ts'
import { NO_MATCH, rankTable, scoreOfRank } from '#shared/rules/matching/score-table.ts'
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
        kept = { table, scores: scoresIn(table, (each) => rankTable(each, active, taste)) }
      return kept.scores
    },
  }
}

function scoresIn(table: DealTable, rank: (table: DealTable) => Uint8Array): DealScores {
  const ranks = rank(table)
  const values = fractions(ranks, scoreOfRank)
  const ranksOf = (other: DealTable) => (other === table ? ranks : rank(other))
  return {
    get(id) {
      const row = table.rowOf(id)
      if (row < 0) return undefined
      return values[row] === undefined || Number.isNaN(values[row]) ? null : values[row]
    },
    of: (other) => (other === table ? values : fractions(rank(other), scoreOfRank)),
    orderOf: (other) => fractions(ranksOf(other), (own) => own),
  }
}

const fractions = (ranks: Uint8Array, read: (rank: number) => number): Float64Array =>
  Float64Array.from(ranks, (rank) => (rank === NO_MATCH ? Number.NaN : read(rank) / SCORE_SCALE))
