/** Read marks, of a buyer message by message and of the seller app for a whole thread. Both may be repeated and change nothing then. */
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { Conversation, MessageReader } from './queries.ts'

/** What really changed in one conversation. */
export interface ReadChange extends Conversation {
  messageIds: number[]
  readAt: string | null
  customerUnreadCount: number
}

/**
 * Marks messages that were sent to this customer; ids of others, of accounts the reader's token was not made for, of the customer's own messages and of messages
 * already read are passed over. The chats are locked first and in order, so two readers cannot block each other.
 */
export async function markRead(db: Database, reader: MessageReader, ids: number[]): Promise<ReadChange[]> {
  const { id: customerId } = reader
  return db.transaction().execute(async (trx) => {
    const unread = await unreadAmong(trx, reader, ids)
    const accountIds = [...new Set(unread.map((row) => row.account_id))]
    if (accountIds.length === 0) return []
    await lockChats(trx, customerId, accountIds)
    const changed = await setRead(
      trx,
      customerId,
      unread.map(({ id }) => id),
    )
    const changes: ReadChange[] = []
    for (const accountId of accountIds) {
      const read = changed.filter((row) => row.account_id === accountId)
      const messageIds = read.map((row) => row.id)
      if (messageIds.length === 0) continue
      const customerUnreadCount = await lowerUnread(trx, { customerId, accountId }, messageIds.length)
      const readAt = read.at(-1)?.read_at?.toISOString() ?? null
      changes.push({ customerId, accountId, messageIds, readAt, customerUnreadCount })
    }
    return changes
  })
}

/** The seller app has seen all this buyer wrote. Returns what it had not, with the moment. Served by messages_unread_inbound. */
export async function markSeenByAccount(db: Database, of: Conversation) {
  return db.transaction().execute(async (trx) => {
    await lockChats(trx, of.customerId, [of.accountId])
    const seen = await trx
      .updateTable('messages')
      .set({ is_read: true, read_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', of.accountId)
      .where('customer_id', '=', of.customerId)
      .where('type', '=', 'inbound')
      .where('is_read', '=', false)
      .returning(['id', 'read_at'])
      .execute()
    await trx
      .updateTable('chats')
      .set({ account_unread_count: 0 })
      .where('customer_id', '=', of.customerId)
      .where('account_id', '=', of.accountId)
      .execute()
    return seen
  })
}

/** Whether buyers see when the account read their messages. By primary key. */
export async function showsReadMarks(db: Database, accountId: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('shows_read_marks')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.shows_read_marks === true
}

/** By primary key. */
const unreadAmong = (trx: Transaction<Schema>, { id, boundAccountId }: MessageReader, ids: number[]) =>
  trx
    .selectFrom('messages')
    .select(['id', 'account_id'])
    .where('id', 'in', ids)
    .where('customer_id', '=', id)
    .$if(boundAccountId !== null, (rows) => rows.where('account_id', '=', boundAccountId))
    .where('type', '=', 'outbound')
    .where('is_read', '=', false)
    .execute()

/** By the unique index on (customer_id, account_id). */
const lockChats = (trx: Transaction<Schema>, customerId: number, accountIds: number[]) =>
  trx
    .selectFrom('chats')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('account_id', 'in', accountIds)
    .orderBy('id')
    .forUpdate()
    .execute()

/** By primary key; asks again what is unread, because another reader may have been first. */
const setRead = (trx: Transaction<Schema>, customerId: number, ids: number[]) =>
  trx
    .updateTable('messages')
    .set({ is_read: true, read_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .where('customer_id', '=', customerId)
    .where('type', '=', 'outbound')
    .where('is_read', '=', false)
    .returning(['id', 'account_id', 'read_at'])
    .execute()

async function lowerUnread(trx: Transaction<Schema>, of: Conversation, by: number): Promise<number> {
  const chat = await trx
    .updateTable('chats')
    .set({ customer_unread_count: sql<number>`greatest(0, customer_unread_count - ${by}::int)` })
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .returning('customer_unread_count')
    .executeTakeFirstOrThrow()
  return chat.customer_unread_count
}
