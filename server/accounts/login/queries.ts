/** The account room's questions to the database. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

/** By the unique index customers_email on lower(email). */
export const customerByEmail = (db: Database, email: string) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** By primary key. */
export const customerById = (db: Database, id: number) =>
  db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()

/** By primary key. */
export async function accountExists(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Unread messages over all conversations, or of the one with this account: the chat rows of one customer, by chats_customer_latest. */
export async function unreadTotal(
  db: Database,
  customerId: number,
  accountId: number | null = null,
): Promise<number> {
  const { total } = await db
    .selectFrom('chats')
    .select(sql<number>`coalesce(sum(customer_unread_count), 0)::int`.as('total'))
    .where('customer_id', '=', customerId)
    .$if(accountId !== null, (rows) => rows.where('account_id', '=', accountId))
    .executeTakeFirstOrThrow()
  return total
}

/** The default one first. By customer_phones's unique index on the customer. */
export const phonesOf = (db: Database, customerId: number) =>
  db
    .selectFrom('customer_phones')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** Its version only, not its bytes. By primary key. */
export const portraitOf = (db: Database, customerId: number) =>
  db.selectFrom('avatars').select('version').where('customer_id', '=', customerId).executeTakeFirst()

/** Kinds of mail that were unsubscribed from. By primary key. */
export async function mailTypesOffOf(db: Database, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_preferences')
    .select('type')
    .where('customer_id', '=', customerId)
    .where('is_subscribed', '=', false)
    .execute()
  return rows.map((row) => row.type)
}

/** Smart as soon as one of the buy boxes is; null without any. By buy_boxes_customer. */
export async function buyBoxModeOf(db: Database, customerId: number): Promise<'smart' | 'manual' | null> {
  const modes = await db
    .selectFrom('buy_boxes')
    .select('mode')
    .where('customer_id', '=', customerId)
    .execute()
  if (modes.length === 0) return null
  return modes.some((box) => box.mode === 'smart') ? 'smart' : 'manual'
}
