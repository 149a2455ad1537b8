/** Scheduled job: takes down expired deals. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { bumpDealRevision, lockDeals } from '#server/deals/list/bump-revision.ts'
import { type PendingEffectsDeps, runPendingEffects } from '#server/offers/offers/after-commit.ts'
import { dealStatusEffects } from '#server/offers/offers/deal-effects.ts'
import type { PendingEffects } from '#server/offers/offers/pending-effects.ts'
import { LISTING_SWEEP_MS } from '#shared/contract/limits.ts'

export function startExpirySweep(app: FastifyInstance, deps: PendingEffectsDeps & RuleDeps): void {
  startScheduledJob(app, deps, {
    name: 'expired-deals',
    everyMs: LISTING_SWEEP_MS,
    kinds: [EXPIRED],
    dueSince: async (nowMs) => (await expiredDeals(deps.db, nowMs, 1))[0]?.expires_at?.getTime() ?? null,
    run: (nowMs) => sweepExpired(deps, nowMs),
  })
}

export async function sweepExpired(deps: PendingEffectsDeps & WorkDeps, nowMs: number): Promise<void> {
  await workThrough(deps, EXPIRED, {
    nowMs,
    items: await expiredDeals(deps.db, nowMs),
    keyOf: ({ id }) => String(id),
    async run([{ id }]) {
      const pendingEffects = await takeDownExpired(deps.db, id, nowMs)
      if (!pendingEffects) return
      await broadcastChanged(deps, id)
      await runPendingEffects(deps, pendingEffects)
    },
  })
}

/** Listed deals whose time is up; one that somebody is buying, or has bought, stays. By properties_expiry. */
const expiredDeals = (db: Database, nowMs: number, most = SWEEP_MAX) =>
  db
    .selectFrom('properties')
    .select(['id', 'expires_at'])
    .where('listing', '=', 'listed')
    .where('expires_at', '<=', new Date(nowMs))
    .where('status', '=', AVAILABLE)
    .where(mayBeTried(EXPIRED, sql`properties.id`, nowMs))
    .orderBy('expires_at')
    .limit(most)
    .execute()

/** Deals of one sweep; the rest waits for the next one. */
const SWEEP_MAX = 200

const AVAILABLE = 0

/** Listed deals whose time is up, and taking one down. */
const EXPIRED = workKind({ name: 'expired-deals', label: 'Expired deal' })

/** Null when somebody changed it since; else what is to be said. By primary key. */
const takeDownExpired = (db: Database, id: number, nowMs: number): Promise<PendingEffects | null> =>
  db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const row = await trx
      .selectFrom('properties')
      .select(['listing', 'expires_at', 'status', 'price'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isDue = row?.expires_at != null && row.expires_at.getTime() <= nowMs
    if (row?.listing !== 'listed' || row.status !== AVAILABLE || !isDue) return null
    const pendingEffects = await dealStatusEffects(trx, { propertyId: id, status: 'removed' }, nowMs)
    await bumpDealRevision(trx, id)
    await trx.updateTable('properties').set({ listing: 'removed' }).where('id', '=', id).execute()
    await trx
      .insertInto('price_changes')
      .values({ property_id: id, kind: 'status', price: row.price, status: null, at: new Date(nowMs) })
      .execute()
    return pendingEffects
  })
