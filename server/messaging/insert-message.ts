/**
 * Writes one message: the row, its place in the thread and the chat's preview and counts, in one short transaction.
 * The chat row is locked first, so within a conversation (sort_at, id) rises strictly in the order of commits.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { MessageRow, Schema } from '#server/core/database/schema.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import {
  writeUnreadNotification,
  writeUnreadNotificationForBuyer,
} from '#server/notifications/centre/message-notifications.ts'
import type { MessageContext } from '#shared/contract/messenger.ts'
import { attachmentIdsOf, joinAttachments } from './attachments/join-attachments.ts'

export interface NewMessage {
  customerId: number
  accountId: number
  type: 'inbound' | 'outbound'
  body?: string | null
  action?: string | null
  channel?: string | null
  propertyId?: number | null
  offerId?: number | null
  /** The move of the offer that it tells. */
  offerMoveId?: number | null
  inquiryId?: number | null
  idempotencyKey?: string | null
  isDemoReply?: boolean
  /** The page on which it was written. */
  context?: MessageContext | null
  /** Uploads of the sender for this conversation, in their order. */
  attachmentIds?: readonly number[]
}

export interface Inserted {
  id: number
  /** False when an earlier call with the same idempotency key made the message. */
  isNew: boolean
}

/**
 * Rejects with 404 when the two have no conversation, with 403 for words of a customer whom the account has blocked, and with 409
 * when the idempotency key was used for another message.
 */
export const insertMessage = (db: Database, message: NewMessage): Promise<Inserted> =>
  db.transaction().execute((trx) => insertMessageIn(trx, message))

/** The same inside a transaction that writes more; say it live with `Messenger.announce` once that is committed. */
export async function insertMessageIn(trx: Transaction<Schema>, message: NewMessage): Promise<Inserted> {
  const chat = await lockChat(trx, message)
  if (!chat) throw notFound()
  const row = await insertRow(trx, message)
  if (!row) return { id: await firstWithSameKey(trx, message), isNew: false }
  refuseUnwritable(chat, message)
  await joinAttachments(trx, message, { messageId: row.id, ids: message.attachmentIds ?? [] })
  await updateChat(trx, chat.id, row)
  // The caller announces messages that carry an action.
  if (!message.action) {
    const tell = message.type === 'inbound' ? writeUnreadNotification : writeUnreadNotificationForBuyer
    await tell(trx, { ...message, id: row.id })
  }
  return { id: row.id, isNew: true }
}

/** Locks the chat. Rejects as a message would be, before a file for one is taken. */
export async function requireWritable(
  trx: Transaction<Schema>,
  of: Pick<NewMessage, 'customerId' | 'accountId' | 'type'>,
): Promise<void> {
  const chat = await lockChat(trx, of)
  if (!chat) throw notFound()
  refuseUnwritable(chat, of)
}

type LockedChat = NonNullable<Awaited<ReturnType<typeof lockChat>>>

function refuseUnwritable(chat: LockedChat, message: Pick<NewMessage, 'type' | 'action'>): void {
  if (chat.deleted_at) throw deleted()
  if (chat.closes_at && !message.action) throw closed()
  if (chat.blocked_at && message.type === 'inbound' && !message.action) throw blocked()
}

const blocked = () =>
  new Refusal(403, {
    message: 'This company no longer takes messages from you.',
    code: 'conversation_blocked',
  })

const deleted = () =>
  new Refusal(409, {
    message: 'This person deleted their account, so nobody would read your message.',
    code: 'account_deleted',
  })

const closed = () =>
  new Refusal(409, {
    message: 'This company is closed, so nobody would read your message.',
    code: 'company_closed',
  })

/** By the unique index on (customer_id, account_id), and the primary keys of customers and accounts. */
const lockChat = (trx: Transaction<Schema>, of: Pick<NewMessage, 'customerId' | 'accountId'>) =>
  trx
    .selectFrom('chats')
    .select(['id', 'blocked_at'])
    .select([
      sql<Date | null>`(select deleted_at from customers where customers.id = chats.customer_id)`.as(
        'deleted_at',
      ),
      sql<Date | null>`(select closes_at from accounts where accounts.id = chats.account_id)`.as('closes_at'),
    ])
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Undefined when the idempotency key is taken; the unique index messages_idempotency decides, also between two calls
 * at once. One millisecond apart at least, because clients compare milliseconds.
 */
function insertRow(trx: Transaction<Schema>, message: NewMessage) {
  return trx
    .insertInto('messages')
    .columns(INSERTED_COLUMNS)
    .expression((from) =>
      from
        .selectFrom('chats')
        .select([
          'customer_id',
          'account_id',
          sql.val(message.type).$castTo<'inbound' | 'outbound'>().as('type'),
          sql<string | null>`${message.action ?? null}::text`.as('action'),
          sql<string | null>`${message.channel ?? null}::text`.as('channel'),
          sql<string | null>`${message.body ?? null}::text`.as('body'),
          sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at + interval '1 millisecond')`.as(
            'sort_at',
          ),
          sql<number | null>`${message.propertyId ?? null}::bigint`.as('property_id'),
          sql<number | null>`${message.offerId ?? null}::bigint`.as('offer_id'),
          sql<number | null>`${message.offerMoveId ?? null}::bigint`.as('offer_move_id'),
          sql<number | null>`${message.inquiryId ?? null}::bigint`.as('inquiry_id'),
          sql<string | null>`${message.idempotencyKey ?? null}::text`.as('idempotency_key'),
          sql<boolean>`${message.isDemoReply ?? false}::boolean`.as('is_demo_reply'),
          sql<string | null>`${message.context ? JSON.stringify(message.context) : null}::jsonb`.as(
            'context',
          ),
        ])
        .where('customer_id', '=', message.customerId)
        .where('account_id', '=', message.accountId),
    )
    .onConflict((clash) =>
      clash.columns(['customer_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(['id', 'sort_at', 'type'])
    .executeTakeFirst()
}

const INSERTED_COLUMNS = [
  'customer_id',
  'account_id',
  'type',
  'action',
  'channel',
  'body',
  'sort_at',
  'property_id',
  'offer_id',
  'offer_move_id',
  'inquiry_id',
  'idempotency_key',
  'is_demo_reply',
  'context',
] as const

/** By messages_idempotency. */
async function firstWithSameKey(trx: Transaction<Schema>, message: NewMessage): Promise<number> {
  const first = await trx
    .selectFrom('messages')
    .select(['id', 'account_id', 'type', 'body', 'property_id'])
    .where('customer_id', '=', message.customerId)
    .where('idempotency_key', '=', message.idempotencyKey ?? '')
    .executeTakeFirstOrThrow()
  const isSame =
    first.account_id === message.accountId &&
    first.type === message.type &&
    first.body === (message.body ?? null) &&
    first.property_id === (message.propertyId ?? null) &&
    String(await attachmentIdsOf(trx, first.id)) === String(message.attachmentIds ?? [])
  refuseOtherTerms(isSame)
  return first.id
}

/**
 * By primary key. The new message is the newest, because the chat is locked and sort_at only rises. What the buyer writes or sends reopens
 * the conversation for the account's team.
 */
async function updateChat(
  trx: Transaction<Schema>,
  chatId: number,
  row: Pick<MessageRow, 'id' | 'sort_at' | 'type'>,
): Promise<void> {
  const counter = row.type === 'outbound' ? 'customer_unread_count' : 'account_unread_count'
  await trx
    .updateTable('chats')
    .set({ last_message_id: row.id, last_message_at: row.sort_at })
    .set(counter, sql<number>`${sql.ref(counter)} + 1`)
    .$if(row.type === 'inbound', (chat) => chat.set({ put_away: null, snoozed_until: null }))
    .where('id', '=', chatId)
    .execute()
}
