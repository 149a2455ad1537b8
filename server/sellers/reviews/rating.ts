/** The rating of a seller, counted from the reviews that are shown; `accounts` keeps the result for lists of deals. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { refreshDealsOf } from '#server/deals/list/bump-revision.ts'
import { isShown } from './queries.ts'

export interface Stars {
  /** Null without reviews. To two places. */
  average: number | null
  count: number
  /** With 1, 2, 3, 4 and 5 stars. */
  histogram: number[]
}

/** By reviews_account. */
export async function starsOf(db: Kysely<Schema>, accountId: number, nowMs: number): Promise<Stars> {
  const rows = await db
    .selectFrom('reviews')
    .select(['rating', sql<number>`count(*)::integer`.as('reviews')])
    .where('about', '=', 'account')
    .where('account_id', '=', accountId)
    .where(isShown(nowMs))
    .groupBy('rating')
    .execute()
  const histogram = [1, 2, 3, 4, 5].map((star) => rows.find(({ rating }) => rating === star)?.reviews ?? 0)
  const count = histogram.reduce((sum, reviews) => sum + reviews, 0)
  const stars = histogram.reduce((sum, reviews, index) => sum + reviews * (index + 1), 0)
  return { average: count === 0 ? null : Math.round((stars / count) * 100) / 100, count, histogram }
}

/** Two that change the reviews of one account wait for each other, so that the last count has all. By primary key. */
export const lockAccount = (trx: Transaction<Schema>, accountId: number) =>
  trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

/** Call it behind `lockAccount`, after the change. The account's deals are news to lists only when what they show has changed. */
export async function recount(trx: Transaction<Schema>, accountId: number, nowMs: number): Promise<void> {
  const before = await trx
    .selectFrom('accounts')
    .select('rating')
    .where('id', '=', accountId)
    .executeTakeFirst()
  const { average, count } = await starsOf(trx, accountId, nowMs)
  await trx
    .updateTable('accounts')
    .set({ rating: average, reviews_count: count })
    .where('id', '=', accountId)
    .execute()
  if (shown(before?.rating ?? null) !== shown(average)) await refreshDealsOf(trx, accountId)
}

/** As lists of deals round it. */
const shown = (rating: number | null) => (rating === null ? null : Math.round(rating * 10))
