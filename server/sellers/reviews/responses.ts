/** What the reviewed side answers, once per review. By the primary key of review_responses throughout. */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'

/** Throws 409 `exists` when there is one. */
export async function addResponse(db: Database, reviewId: number, content: string): Promise<void> {
  const row = await db
    .insertInto('review_responses')
    .values({ review_id: reviewId, content })
    .onConflict((clash) => clash.column('review_id').doNothing())
    .returning('review_id')
    .executeTakeFirst()
  if (!row)
    throw new Refusal(409, {
      message: 'You have responded to this review already. Change that response.',
      code: 'exists',
    })
}

/** Marks it as edited. Throws 404 when there is none. */
export async function changeResponse(db: Database, reviewId: number, content: string): Promise<void> {
  const row = await db
    .updateTable('review_responses')
    .set({ content, edited_at: NOW })
    .where('review_id', '=', reviewId)
    .returning('review_id')
    .executeTakeFirst()
  if (!row) throw notFound()
}

/** Again changes nothing. */
export async function removeResponse(db: Database, reviewId: number): Promise<void> {
  await db.deleteFrom('review_responses').where('review_id', '=', reviewId).execute()
}
