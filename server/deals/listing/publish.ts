/** Listing a deal, throwing a draft away, and taking down what has expired. */
import { sql, type Transaction } from 'kysely'
import { actorOf } from '#server/core/audit/audit.ts'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid } from '#server/core/http/refusal.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { bumpDealRevision, lockDeals } from '#server/deals/list/bump-revision.ts'
import { deleteFiles, type FilesDeps, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { recordDoubts } from './against-advice.ts'
import { dateOf } from './fields.ts'
import { findPlace } from './find-place.ts'
import { fileKeysOf } from './image-files.ts'
import { type ChangeDeps, ownDeal } from './own-deal.ts'
import { requireShowable, requireTyped, type SaveDeps } from './save-deal.ts'

export interface Published {
  who: AccountPrincipal
  id: number
  /** Undefined: as it is set on the deal. */
  expiresAt: string | null | undefined
}

/** Again changes nothing. Rejects with 404, with 422 by missing field, and with 409 for a sold deal. */
export async function publishDeal(deps: SaveDeps, { who, id, expiresAt }: Published): Promise<void> {
  const row = await ownDeal(deps.db, who, id)
  // A service that did not answer while the draft was typed may answer now; it is not asked about half an address.
  if (row.latitude === null) await requireTyped(deps.db, row)
  const found = row.latitude === null ? (await findPlace(deps.geocoder, row, false)).place : {}
  const isNew = await deps.db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const before = await ownDeal(trx, who, id)
    const expires = expiresAt === undefined ? before.expires_at : dateOf('expires_at', expiresAt)
    const after = { ...before, ...found, expires_at: expires }
    if (expires !== null && expires.getTime() <= deps.nowMs())
      throw invalid({ expires_at: ['Choose a future date, or none.'] })
    await requireShowable(trx, after)
    await bumpDealRevision(trx, id)
    const showIt = () => list(trx, before, { ...found, expires_at: expires })
    await recordDoubts(trx, { by: actorOf(who), id }, showIt)
    return before.listing !== 'listed'
  })
  if (isNew) await broadcastChanged(deps, id)
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
      property_id: id,
      kind: isFirst ? 'listed' : 'status',
      price,
      status,
      at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

/** Rejects with 409 for what buyers have seen: it is taken down instead. */
export async function deleteDraft(
  deps: ChangeDeps & FilesDeps,
  { who, id }: { who: AccountPrincipal; id: number },
): Promise<void> {
  const keys = await deps.db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const row = await ownDeal(trx, who, id)
    if (row.listing !== 'draft') throw conflict('This deal has been listed. Take it down instead.')
    const found = await fileKeysOf(trx, id)
    await trx.deleteFrom('properties').where('id', '=', id).execute()
    await queueFileDeletions(trx, found)
    return found
  })
  await deleteFiles(deps, keys)
}
