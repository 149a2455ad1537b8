/** Which sellers a buyer follows. By the primary key of account_follows, and account_follows_account for the count. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import type { Principal } from '#server/core/http/principal.ts'

type Db = Kysely<Schema>

export interface Following {
  customerId: number
  accountId: number
}

/** Again changes nothing. */
export async function setFollowing(db: Db, of: Following, isFollowed: boolean): Promise<void> {
  const { customerId: customer_id, accountId: account_id } = of
  if (isFollowed)
    await db
      .insertInto('account_follows')
      .values({ customer_id, account_id })
      .onConflict((clash) => clash.columns(['customer_id', 'account_id']).doNothing())
      .execute()
  else
    await db
      .deleteFrom('account_follows')
      .where('customer_id', '=', customer_id)
      .where('account_id', '=', account_id)
      .execute()
}

export async function isFollowing(db: Db, who: Principal | null, accountId: number): Promise<boolean> {
  if (who?.kind !== 'customer') return false
  const row = await db
    .selectFrom('account_follows')
    .select('account_id')
    .where('customer_id', '=', who.id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function followersOf(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('account_follows')
    .select(sql<number>`count(*)::integer`.as('followers'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.followers
}
