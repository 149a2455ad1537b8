/** Shows the reviews whose time has come: counts each in the rating and tells both sides, once. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { type ReviewRow, reviewById } from './queries.ts'
import { lockAccount, recount } from './rating.ts'
import { type ReviewTelling, tellReview, writeShownNews } from './tell.ts'

const SWEEP_MS = 60_000
const PER_SWEEP = 200

export interface PublishDeps extends ReviewTelling {
  db: Database
}

/** Again, or on two nodes at once, changes nothing. */
export async function publishDue(deps: PublishDeps, nowMs: number): Promise<void> {
  for (const review of await dueReviews(deps.db, nowMs, PER_SWEEP)) {
    const shown = await announce(deps.db, review, nowMs)
    if (shown) await tellReview(deps, shown)
  }
}

/** The longest due first. By reviews_waiting. */
const dueReviews = (db: Database, nowMs: number, most: number): Promise<Due[]> =>
  db
    .selectFrom('reviews')
    .select(['id', 'about', 'account_id'])
    .where('announced_at', 'is', null)
    .where('published_at', '<=', new Date(nowMs))
    .where('deleted_at', 'is', null)
    .orderBy('published_at')
    .limit(most)
    .execute()

interface Due {
  id: number
  about: 'account' | 'customer'
  account_id: number
}

/** Its subject hears of it in the same transaction. Null when another was quicker. By primary key. */
const announce = (db: Database, { id, about, account_id }: Due, nowMs: number): Promise<ReviewRow | null> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, account_id)
    const row = await trx
      .updateTable('reviews')
      .set({ announced_at: new Date(nowMs) })
      .where('id', '=', id)
      .where('announced_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) return null
    if (about === 'account') await recount(trx, account_id, nowMs)
    const shown = await reviewById(trx, id)
    if (shown) await writeShownNews(trx, shown)
    return shown ?? null
  })

/** Looks every minute, in a server that listens. */
export function startPublishing(app: FastifyInstance, deps: PublishDeps & { jobs: Jobs }): void {
  startTimedRule(app, deps.jobs, {
    name: 'reviews',
    everyMs: SWEEP_MS,
    isDue: async (nowMs) => (await dueReviews(deps.db, nowMs, 1)).length > 0,
    run: (nowMs) => publishDue(deps, nowMs),
  })
}
