/** Whom deals fit: asks the index over the areas of all boxes which may, and holds the deals against those alone. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { cellsOf } from '#server/deals/list/list-cells.ts'
import { type ListedRow, listedRow } from '#server/deals/list/list-rows.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { keysOfDeal } from '#shared/rules/matching/area-keys.ts'
import { type DealMatch, rankOf, scoreDeal } from '#shared/rules/matching/score.ts'
import { type ScoredDeal, scoredDealAt } from '#shared/rules/matching/scored-deal.ts'
import { rulesOf } from './box-index.ts'
import { tastesOf } from './tastes.ts'
import type { MatchPlace } from './write-matches.ts'

export interface MatchedDeal {
  id: number
  revision: number
  scored: ScoredDeal
}

export interface Candidate extends MatchPlace {
  box_id: number
  /** Of the customer's boxes, as the index has them. */
  changes: number
}

export interface ShownDeps {
  /** Moves hidden deals: they are matched where everybody is shown them. */
  secret: string
  nowMs: () => number
}

export const placeOf = ({ customer_id, property_id }: MatchPlace): MatchPlace => ({
  customer_id,
  property_id,
})
export const nameOf = ({ customer_id, property_id }: MatchPlace): string => `${customer_id} ${property_id}`

/** As the list shows them to everybody. */
export function shownDeals(rows: readonly ListedRow[], { secret, nowMs }: ShownDeps): MatchedDeal[] {
  const data = rows.map((row) => {
    const { before, after } = cellsOf(row, { secret, dayMs: nowMs() })
    return [...before, null, ...after]
  })
  const table = parseDealList({ columns: [...DEAL_COLUMNS], data, img_paths: [], all_count: data.length })
  return rows.map(({ id, revision }) => ({ id, revision, scored: scoredDealAt(table, table.rowOf(id)) }))
}

/** The best match of each customer with each deal, by `nameOf` of both. */
export async function bestMatches(
  db: Database,
  deals: readonly MatchedDeal[],
): Promise<Map<string, { match: DealMatch; candidate: Candidate; deal: MatchedDeal }>> {
  const dealOf = new Map(deals.map((deal) => [deal.id, deal]))
  const candidates = await candidatesOf(db, deals)
  const rules = await rulesOf(db, [...new Set(candidates.map(({ box_id }) => box_id))])
  const tasteOf = await tastesOf(db, [...new Set(candidates.map(({ customer_id }) => customer_id))])
  const best = new Map<string, { match: DealMatch; candidate: Candidate; deal: MatchedDeal }>()
  for (const candidate of candidates) {
    const deal = dealOf.get(candidate.property_id)
    const box = rules.get(candidate.box_id)
    if (!deal || !box) continue
    const match = scoreDeal(deal.scored, box, tasteOf(candidate.customer_id))
    const name = nameOf(candidate)
    const former = best.get(name)
    if (match.isMatch && (!former || isBetter(match, former.match)))
      best.set(name, { match, candidate, deal })
  }
  return best
}

/** Buyers whom a deal fits as it is now, also a draft. Null while nobody can say: it has no price or no ZIP code. */
export async function countBuyers(
  db: Database,
  { id, ...deps }: ShownDeps & { id: number },
): Promise<number | null> {
  const row = await listedRow(db, id, deps.nowMs())
  if (!row || row.price === null || row.zip === '') return null
  return (await bestMatches(db, shownDeals([row], deps))).size
}

/** As `bestMatch` chooses. */
const isBetter = (one: DealMatch, other: DealMatch): boolean =>
  rankOf(one) > rankOf(other) || (rankOf(one) === rankOf(other) && one.boxId < other.boxId)

/** By the primary key of box_areas, once for each word of a deal. */
async function candidatesOf(db: Database, deals: readonly MatchedDeal[]): Promise<Candidate[]> {
  if (deals.length === 0) return []
  const asked = deals.flatMap(({ id, scored }) =>
    keysOfDeal(scored).map((key) => ({ id, key, price: scored.price })),
  )
  const { rows } = await sql<Candidate>`
    select distinct d.id as property_id, a.box_id, a.customer_id, c.indexed_changes as changes
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d(id bigint, key text, price double precision)
    join box_areas a on a.key = d.key
      and coalesce(d.price between a.price_min and a.price_max, a.price_min = 0 and a.price_max = 'infinity')
    join matched_customers c on c.customer_id = a.customer_id`.execute(db)
  return rows
}
