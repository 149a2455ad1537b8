/** Writes, changes and deletes a review, for either side. The callers answer for who asks. */
import type { Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import type { ReviewScore } from '#shared/contract/reviews.ts'
import { type Asked, type Occasion, occasionOf, type Pair } from './interaction.ts'
import { writeWaitingNotification } from './notify.ts'
import { reviewById } from './queries.ts'
import { lockAccount, recount } from './rating.ts'
import { isEditable, shownFrom } from './window.ts'

export interface Words {
  rating: number
  scores?: Partial<Record<ReviewScore, number | undefined>> | undefined
  content: string
}

export interface NewReview extends Pair {
  about: 'account' | 'customer'
  asked: Asked
  words: Words
  /** The person in the seller app, of one that an account writes. */
  memberId?: number
  nowMs: number
}

/** The new one's id. When the other side has written about the same deal, both are due now; otherwise it is notified. */
export function writeReview(db: Database, review: NewReview): Promise<number> {
  const { about, asked, words, memberId = null, nowMs, ...pair } = review
  return db.transaction().execute(async (trx) => {
    // A customer who is just going for good locks the same two in this order.
    const customer = trx.selectFrom('customers').select('id').where('id', '=', pair.customerId)
    if (!(await customer.forKeyShare().executeTakeFirst())) throw notFound()
    // Two that write about each other at once must see one another's.
    if (!(await lockAccount(trx, pair.accountId))) throw notFound()
    const occasion = await occasionOf(trx, pair, asked, nowMs)
    if (await standing(trx, pair, { about, occasion }))
      throw new Refusal(409, {
        message: 'You have reviewed this already. Change that review.',
        code: 'exists',
      })
    const other = await standing(trx, pair, { about: about === 'account' ? 'customer' : 'account', occasion })
    const { id } = await trx
      .insertInto('reviews')
      .values({
        about,
        account_id: pair.accountId,
        customer_id: pair.customerId,
        member_id: memberId,
        property_id: occasion.propertyId,
        offer_id: occasion.offerId,
        is_verified_deal: occasion.isVerifiedDeal,
        created_at: new Date(nowMs),
        rating: words.rating,
        scores: JSON.stringify(words.scores ?? {}),
        content: words.content,
        published_at: shownFrom(nowMs, other !== undefined),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (other) await showNow(trx, other.id, nowMs)
    else await notifyWaiting(trx, id)
    return id
  })
}

async function notifyWaiting(trx: Transaction<Schema>, id: number): Promise<void> {
  const row = await reviewById(trx, id)
  if (row) await writeWaitingNotification(trx, row)
}

/** By the unique index reviews_one. */
const standing = (
  trx: Transaction<Schema>,
  { customerId, accountId }: Pair,
  { about, occasion }: { about: 'account' | 'customer'; occasion: Occasion },
) =>
  trx
    .selectFrom('reviews')
    .select('id')
    .where('about', '=', about)
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where((of) => of(of.fn.coalesce('property_id', of.val(0)), '=', occasion.propertyId ?? 0))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** One that is shown keeps its day. By primary key. */
const showNow = (trx: Transaction<Schema>, id: number, nowMs: number) =>
  trx
    .updateTable('reviews')
    .set({ published_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('published_at', '>', new Date(nowMs))
    .execute()

export interface Own {
  reviewId: number
  accountId: number
  nowMs: number
}

/** How it was before stays on record. Throws 409 `too_late` when its 14 days are over. */
export const changeReview = (
  db: Database,
  { reviewId, accountId, nowMs }: Own,
  words: Words,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const row = await trx.selectFrom('reviews').selectAll().where('id', '=', reviewId).executeTakeFirst()
    if (!row || row.deleted_at) throw notFound()
    if (!isEditable(row.created_at.getTime(), nowMs))
      throw new Refusal(409, { message: 'A review can be changed for 14 days.', code: 'too_late' })
    const { rating, content } = row
    const edited_at = new Date(nowMs)
    await trx
      .insertInto('review_edits')
      .values({ review_id: reviewId, rating, content, created_at: edited_at })
      .execute()
    await trx
      .updateTable('reviews')
      .set({ rating: words.rating, content: words.content, edited_at })
      .set({ scores: JSON.stringify(words.scores ?? {}) })
      .where('id', '=', reviewId)
      .execute()
    if (row.about === 'account') await recount(trx, accountId, nowMs)
  })

/** Again changes nothing. By primary key. */
export const deleteReview = (db: Database, { reviewId, accountId, nowMs }: Own): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const row = await trx
      .updateTable('reviews')
      .set({ deleted_at: new Date(nowMs) })
      .where('id', '=', reviewId)
      .where('deleted_at', 'is', null)
      .returning('about')
      .executeTakeFirst()
    if (row?.about === 'account') await recount(trx, accountId, nowMs)
  })
