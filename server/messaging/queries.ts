/** The messenger's questions to the database: lists and threads. Each stays flat as messages grow, by the index it names. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import type { AttachedRow } from './attachments/attachment-wire.ts'

/** A thread row with what rides on it; column names are flat, `wire.ts` folds them. */
export type ThreadRow = Awaited<ReturnType<ReturnType<typeof selectThreadRows>['execute']>>[number]
export type ChatRow = Awaited<ReturnType<typeof chatRows>>[number]

/** A customer, by a token that may be made for one account's conversation. */
export type MessageReader = Pick<CustomerPrincipal, 'id' | 'boundAccountId'>

/** The chat list: chats_customer_latest in order, then 25 primary-key look-ups for message and account. */
export async function chatPage(db: Database, reader: MessageReader, page: number): Promise<PageOf<ChatRow>> {
  return pageOf(await chatRows(db, reader, page))
}

function chatRows(db: Database, { id, boundAccountId }: MessageReader, page: number) {
  const { limit, offset } = windowOf(page)
  return db
    .selectFrom('chats')
    .innerJoin('accounts', 'accounts.id', 'chats.account_id')
    .leftJoin('messages', 'messages.id', 'chats.last_message_id')
    .leftJoin('properties', 'properties.id', 'messages.property_id')
    .leftJoin('offers', 'offers.id', 'messages.offer_id')
    .leftJoin('offer_moves', 'offer_moves.id', 'messages.offer_move_id')
    .leftJoin('inquiries', 'inquiries.id', 'messages.inquiry_id')
    .select([
      'chats.id as chat_id',
      'chats.created_at as chat_created_at',
      'chats.customer_unread_count',
      'accounts.id as account_id',
      'accounts.title',
      'accounts.logo_url',
    ])
    .select(MESSAGE_COLUMNS)
    .where('chats.customer_id', '=', id)
    .$if(boundAccountId !== null, (rows) => rows.where('chats.account_id', '=', boundAccountId))
    .orderBy('chats.last_message_at', 'desc')
    .orderBy('chats.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export interface Conversation {
  customerId: number
  accountId: number
}

/** A page of a thread, newest first: messages_thread in order, then primary keys. */
export async function threadPage(db: Database, of: Conversation, page: number): Promise<PageOf<ThreadRow>> {
  const { limit, offset } = windowOf(page)
  return pageOf(
    await selectThreadRows(db)
      .where('messages.customer_id', '=', of.customerId)
      .where('messages.account_id', '=', of.accountId)
      .orderBy('messages.sort_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
}

/** One message as it goes on the wire, by primary key. Rejects with 404 when it was deleted with its buyer. */
export const threadRow = (db: Database, id: number): Promise<ThreadRow> =>
  selectThreadRows(db).where('messages.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Whether the two talk with each other, by the unique index on (customer_id, account_id). */
export async function hasConversation(db: Database, of: Conversation): Promise<boolean> {
  const chat = await db
    .selectFrom('chats')
    .select('id')
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .executeTakeFirst()
  return chat !== undefined
}

/**
 * The conversation as it is now: of a guest who has joined a login it is the buyer's. Null if there is none. By the unique index on
 * (customer_id, account_id), and by the primary keys of joined_guests.
 */
export async function conversationNow(db: Database, of: Conversation): Promise<Conversation | null> {
  if (await hasConversation(db, of)) return of
  const joined = await db
    .selectFrom('joined_guests')
    .select('customer_id')
    .where('guest_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .executeTakeFirst()
  return joined ? conversationNow(db, { ...of, customerId: joined.customer_id }) : null
}

/** Whether the two talk with each other, and whether anything was said. By the unique index on (customer_id, account_id). */
export async function conversationState(
  db: Database,
  of: Conversation,
): Promise<'none' | 'empty' | 'written'> {
  const chat = await db
    .selectFrom('chats')
    .select('last_message_id')
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .executeTakeFirst()
  if (!chat) return 'none'
  return chat.last_message_id === null ? 'empty' : 'written'
}

/** Whether a message of this customer's conversations was stored under this key, by messages_idempotency. */
export async function isKeyUsed(db: Database, customerId: number, key: string | null): Promise<boolean> {
  if (key === null) return false
  const message = await db
    .selectFrom('messages')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return message !== undefined
}

const selectThreadRows = (db: Database) =>
  db
    .selectFrom('messages')
    .leftJoin('properties', 'properties.id', 'messages.property_id')
    .leftJoin('offers', 'offers.id', 'messages.offer_id')
    .leftJoin('offer_moves', 'offer_moves.id', 'messages.offer_move_id')
    .leftJoin('inquiries', 'inquiries.id', 'messages.inquiry_id')
    .select(MESSAGE_COLUMNS)

/** Of each message, in its order. By message_attachments_message. */
const ATTACHED = sql<
  AttachedRow[] | null
>`(select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'file_name', a.file_name,
    'size_bytes', a.size_bytes, 'content_type', a.content_type, 'width', a.width, 'height', a.height,
    'is_quarantined', a.is_quarantined) order by a.position)
  from message_attachments a where a.message_id = messages.id)`

/** What `wire.ts` needs of a message and of what rides on it; the seller app reads the same. */
export const MESSAGE_COLUMNS = [
  'messages.id',
  'messages.customer_id as message_customer_id',
  'messages.account_id as message_account_id',
  'messages.type',
  'messages.action',
  'messages.channel',
  'messages.body',
  'messages.sort_at',
  'messages.created_at',
  'messages.is_read',
  'messages.read_at',
  // By primary key.
  sql<boolean>`(select a.shows_read_marks from accounts a where a.id = messages.account_id)`.as(
    'shows_read_marks',
  ),
  'messages.idempotency_key',
  'messages.context',
  ATTACHED.as('attachments'),
  'properties.id as property_id',
  'properties.created_at as property_created_at',
  'properties.address',
  'properties.city',
  'properties.state',
  'properties.zip',
  'properties.is_street_shown',
  'properties.price as property_price',
  'properties.arv',
  'properties.beds',
  'properties.baths',
  'properties.sqft',
  'properties.thumb_url',
  'offers.id as offer_id',
  'offers.price_cents as offer_price_cents',
  'offers.buyer as offer_buyer',
  'offers.state as offer_state',
  'offers.version as offer_version',
  'offers.expires_at as offer_expires_at',
  sql<Date>`now()`.as('now'),
  'offers.is_backup as offer_is_backup',
  'offer_moves.kind as move_kind',
  'offer_moves.by as move_by',
  'offer_moves.price_cents as move_price_cents',
  'inquiries.id as inquiry_id',
  'inquiries.type as inquiry_type',
  'inquiries.message as inquiry_message',
  'inquiries.state as inquiry_state',
] as const
