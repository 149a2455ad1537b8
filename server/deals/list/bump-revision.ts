/**
 * Gives a deal the next place in the order of changes; whoever changes what a list shows calls it in the same transaction. The
 * number is drawn under a lock that is held until the commit, so a reader who saw a number has seen all below it.
 */
import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { currentRequestId } from '#server/core/telemetry/request-context.ts'

/**
 * Call it before the transaction changes or locks rows of `properties`: two that take the lock and a row the other way round
 * would wait for each other. All other changes of deals wait for its end. By primary key.
 */
export async function bumpDealRevision(trx: Transaction<Schema>, propertyId: number): Promise<void> {
  await lockDeals(trx)
  await trx
    .updateTable('properties')
    .set({ ...nextRevision(), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', propertyId)
    .execute()
}

/** For what a list shows of a deal without its being news of the deal: the day of its last change stays. By primary key. */
export async function refreshDeal(trx: Transaction<Schema>, propertyId: number): Promise<void> {
  await lockDeals(trx)
  const update = trx.updateTable('properties').set(nextRevision())
  await update.where('id', '=', propertyId).execute()
}

/** The same for all listed deals of an account, when what they show of their seller has changed. By properties_account. */
export async function refreshDealsOf(trx: Transaction<Schema>, accountId: number): Promise<void> {
  await lockDeals(trx)
  const update = trx.updateTable('properties').set(nextRevision())
  await update.where('account_id', '=', accountId).where('listing', '=', 'listed').execute()
}

/**
 * For who must look at the deal before it is known whether it changes; held until the commit, may be taken twice. A statement of its
 * own: within one, the number could be drawn before the lock is had.
 */
export const lockDeals = (trx: Transaction<Schema>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('deal revisions', 0))`.execute(trx)

const nextRevision = () => ({
  revision: sql<number>`nextval('deal_revisions')`,
  request_id: currentRequestId(),
})
