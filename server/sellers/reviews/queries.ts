/** Reviews as they are read. A review is shown once its time has come, unless its writer or the house took it away. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { REVIEW_ORDERS } from '#shared/contract/reviews.ts'
import { reviewRedactor } from './redact.ts'

type Db = Kysely<Schema>
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

/** Also one that is not shown yet. By primary key. */
export const reviewById = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  selectReviews(db).where('reviews.id', '=', id).where('reviews.deleted_at', 'is', null).executeTakeFirst()

/** Shown ones about a buyer, newest first: reviews_customer in order. */
export async function pageAboutCustomer(
  db: Db,
  { customerId, page, nowMs }: { customerId: number; page: number; nowMs: number },
): Promise<PageOf<ReviewRow>> {
  const query = selectReviews(db)
    .where('reviews.about', '=', 'customer')
    .where('reviews.customer_id', '=', customerId)
    .where(isShown(nowMs))
  return pageOf(await newestFirst(query, page).execute())
}

export interface AccountReviewsAsked {
  accountId: number
  page: number
  nowMs: number
  sort?: (typeof REVIEW_ORDERS)[number] | undefined
  stars?: number | undefined
  /** Words that the text must have in it as `who` reads it, regardless of case. */
  words?: string | undefined
  who: Principal | null
}

/** Shown ones about a seller, by reviews_account. */
export async function pageAboutAccount(db: Db, asked: AccountReviewsAsked): Promise<PageOf<ReviewRow>> {
  const { accountId, page, nowMs, sort, stars, who } = asked
  let query = selectReviews(db)
    .where('reviews.about', '=', 'account')
    .where('reviews.account_id', '=', accountId)
    .where(isShown(nowMs))
  if (stars !== undefined) query = query.where('reviews.rating', '=', stars)
  const words = wordsOf(asked.words ?? '')
  for (const word of words) query = query.where('reviews.content', 'ilike', `%${escaped(word)}%`)
  if (words.length > 0) {
    const unseen = await withUnseenWords(db, await query.execute(), { words, who })
    if (unseen.length > 0) query = query.where('reviews.id', 'not in', unseen)
  }
  if (sort === 'lowest') query = query.orderBy('reviews.rating', 'asc')
  if (sort === 'highest') query = query.orderBy('reviews.rating', 'desc')
  return pageOf(await newestFirst(query, page).execute())
}

/** Also those that are not shown yet, newest first; reviews_customer or reviews_account. */
export async function pageWrittenBy(
  db: Db,
  { customerId, accountId, page }: { customerId?: number; accountId?: number; page: number },
): Promise<PageOf<ReviewRow>> {
  let query = selectReviews(db).where('reviews.deleted_at', 'is', null)
  query =
    customerId === undefined
      ? query.where('reviews.about', '=', 'customer').where('reviews.account_id', '=', accountId ?? 0)
      : query.where('reviews.about', '=', 'account').where('reviews.customer_id', '=', customerId)
  const { limit, offset } = windowOf(page)
  const rows = await query
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows)
}

export const isShown = (nowMs: number) => (of: ExpressionBuilder<Schema, 'reviews'>) =>
  of.and([
    of('reviews.published_at', '<=', new Date(nowMs)),
    of('reviews.deleted_at', 'is', null),
    of('reviews.hidden_at', 'is', null),
  ])

/** The same of a row that was read. */
export const isShownRow = (row: Pick<ReviewRow, 'published_at' | 'hidden_at'>, nowMs: number): boolean =>
  row.published_at.getTime() <= nowMs && row.hidden_at === null

function newestFirst(query: ReturnType<typeof selectReviews>, page: number) {
  const { limit, offset } = windowOf(page)
  return query
    .orderBy('reviews.published_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .offset(offset)
}

const selectReviews = (db: Db) =>
  db
    .selectFrom('reviews')
    .innerJoin('accounts', 'accounts.id', 'reviews.account_id')
    .innerJoin('customers', 'customers.id', 'reviews.customer_id')
    .leftJoin('properties', 'properties.id', 'reviews.property_id')
    .leftJoin('review_responses as answer', 'answer.review_id', 'reviews.id')
    .selectAll('reviews')
    .select(['accounts.title as account_title', 'accounts.logo_url as account_logo'])
    .select(['customers.name as customer_name', 'customers.photo as customer_photo'])
    .select(['customers.email as customer_email'])
    .select(['properties.address', 'properties.city', 'properties.state', 'properties.zip'])
    .select(['properties.is_street_shown', 'properties.listing'])
    .select(['answer.content as answer', 'answer.created_at as answered_at'])
    .select(['answer.edited_at as answer_edited_at'])

const WORDS_MAX = 8

const wordsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)

/** With what is a sign to `like` taken as it is. */
const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')

/** Ids of those that have the words only in what is redacted: a search must not tell what it says. */
async function withUnseenWords(
  db: Db,
  rows: readonly ReviewRow[],
  { words, who }: { words: readonly string[]; who: Principal | null },
): Promise<number[]> {
  const redact = await reviewRedactor(db, rows, who)
  return rows
    .filter(({ customer_id: writer }) => who?.kind !== 'customer' || who.id !== writer)
    .filter(({ account_id: accountId, content }) => {
      const seen = redact(accountId, content).toLowerCase()
      return words.some((word) => !seen.includes(word.toLowerCase()))
    })
    .map(({ id }) => id)
}
