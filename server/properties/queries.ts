/** Properties: one for its page, and an account's own for its desk. */
import type { Database } from '#server/database/open.ts'
import { pageOf, windowOf } from '#server/http/paginate.ts'

/** By primary keys. */
export const propertyWithAccount = (db: Database, id: number) =>
  db
    .selectFrom('properties')
    .innerJoin('accounts', 'accounts.id', 'properties.account_id')
    .selectAll('properties')
    .select('accounts.title as account_title')
    .where('properties.id', '=', id)
    .executeTakeFirst()

/** Newest first, by properties_account. */
export async function propertiesOf(db: Database, accountId: number, page: number) {
  const { limit, offset } = windowOf(page)
  const query = db.selectFrom('properties').selectAll().where('account_id', '=', accountId)
  return pageOf(await query.orderBy('id', 'desc').limit(limit).offset(offset).execute())
}

/** Which of these are the account's, by primary key. */
export async function ownPropertyIds(db: Database, accountId: number, ids: number[]): Promise<Set<number>> {
  const query = db.selectFrom('properties').select('id').where('account_id', '=', accountId)
  const rows = await query.where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
