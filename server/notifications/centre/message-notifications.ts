/** Tells a buyer who is elsewhere that a seller wrote, and each of them by mail that a message of the other is still unread. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { messageChannels, sessionChannel } from '#shared/contract/events.ts'
import { UNREAD_MESSAGE_AGAIN_MS, UNREAD_MESSAGE_MS } from '#shared/contract/notification-limits.ts'
import { links } from '#shared/contract/pages.ts'
import {
  buyerNameOf,
  type NotifyDeps,
  notify,
  writeAccountNotification,
  writeNotification,
} from './notify.ts'

export interface WrittenMessage {
  id: number
  customerId: number
  accountId: number
  body?: string | null
}

/**
 * In the transaction that writes a buyer's message, whose chat it has locked. One mail for all that comes while the first one is
 * unread, and another after a day. By messages_unread_inbound.
 */
export async function writeUnreadNotification(
  trx: Database,
  { id, customerId, accountId }: WrittenMessage,
): Promise<void> {
  const { rows } = await sql`
    select 1 from messages
    where customer_id = ${customerId} and account_id = ${accountId} and type = 'inbound' and not is_read
      and action is null and id <> ${id}
      and created_at > clock_timestamp() - ${UNREAD_MESSAGE_AGAIN_MS / 1000} * interval '1 second' limit 1`.execute(
    trx,
  )
  if (rows.length > 0) return
  await writeAccountNotification(trx, {
    accountId,
    type: 'message',
    key: `message ${id}`,
    label: 'Open the conversation',
    title: `${await buyerNameOf(trx, customerId)} wrote to you`,
    body: 'You have an unread message.',
    url: links.seller({ kind: 'conversation', customerId }),
    unread: { messageId: id, afterMs: UNREAD_MESSAGE_MS },
  })
}

/**
 * In the transaction that writes a seller's message, whose chat it has locked. One mail for all that is unread of a conversation; it has
 * the words of all of it when it goes. By messages_unread_outbound and deliveries_message.
 */
export async function writeUnreadNotificationForBuyer(
  trx: Database,
  { id, customerId, accountId, body = null }: WrittenMessage,
): Promise<void> {
  const { rows } = await sql`
    select 1 from messages m join deliveries d on d.message_id = m.id and d.customer_id = m.customer_id
    where m.customer_id = ${customerId} and m.account_id = ${accountId} and m.type = 'outbound' and not m.is_read
      and d.state <> 'dropped' limit 1`.execute(trx)
  if (rows.length > 0) return
  await writeNotification(trx, [
    {
      customerId,
      type: 'message',
      key: `message ${id}`,
      label: 'Open the conversation',
      title: `${await sellerNameOf(trx, accountId)} wrote to you`,
      body,
      url: links.conversation(accountId),
      without: ['in_app', 'push'],
      unread: { messageId: id, afterMs: UNREAD_MESSAGE_MS },
    },
  ])
}

/** Who has a page open sees it come: then the bell is enough. The words themselves stay in the thread. */
export async function notifyMessage(
  deps: NotifyDeps,
  { id, customerId, accountId }: WrittenMessage,
): Promise<void> {
  if (!(await mayWant(deps.db, customerId))) return
  const channels = [
    ...messageChannels(deps.prefix, customerId, accountId),
    sessionChannel(deps.prefix, customerId),
  ]
  const sockets = await Promise.all(channels.map((channel) => deps.broadcaster.occupancy(channel)))
  const isHere = sockets.some((count) => count > 0)
  const title = `${await sellerNameOf(deps.db, accountId)} wrote to you`
  await notify(deps, [
    {
      customerId,
      type: 'message',
      key: `message ${id}`,
      title,
      url: links.conversation(accountId),
      // The text comes with the mail, once it was unread for a while.
      without: isHere ? ['email', 'sms', 'push'] : ['email', 'sms'],
    },
  ])
}

/** By primary key. */
async function sellerNameOf(db: Database, id: number): Promise<string> {
  const { title } = await db
    .selectFrom('accounts')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return title || 'A seller'
}

/** Most people want it nowhere: one quick question, by push_devices_customer and a primary key. */
async function mayWant(db: Database, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from push_devices where customer_id = ${customerId})
      or exists (select 1 from notification_preferences
        where customer_id = ${customerId} and type = 'message' and channel = 'in_app' and frequency <> 'off')`.execute(
    db,
  )
  return rows.length > 0
}
