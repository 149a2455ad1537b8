/** A seller says how far a deal is, or takes it down and puts it back. It stands in the deal's history and in everybody's list. */
import { sql, type Transaction } from 'kysely'
import { SYSTEM } from '#server/core/audit/audit.ts'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { bumpDealRevision, lockDeals } from '#server/deals/list/bump-revision.ts'
import { recordDoubts } from '#server/deals/listing/against-advice.ts'
import { dealStatusEffects } from '#server/offers/offers/deal-effects.ts'
import { noPendingEffects, type PendingEffects } from '#server/offers/offers/pending-effects.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'

export interface StatusChange {
  propertyId: number
  status: DealStatus | 'removed'
}

/** Staff act for an account without a member of it. */
type Member = Pick<AccountPrincipal, 'accountId'> & Partial<Pick<AccountPrincipal, 'memberId'>>

export interface ChangedDeal {
  row: PropertyRow
  /** False when it was so before: nothing is said then. */
  hasChanged: boolean
  /** What became of offers on it, to be told after the commit. */
  pendingEffects: PendingEffects
}

/** Rejects with 404 for another account's deal, with 409 for a draft, and under `taken` for one with an accepted offer. */
export const setDealStatus = (db: Database, me: Member, change: StatusChange): Promise<ChangedDeal> =>
  db.transaction().execute((trx) => changeDealStatus(trx, me, change))

/** The same in the caller's transaction, which must not have locked rows of `properties` yet. */
export async function changeDealStatus(
  trx: Transaction<Schema>,
  me: Member,
  change: StatusChange,
): Promise<ChangedDeal> {
  const { propertyId } = change
  await lockDeals(trx)
  const before = await ownDeal(trx, propertyId, me.accountId)
  if (!before) throw notFound()
  if (before.listing === 'draft') throw conflict('This deal is a draft; publish it first.')
  const wanted = wantedOf(before, change.status)
  if (wanted.status === before.status && wanted.listing === before.listing)
    return { row: before, hasChanged: false, pendingEffects: noPendingEffects() }
  const nowMs = await nowMsOf(trx)
  if (wanted.listing === 'listed' && isOver(before, nowMs))
    throw conflict('The deal’s last day has passed. Choose a later one and publish it again.')
  const pendingEffects = await dealStatusEffects(trx, change, nowMs)
  await bumpDealRevision(trx, propertyId)
  const update = trx.updateTable('properties').set(wanted).where('id', '=', propertyId).returningAll()
  const by = me.memberId === undefined ? SYSTEM : ({ kind: 'member', id: me.memberId } as const)
  const row = await recordDoubts(trx, { by, id: propertyId }, () => update.executeTakeFirstOrThrow())
  await noteInHistory(trx, row)
  return { row, hasChanged: true, pendingEffects }
}

/** One that somebody is buying, or has bought, is not taken down by its last day. */
const isOver = ({ expires_at: last, listing }: PropertyRow, nowMs: number): boolean =>
  listing === 'removed' && last !== null && last.getTime() <= nowMs

/** What is taken down keeps its status, for when it comes back. */
const wantedOf = (
  before: PropertyRow,
  status: StatusChange['status'],
): Pick<PropertyRow, 'status' | 'listing'> =>
  status === 'removed'
    ? { status: before.status, listing: 'removed' }
    : { status: DEAL_STATUSES.indexOf(status), listing: 'listed' }

/** By primary key. */
const ownDeal = (trx: Database, id: number, accountId: number) =>
  trx
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

const noteInHistory = (trx: Database, row: PropertyRow) =>
  trx
    .insertInto('price_changes')
    .values({
      property_id: row.id,
      kind: 'status',
      price: row.price,
      status: row.listing === 'removed' ? null : row.status,
      at: sql<Date>`clock_timestamp()`,
    })
    .execute()
