/** Takes a customer's reviews along when the customer goes, so that no rating counts what nobody can read. */
import type { Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { lockAccount, recount } from './rating.ts'

/** In the order of the accounts' ids, so that two who go at once do not wait for each other. By reviews_of_customer. */
export async function dropReviewsOf(
  trx: Transaction<Schema>,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('reviews')
    .select('account_id')
    .distinct()
    .where('customer_id', '=', customerId)
    .orderBy('account_id')
    .execute()
  for (const { account_id } of rows) await lockAccount(trx, account_id)
  await trx.deleteFrom('reviews').where('customer_id', '=', customerId).execute()
  for (const { account_id } of rows) await recount(trx, account_id, nowMs)
}
