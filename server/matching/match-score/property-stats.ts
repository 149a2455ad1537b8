/**
 * How well the listed deals match a customer (spec section 3, property_stats): from 0 to 1, the best first. Worked out from the list
 * that everybody is sent, by the function the browser uses, and kept while list, boxes and answers are the same.
 */
import type { PropertyStatsOf } from '#server/accounts/login/login-routes.ts'
import type { Database } from '#server/core/database/open.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { activeBoxesOf } from '#server/matching/matches/box-index.ts'
import { PROPERTY_STATS_MAX, SCORE_SCALE } from '#shared/contract/limits.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { declinedOf } from '#shared/rules/matching/declined-of.ts'
import { NO_MATCH, rankTable, scoreOfRank } from '#shared/rules/matching/score-table.ts'
import type { ScoredBox } from '#shared/rules/matching/scored-box.ts'
import { type Taste, tasteOf } from '#shared/rules/matching/taste.ts'
import { feedbackOf } from './feedback.ts'

type PropertyStats = Awaited<ReturnType<PropertyStatsOf>>

/** Customers whose scores are kept. */
const KEPT_MAX = 500

export function createPropertyStatsOf({
  db,
  listed,
}: {
  db: Database
  listed: ListedDeals
}): PropertyStatsOf {
  const kept = new Map<number, { asked: string; stats: PropertyStats }>()
  return async (customerId) => {
    const boxes = await activeBoxesOf(db, customerId)
    if (boxes.length === 0) return []
    const answers = (await feedbackOf(db, customerId)).map(declinedOf)
    const version = await listed.index.current()
    const asked = JSON.stringify([version.cursor, boxes.map(asText), answers])
    const known = kept.get(customerId)
    if (known?.asked === asked) return known.stats
    const stats = statsOf(listed.engineOf(version).table, boxes, tasteOf(answers))
    kept.delete(customerId)
    kept.set(customerId, { asked, stats })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return stats
  }
}

const asText = ({ boughtIn, ...box }: ScoredBox) => [box, [...boughtIn]]

const AVAILABLE = DEAL_STATUSES.indexOf('available')

function statsOf(table: DealTable, boxes: readonly ScoredBox[], taste: Taste): PropertyStats {
  const ranks = rankTable(table, boxes, taste)
  const { id, status } = table.numbers
  const rows: number[] = []
  for (let row = 0; row < table.count; row++) {
    if (ranks[row] !== NO_MATCH && status[row] === AVAILABLE) rows.push(row)
  }
  const rankAt = (row: number): number => ranks[row] ?? 0
  const idAt = (row: number): number => id[row] ?? 0
  return rows
    .sort((a, b) => rankAt(b) - rankAt(a) || idAt(b) - idAt(a))
    .slice(0, PROPERTY_STATS_MAX)
    .map((row) => ({ property_id: idAt(row), ai_score: scoreOfRank(rankAt(row)) / SCORE_SCALE }))
}
