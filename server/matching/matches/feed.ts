/** The feed of one customer: what fits, the latest found first, without what was hidden. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { FeedEntryWire } from '#shared/contract/feed.ts'
import { FEED_PAGE } from '#shared/contract/match-limits.ts'
import { areMarksOn } from './marks.ts'

export interface FeedPage {
  data: FeedEntryWire[]
  next: string | null
}

export interface FeedQuery {
  /** The `next` of the page before. */
  before?: string | undefined
  only?: 'new' | 'seen' | undefined
}

/** By matches_feed. */
export async function feedOf(
  db: Database,
  customerId: number,
  { before, only }: FeedQuery,
): Promise<FeedPage> {
  const [beforeMs, beforeId] = (before ?? '').split('.').map(Number)
  let query = shownMatches(db, customerId)
    .innerJoin('buy_boxes', 'buy_boxes.id', 'matches.box_id')
    .select(['matches.property_id', 'score', 'score_version', 'reasons', 'found_at'])
    .select(seenAt(customerId).as('seen_at'))
    .select(['buy_boxes.id as box_id', 'buy_boxes.name as box_name'])
    .orderBy('found_at', 'desc')
    .orderBy('matches.property_id', 'desc')
    .limit(FEED_PAGE + 1)
  if (beforeMs !== undefined && beforeId !== undefined)
    query = query.where(
      sql<boolean>`(found_at, matches.property_id) < (${new Date(beforeMs).toISOString()}::timestamptz, ${beforeId}::bigint)`,
    )
  if (only) query = query.where(seenAt(customerId), only === 'new' ? 'is' : 'is not', null)
  const rows = await query.execute()
  const shown = rows.slice(0, FEED_PAGE)
  const last = shown.at(-1)
  return {
    data: shown.map(({ box_id, box_name, found_at, seen_at, ...row }) => ({
      ...row,
      box: { id: box_id, name: box_name },
      found_at: found_at.toISOString(),
      seen_at: seen_at?.toISOString() ?? null,
    })),
    next: rows.length > FEED_PAGE && last ? `${last.found_at.getTime()}.${last.property_id}` : null,
  }
}

/** Not seen yet; by matches_feed. */
export async function newCountOf(db: Database, customerId: number): Promise<number> {
  const { count } = await shownMatches(db, customerId)
    .where(seenAt(customerId), 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Boxes changed and were not matched since. By primary key. */
export async function isMatching(db: Database, customerId: number): Promise<boolean> {
  const due = await db
    .selectFrom('matched_customers')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .whereRef('matched_changes', '<', 'changes')
    .executeTakeFirst()
  return due !== undefined
}

/** A box of theirs is in the index: it is not paused, and asks for something. By box_areas_customer. */
export async function isLooking(db: Database, customerId: number): Promise<boolean> {
  const box = await db
    .selectFrom('box_areas')
    .select('box_id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst()
  return box !== undefined
}

/** Without marks nothing is new. */
const seenAt = (customerId: number) =>
  sql<Date | null>`case when ${areMarksOn(customerId)} then deal_marks.seen_at else found_at end`

const shownMatches = (db: Database, customerId: number) =>
  db
    .selectFrom('matches')
    .leftJoin('deal_marks', (join) =>
      join
        .onRef('deal_marks.customer_id', '=', 'matches.customer_id')
        .onRef('deal_marks.property_id', '=', 'matches.property_id'),
    )
    .where('matches.customer_id', '=', customerId)
    .where('is_current', '=', true)
    .where('hidden_at', 'is', null)
