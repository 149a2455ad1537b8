/** Which deals of a table pass a saved search: the rules of the browse page, for the one who saved it. */
import type { Database } from '#server/core/database/open.ts'
import { activeBoxesOf } from '#server/matching/matches/box-index.ts'
import { tastesOf } from '#server/matching/matches/tastes.ts'
import { SCORE_SCALE } from '#shared/contract/limits.ts'
import type { DealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_QUERY, type DealFilter } from '#shared/rules/deals/filter.ts'
import type { DealScores } from '#shared/rules/deals/measures.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { NO_MATCH, rankTable, scoreOfRank } from '#shared/rules/matching/score-table.ts'

export interface AskedSearch {
  customer_id: number
  query: string
}

export const filterOf = (query: string): DealFilter => readQuery(new URLSearchParams(query)).query.filter

/** Ids of deals, in no order that means anything. */
export async function passingIds(
  db: Database,
  { customer_id, query }: AskedSearch,
  { engine, nowMs }: { engine: DealEngine; nowMs: number },
): Promise<number[]> {
  const filter = filterOf(query)
  const scores = filter.ranges.score ? await scoresOf(db, customer_id, engine.table) : null
  const context: DealContext = { nowMs, favourites: NOBODYS, center: null, scores }
  const { rows } = engine.run(filter, DEFAULT_QUERY.sort, context)
  return Array.from(rows, (row) => engine.table.numbers.id[row] ?? 0)
}

const NOBODYS: ReadonlySet<number> = new Set()

/** Null for who has no boxes: then the deals' own scores count, as on the page. */
async function scoresOf(db: Database, customerId: number, table: DealTable): Promise<DealScores | null> {
  const boxes = await activeBoxesOf(db, customerId)
  if (boxes.length === 0) return null
  const taste = (await tastesOf(db, [customerId]))(customerId)
  const ranks = rankTable(table, boxes, taste)
  return {
    get(id) {
      const rank = ranks[table.rowOf(id)] ?? NO_MATCH
      return rank === NO_MATCH ? null : scoreOfRank(rank) / SCORE_SCALE
    },
  }
}
