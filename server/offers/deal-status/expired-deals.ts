/** Listed deals whose time is up, and taking one down. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { lockDeals, touchDeal } from '#server/deals/list/bump-revision.ts'
import { dealStatusEffects } from '#server/offers/offers/deal-effects.ts'
import type { Aftermath } from '#server/offers/offers/pending-effects.ts'

/** Listed deals whose time is up; one that somebody is buying, or has bought, stays. By properties_expiry. */
export const expiredDeals = (db: Database, nowMs: number, most = SWEEP_MAX) =>
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

export const EXPIRED = workKind({ name: 'expired-deals', label: 'Expired deal' })

/** Null when somebody changed it since; else what is to be said. By primary key. */
export const takeDownExpired = (db: Database, id: number, nowMs: number): Promise<Aftermath | null> =>
  db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const row = await trx
      .selectFrom('properties')
      .select(['listing', 'expires_at', 'status', 'price'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isDue = row?.expires_at != null && row.expires_at.getTime() <= nowMs
    if (row?.listing !== 'listed' || row.status !== AVAILABLE || !isDue) return null
    const aftermath = await dealStatusEffects(trx, { propertyId: id, status: 'removed' }, nowMs)
    await touchDeal(trx, id)
    await trx.updateTable('properties').set({ listing: 'removed' }).where('id', '=', id).execute()
    await trx
      .insertInto('price_changes')
      .values({ property_id: id, kind: 'status', price: row.price, status: null, at: new Date(nowMs) })
      .execute()
    return aftermath
  })
