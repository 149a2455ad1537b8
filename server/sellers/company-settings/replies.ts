/** The account's saved replies. Everybody in the seller app uses and keeps them. */
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { SAVED_REPLIES_MAX } from '#shared/contract/limits.ts'
import type { SavedReplyWire } from '#shared/contract/seller-company.ts'

interface Reply {
  title: string
  body: string
}

/** By name. By saved_replies_account. */
export const savedReplies = (db: Database, accountId: number): Promise<SavedReplyWire[]> =>
  db
    .selectFrom('saved_replies')
    .select(['id', 'title', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('title')
    .orderBy('id')
    .execute()

/** Rejects with 409 when there are too many to find one in. */
export async function addReply(db: Database, accountId: number, reply: Reply): Promise<void> {
  if ((await savedReplies(db, accountId)).length >= SAVED_REPLIES_MAX)
    throw conflict(`There are ${SAVED_REPLIES_MAX} saved replies. Remove one first.`)
  await db
    .insertInto('saved_replies')
    .values({ account_id: accountId, ...reply })
    .execute()
}

interface Of {
  accountId: number
  id: number
}

/** Rejects with 404 for another account's. By primary key. */
export async function changeReply(db: Database, { accountId, id }: Of, reply: Reply): Promise<void> {
  const changed = await db
    .updateTable('saved_replies')
    .set(reply)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw notFound()
}

/** Rejects with 404 for another account's. By primary key. */
export async function removeReply(db: Database, { accountId, id }: Of): Promise<void> {
  const gone = await db
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound()
}
