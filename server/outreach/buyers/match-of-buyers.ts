/**
 * How well one deal fits each of several buyers: the score of the feed the other way round, by the same function. Said in few words
 * and a number; what a buyer asks for in particular is theirs.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { rulesOf } from '#server/matching/matches/box-index.ts'
import { tastesOf } from '#server/matching/matches/tastes.ts'
import type { SellerBuyerRowWire } from '#shared/contract/seller-buyers.ts'
import { shortReason } from '#shared/rules/matching/match-labels.ts'
import { bestMatch } from '#shared/rules/matching/score.ts'
import type { ScoredBox } from '#shared/rules/matching/scored-box.ts'
import { scoredDealAt } from '#shared/rules/matching/scored-deal.ts'

type MatchOf = (customerId: number) => SellerBuyerRowWire['match']

/** Null for a buyer without a box, and for a deal that is not listed. */
export async function matchesOfBuyers(
  { db, listed }: { db: Database; listed: ListedDeals },
  customerIds: readonly number[],
  dealId: number,
): Promise<MatchOf> {
  const { table } = listed.engineOf(await listed.index.current())
  const row = table.rowOf(dealId)
  if (row < 0) return () => null
  const deal = scoredDealAt(table, row)
  const boxes = await boxesOfAll(db, customerIds)
  const tasteOf = await tastesOf(db, customerIds)
  return (customerId) => {
    const match = bestMatch(deal, boxes.get(customerId) ?? [], tasteOf(customerId))
    return match && { score: match.score, is_match: match.isMatch, reason: shortReason(match) }
  }
}

/** Nothing is held against a deal that is not. */
export async function isListed({ listed }: { listed: ListedDeals }, dealId: number): Promise<boolean> {
  return listed.engineOf(await listed.index.current()).table.rowOf(dealId) >= 0
}

/** Those that take part, as the index has them. By buy_boxes' index on the customer and primary keys. */
async function boxesOfAll(
  db: Database,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, ScoredBox[]>> {
  const rows = await db
    .selectFrom('buy_boxes')
    .select(['id', 'customer_id'])
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .execute()
  const rules = await rulesOf(
    db,
    rows.map(({ id }) => id),
  )
  const boxes = new Map<number, ScoredBox[]>()
  for (const { id, customer_id } of rows) {
    const box = rules.get(id)
    if (box) boxes.set(customer_id, [...(boxes.get(customer_id) ?? []), box])
  }
  return boxes
}
