/** Shows the reviews whose time has come: counts each in the rating and tells both sides, once. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { notifyReview, type ReviewTelling, writeShownNotification } from './notify.ts'
import { type ReviewRow, reviewById } from './queries.ts'
import { lockAccount, recount } from './rating.ts'

const SWEEP_MS = 60_000
const PER_SWEEP = 200

const PUBLISH = workKind({ name: 'reviews', label: 'Review to publish' })

/** Again, or on two nodes at once, changes nothing. */
export async function publishDue(deps: ReviewTelling & WorkDeps, nowMs: number): Promise<void> {
  await workThrough(deps, PUBLISH, {
    nowMs,
    items: await dueReviews(deps.db, nowMs, PER_SWEEP),
    keyOf: ({ id }) => String(id),
    async run([review]) {
      const shown = await announce(deps.db, review, nowMs)
      if (shown) await notifyReview(deps, shown)
    },
  })
}

/** The longest due first. By reviews_waiting. */
const dueReviews = (db: Database, nowMs: number, most: number): Promise<Due[]> =>
  db
    .selectFrom('reviews')
    .select(['id', 'about', 'account_id', 'published_at'])
    .where('announced_at', 'is', null)
    .where('published_at', '<=', new Date(nowMs))
    .where('deleted_at', 'is', null)
    .where(mayBeTried(PUBLISH, sql`reviews.id`, nowMs))
    .orderBy('published_at')
    .limit(most)
    .execute()

interface Due {
  id: number
  about: 'account' | 'customer'
  account_id: number
  published_at: Date
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
    if (shown) await writeShownNotification(trx, shown)
    return shown ?? null
  })

/** Looks every minute, in a server that listens. */
export function startPublishing(app: FastifyInstance, deps: ReviewTelling & RuleDeps): void {
  startScheduledJob(app, deps, {
    name: 'reviews',
    everyMs: SWEEP_MS,
    kinds: [PUBLISH],
    dueSince: async (nowMs) => (await dueReviews(deps.db, nowMs, 1))[0]?.published_at.getTime() ?? null,
    run: (nowMs) => publishDue(deps, nowMs),
  })
}
