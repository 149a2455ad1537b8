/** A deal of the caller's own account: reading it, and changing it so that lists and open pages hear of it. */
import { sql, type Transaction } from 'kysely'
import { actorOf } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { bumpDealRevision, lockDeals } from '#server/deals/list/bump-revision.ts'
import { recordDoubts } from './against-advice.ts'

/** Another account's deal answers like one that does not exist. By primary key. */
export async function ownDeal(db: Database, who: AccountPrincipal, id: number): Promise<PropertyRow> {
  const row = await db
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', who.accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export interface ChangeDeps {
  db: Database
  /** The database's clock. */
  nowMs: () => number
  broadcaster: Broadcaster
  prefix: string
}

/**
 * Runs `work` with the deal as it is now, under the lock on deals, and gives a deal that lists show its next revision. A draft is in
 * no list: only the day of its last change moves.
 */
export async function changeDeal<T>(
  { db, broadcaster, prefix }: Omit<ChangeDeps, 'nowMs'>,
  { who, id }: { who: AccountPrincipal; id: number },
  work: (trx: Transaction<Schema>, row: PropertyRow) => Promise<T>,
): Promise<T> {
  const { isShown, result } = await db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const row = await ownDeal(trx, who, id)
    const isShown = row.listing !== 'draft'
    if (!isShown) await markChanged(trx, id)
    else await bumpDealRevision(trx, id)
    const change = () => work(trx, row)
    const result = isShown ? await recordDoubts(trx, { by: actorOf(who), id }, change) : await change()
    return { isShown, result }
  })
  if (isShown) await broadcastChanged({ broadcaster, prefix }, id)
  return result
}

/** By primary key. */
const markChanged = (trx: Transaction<Schema>, id: number) =>
  trx
    .updateTable('properties')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
