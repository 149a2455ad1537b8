/** Properties: one for its page, and an account's own for the seller app. */
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'

export type DealRow = NonNullable<Awaited<ReturnType<typeof dealRow>>>

/** A deal with its seller and the person to ask about it, by primary keys. Has what is hidden, too: for the server only. */
export const dealRow = (db: Database, id: number) =>
  db
    .selectFrom('properties')
    .innerJoin('accounts', 'accounts.id', 'properties.account_id')
    .leftJoin('account_members', 'account_members.id', 'properties.manager_id')
    .selectAll('properties')
    .select([
      'accounts.title as account_title',
      'accounts.logo_url as account_logo_url',
      'accounts.rating as account_rating',
      'accounts.reviews_count as account_reviews_count',
      'accounts.is_verified as account_is_verified',
      'accounts.closes_at as account_closes_at',
      'account_members.name as manager_name',
      'account_members.photo as manager_photo',
      'account_members.phone as manager_phone',
    ])
    .where('properties.id', '=', id)
    .executeTakeFirst()

/** Newest first; drafts are on no message. By properties_account. */
export async function propertiesOf(db: Database, accountId: number, page: number) {
  const { limit, offset } = windowOf(page)
  const query = db
    .selectFrom('properties')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
  return pageOf(await query.orderBy('id', 'desc').limit(limit).offset(offset).execute())
}

/** Which of these are the account's and more than a draft, with whether they are on the market and sold, by primary key. */
export async function ownListings(
  db: Database,
  accountId: number,
  ids: number[],
): Promise<Map<number, { isListed: boolean; isSold: boolean }>> {
  const query = db
    .selectFrom('properties')
    .select(['id', 'listing', 'status'])
    .where('account_id', '=', accountId)
  const rows = await query.where('id', 'in', ids).where('listing', '!=', 'draft').execute()
  return new Map(
    rows.map(({ id, listing, status }) => [id, { isListed: listing === 'listed', isSold: isSold(status) }]),
  )
}

/** By the status of its row. */
export const isSold = (status: number): boolean => DEAL_STATUSES[status] === 'sold'

/** Of an account. By properties_account. */
export async function listedDeals(db: Database, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('properties')
    .select('id')
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
