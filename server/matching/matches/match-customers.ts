/**
 * Matches the boxes of one customer against all listed deals, when something about them changed. The index comes first and the deals
 * are read after it was committed: a deal that changes later finds the boxes as they are now (see match-deals).
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { MATCHES_MAX } from '#shared/contract/match-limits.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { bestMatch } from '#shared/rules/matching/score.ts'
import { NO_MATCH, rankTable } from '#shared/rules/matching/score-table.ts'
import type { ScoredBox } from '#shared/rules/matching/scored-box.ts'
import { scoredDealAt } from '#shared/rules/matching/scored-deal.ts'
import type { Taste } from '#shared/rules/matching/taste.ts'
import { claimDueCustomers, MATCH_BOXES } from './box-changes.ts'
import { indexBoxes } from './box-index.ts'
import { tastesOf } from './tastes.ts'
import { type FoundMatch, foundMatch, storeMatches } from './write-matches.ts'

export interface MatchCustomersDeps extends WorkDeps {
  listed: ListedDeals
  nowMs: () => number
}

const CLAIMED_AT_ONCE = 50

/** Until nobody is due but those another node has. Resolves with the customers whose matches changed. */
export async function matchDueCustomers(deps: MatchCustomersDeps): Promise<number[]> {
  const changed: number[] = []
  for (;;) {
    const nowMs = deps.nowMs()
    const items = await claimDueCustomers(deps.db, CLAIMED_AT_ONCE, nowMs)
    if (items.length === 0) return changed
    await workThrough(deps, MATCH_BOXES, {
      nowMs,
      items,
      keyOf: String,
      run: async ([id]) => {
        if (await matchCustomer(deps, id)) changed.push(id)
      },
    })
  }
}

/** False when boxes changed once more meanwhile, or the customer is gone. */
export async function matchCustomer(deps: MatchCustomersDeps, customerId: number): Promise<boolean> {
  const { db, listed } = deps
  const indexed = await indexBoxes(db, customerId)
  if (!indexed) return false
  const taste = (await tastesOf(db, [customerId]))(customerId)
  const version = await listed.index.current()
  const { table } = listed.engineOf(version)
  const revision = Number(version.cursor.slice(version.cursor.lastIndexOf('.') + 1))
  const asked = { customerId, revision, table, boxes: indexed.boxes, taste, nowMs: deps.nowMs() }
  const matches = matchesIn(asked)
  return db.transaction().execute(async (trx) => {
    // What is known of changed deals stands still meanwhile, and so do the boxes.
    await trx.selectFrom('matching_progress').select('revision').forShare().executeTakeFirstOrThrow()
    const row = await trx
      .selectFrom('matched_customers')
      .select(['changes', 'news_since'])
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.changes !== indexed.changes) return false
    await storeMatches(trx, matches, { cause: 'box', newsSince: row.news_since })
    await endOthers(trx, { customerId, revision, kept: matches.map(({ property_id }) => property_id) })
    await trx
      .updateTable('matched_customers')
      .set({ matched_changes: indexed.changes, claimed_until: sql<Date>`'-infinity'`, news_since: NO_NEWS })
      .where('customer_id', '=', customerId)
      .execute()
    return true
  })
}

/** Until boxes change again. */
const NO_NEWS = Number.MAX_SAFE_INTEGER

interface Asked {
  customerId: number
  revision: number
  table: DealTable
  boxes: readonly ScoredBox[]
  taste: Taste
  nowMs: number
}

const AVAILABLE = DEAL_STATUSES.indexOf('available')

function matchesIn({ customerId, revision, table, boxes, taste, nowMs }: Asked): FoundMatch[] {
  const { id, published_at } = table.numbers
  return keptRows({ table, boxes, taste }).flatMap((row) => {
    const match = bestMatch(scoredDealAt(table, row), boxes, taste)
    const found_at = foundAt(published_at[row] ?? Number.NaN, nowMs)
    return match?.isMatch
      ? [foundMatch(match, { customer_id: customerId, property_id: id[row] ?? 0, revision, found_at })]
      : []
  })
}

type Scored = Pick<Asked, 'table' | 'boxes' | 'taste'>

/** The best ones, when there are more than anybody looks at; some of each box, so that one that takes everything crowds none out. */
function keptRows(asked: Scored): readonly number[] {
  const best = bestRows(asked)
  if (best.length <= MATCHES_MAX || asked.boxes.length === 1) return best.slice(0, MATCHES_MAX)
  const share = Math.floor(MATCHES_MAX / asked.boxes.length)
  const ofEach = asked.boxes.flatMap((box) => bestRows({ ...asked, boxes: [box] }).slice(0, share))
  return [...new Set([...ofEach, ...best])].slice(0, MATCHES_MAX)
}

/** All that match, the best first; of equals the newest. */
function bestRows({ table, boxes, taste }: Scored): number[] {
  const { id, status } = table.numbers
  const ranks = rankTable(table, boxes, taste)
  const rows: number[] = []
  for (let row = 0; row < table.count; row++)
    if (ranks[row] !== NO_MATCH && status[row] === AVAILABLE) rows.push(row)
  const newestFirst = (a: number, b: number): number => (id[b] ?? 0) - (id[a] ?? 0)
  return rows.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || newestFirst(a, b))
}

/** To a new box an old deal is not today's news. */
const foundAt = (publishedS: number, nowMs: number): string =>
  new Date(Number.isNaN(publishedS) ? nowMs : Math.min(nowMs, publishedS * 1000)).toISOString()

/** What is known of a later change of a deal is left as it is. By matches_feed. */
const endOthers = (
  trx: Database,
  { customerId, revision, kept }: { customerId: number; revision: number; kept: readonly number[] },
) =>
  sql`
    update matches set is_current = false
    where customer_id = ${customerId} and is_current and revision <= ${revision}
      and not (property_id = any(${kept}::bigint[]))`.execute(trx)
