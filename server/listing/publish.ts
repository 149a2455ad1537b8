/** Listing a deal, throwing a draft away, and taking down what has expired. */
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { PropertyRow, Schema } from '#server/database/schema.ts'
import { tellChanged } from '#server/deals/tell-changed.ts'
import { lockDeals, touchDeal } from '#server/deals/touch.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import type { Aftermath } from '#server/offers/aftermath.ts'
import { dealStatusEffects } from '#server/offers/deal-effects.ts'
import { dateOf } from './fields.ts'
import { findPlace } from './find-place.ts'
import { fileKeysOf } from './image-files.ts'
import { type ChangeDeps, ownDeal } from './own-deal.ts'
import { requireShowable, requireTyped, type SaveDeps } from './save-deal.ts'

export interface Published {
  who: Principal | null
  id: number
  /** Undefined: as it is set on the deal. */
  expiresAt: string | null | undefined
}

/** Again changes nothing. Rejects with 404, with 422 by missing field, and with 409 for a sold deal. */
export async function publishDeal(deps: SaveDeps, { who, id, expiresAt }: Published): Promise<void> {
  const { row } = await ownDeal(deps.db, who, id)
  // A service that did not answer while the draft was typed may answer now; it is not asked about half an address.
  if (row.latitude === null) await requireTyped(deps.db, row)
  const found = row.latitude === null ? (await findPlace(deps.geocoder, row, false)).place : {}
  const isNew = await deps.db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const { row: before } = await ownDeal(trx, who, id)
    const expires = expiresAt === undefined ? before.expires_at : dateOf('expires_at', expiresAt)
    const after = { ...before, ...found, expires_at: expires }
    if (expires !== null && expires.getTime() <= Date.now())
      throw invalid({ expires_at: ['Choose a day that is yet to come, or none.'] })
    await requireShowable(trx, after)
    await touchDeal(trx, id)
    await list(trx, before, { ...found, expires_at: expires })
    return before.listing !== 'listed'
  })
  if (isNew) await tellChanged(deps, id)
}

/** The first time it is news with a price; afterwards its status says that it is back. By primary key. */
async function list(
  trx: Transaction<Schema>,
  before: PropertyRow,
  more: Partial<Pick<PropertyRow, 'latitude' | 'longitude' | 'county' | 'time_zone' | 'expires_at'>>,
): Promise<void> {
  const isFirst = before.published_at === null
  const first = isFirst ? { first_price: before.price, published_at: sql<Date>`clock_timestamp()` } : {}
  await trx
    .updateTable('properties')
    .set({ ...more, ...first, listing: 'listed' })
    .where('id', '=', before.id)
    .execute()
  if (before.listing === 'listed') return
  const { id, price, status } = before
  await trx
    .insertInto('price_changes')
    .values({
      ...{ property_id: id, kind: isFirst ? 'listed' : 'status', price, status },
      at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

/** Rejects with 409 for what buyers have seen: it is taken down instead. */
export async function deleteDraft(
  { db, files }: ChangeDeps & { files: FileStore },
  { who, id }: { who: Principal | null; id: number },
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const { row } = await ownDeal(trx, who, id)
    if (row.listing !== 'draft') throw conflict('This deal has been listed. Take it down instead.')
    const found = await fileKeysOf(trx, id)
    await trx.deleteFrom('properties').where('id', '=', id).execute()
    return found
  })
  for (const key of keys) await files.delete(key)
}

/** Listed deals whose time is up; one that somebody is buying, or has bought, stays. By properties_expiry. */
export async function expiredDeals(db: Database, nowMs: number): Promise<number[]> {
  const due = await db
    .selectFrom('properties')
    .select('id')
    .where('listing', '=', 'listed')
    .where('expires_at', '<=', new Date(nowMs))
    .where('status', '=', AVAILABLE)
    .orderBy('id')
    .execute()
  return due.map(({ id }) => id)
}
const AVAILABLE = 0

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
