/**
 * Tells customers something: in the bell, and by mail, text or notice where they want it at once. Members of accounts have no bell, and
 * may get their mails once a day. Written in one transaction with what goes out; the same news again is told no second time.
 */

import { sql } from 'kysely'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { type Contents, shortNotice } from '#server/notifications/deliveries/contents.ts'
import { type NewDelivery, queueDeliveries, queueDigestItem } from '#server/notifications/deliveries/queue.ts'
import { nameOf } from '#server/notifications/greeting.ts'
import { UNREAD_NOTICE_MS } from '#shared/contract/notification-limits.ts'
import type { Channel, Frequency, NotificationType } from '#shared/contract/notifications.ts'
import type { PageLink } from '#shared/contract/pages.ts'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'
import { frequencyOf, mailTypeOf } from '#shared/rules/notifications/preferences.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import { type BroadcastDeps, broadcastNotifications } from './broadcast-notifications.ts'
import { preferencesOf, type Recipient, type RecipientPreferences } from './recipient-preferences.ts'

/** One thing that one customer is told. Its words may say only what this customer may know: of a hidden address, the town. */
export interface NotificationDraft extends Words {
  customerId: number
}

/** The same to every member of an account. */
export interface AccountNotificationDraft extends Omit<Words, 'propertyId' | 'without'> {
  accountId: number
}

interface Words {
  type: NotificationType
  /** Names it among the news of this person, e.g. `match 4711`. */
  key: string
  title: string
  body?: string | null
  /** A path of the marketplace, where it can be seen. */
  url: PageLink
  propertyId?: number | null
  /** What the link in a mail says. */
  label?: string
  /** A message that is unread: it is told after a while, unless it was read by then. */
  unread?: { messageId: number; afterMs: number }
  /** Channels that are left out: the caller has something better there, or the news is not meant for them. */
  without?: readonly Channel[]
  /** Of the request that caused it; without it: of the one under way. */
  requestId?: string | null
}

export interface NotifyDeps extends BroadcastDeps {
  nowMs?: () => number
}

/** In a transaction of its own, then says it live. */
export async function notify(deps: NotifyDeps, news: readonly NotificationDraft[]): Promise<void> {
  if (news.length === 0) return
  const told = await deps.db.transaction().execute((trx) => writeNotification(trx, news, deps))
  await broadcastNotifications(deps, told)
}

/**
 * In the caller's transaction. Resolves with the ids of what stands in somebody's bell now and did not before: `tellNotifications`
 * says them live after the commit; what nobody says is found and said within seconds.
 */
export async function writeNotification(
  trx: Database,
  news: readonly NotificationDraft[],
  { nowMs }: Pick<NotifyDeps, 'nowMs'> = {},
): Promise<number[]> {
  if (news.length === 0) return []
  const recipientPreferences = await preferencesOf(
    trx,
    news.map(({ customerId }) => customerId),
  )
  const told = news.flatMap((one): Told[] => {
    const of = recipientPreferences.get(one.customerId)
    return of ? [{ news: one, to: { kind: 'customer', id: one.customerId }, of }] : []
  })
  const ids = await insertNotification(
    trx,
    news.filter((one) => {
      const of = recipientPreferences.get(one.customerId)
      return of !== undefined && wayOf(one, 'in_app', of) === 'instant'
    }),
  )
  await queueNotification(trx, told, nowMs?.() ?? (await nowMsOf(trx)))
  return ids
}

/** In the caller's transaction. By account_members_account. */
export async function writeAccountNotification(
  trx: Database,
  { accountId, ...news }: AccountNotificationDraft,
  { nowMs }: Pick<NotifyDeps, 'nowMs'> = {},
): Promise<void> {
  const members = await trx
    .selectFrom('account_members')
    .select('id')
    .where('account_id', '=', accountId)
    .where('paused_at', 'is', null)
    .where((row) => row.or([row('invited_at', 'is', null), row('password_hash', 'is not', null)]))
    .orderBy('id')
    .execute()
  const ids = members.map(({ id }) => id)
  const recipientPreferences = await preferencesOf(trx, ids, 'member')
  const told = [...recipientPreferences].map(([id, of]): Told => ({ news, to: { kind: 'member', id }, of }))
  await queueNotification(trx, told, nowMs?.() ?? (await nowMsOf(trx)))
}

/** As a mail to a seller may say it. By primary key. */
export async function buyerNameOf(db: Database, id: number): Promise<string> {
  const buyer = await db
    .selectFrom('customers')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (buyer && nameOf(buyer)) || 'A buyer'
}

/** Nothing is added to a daily mail that may be going just now. */
const MINUTE_MS = 60_000

const OUTWARD = ['email', 'sms', 'push'] as const
type Outward = (typeof OUTWARD)[number]

interface Told {
  news: Words
  to: Recipient
  of: RecipientPreferences
}

function wayOf({ type, without }: Words, channel: Channel, of: RecipientPreferences): Frequency {
  if (without?.includes(channel) || (channel === 'push' && of.devices === 0)) return 'off'
  return frequencyOf(of.preferences, type, channel)
}

async function queueNotification(trx: Database, told: readonly Told[], nowMs: number): Promise<void> {
  const going = OUTWARD.flatMap((channel) =>
    told.flatMap((one) =>
      wayOf(one.news, channel, one.of) === 'instant' ? [deliveryOf(one, channel, nowMs)] : [],
    ),
  )
  await queueDeliveries(trx, going)
  for (const { news, to, of } of told) {
    if (to.kind !== 'member' || wayOf(news, 'email', of) !== 'daily') continue
    const { title, body, url, key, type } = news
    const item = { title, text: body ?? '', url, key, type }
    await queueDigestItem(trx, {
      memberId: to.id,
      item,
      dueAtMs: alertTimeOf({ frequency: 'daily', zone: of.zone, nowMs: nowMs + MINUTE_MS }),
    })
  }
}

function deliveryOf({ news, to, of }: Told, channel: Outward, nowMs: number): NewDelivery {
  const { type, unread, requestId } = news
  const isCustomer = to.kind === 'customer'
  const unreadMs = channel === 'push' ? UNREAD_NOTICE_MS : (unread?.afterMs ?? 0)
  const at = unread ? nowMs + unreadMs : nowMs
  return {
    ...contentsOf(news, channel),
    key: `${channel} ${isCustomer ? '' : 'member '}${to.id} ${news.key}`,
    customerId: isCustomer ? to.id : null,
    memberId: isCustomer ? null : to.id,
    messageId: unread?.messageId ?? null,
    ...(requestId === undefined ? {} : { requestId }),
    type,
    mailType: isCustomer && channel === 'email' ? mailTypeOf(type) : null,
    // A buyer’s mail about a message waits for the morning; a seller’s comes at once.
    dueAtMs: sendAtMs(at, {
      type,
      channel,
      zone: of.zone,
      quiet: of.quiet,
      isMailHeld: isCustomer && unread !== undefined,
    }),
  }
}

function contentsOf(one: Words, channel: Outward): Contents {
  const { title, body = null, url, label = 'Open' } = one
  switch (channel) {
    case 'email': {
      const paragraphs = [body ?? `${title}.`]
      return { channel, content: { subject: title, paragraphs, button: { label, url } } }
    }
    case 'sms':
      return { channel, content: { text: title, isSigned: true, path: url } }
    case 'push':
      return { channel, content: shortNotice({ title, body, url }) }
  }
}

/** By the unique index on customer and key. */
async function insertNotification(trx: Database, news: readonly NotificationDraft[]): Promise<number[]> {
  if (news.length === 0) return []
  const rows = news.map((one) => ({
    customer_id: one.customerId,
    type: one.type,
    key: one.key,
    title: one.title,
    body: one.body ?? null,
    url: one.url,
    property_id: one.propertyId ?? null,
  }))
  const { rows: written } = await sql<{ id: number }>`
    insert into notifications (customer_id, type, key, title, body, url, property_id)
    select n.customer_id, n.type, n.key, n.title, n.body, n.url, p.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      customer_id bigint, type text, key text, title text, body text, url text, property_id bigint)
    left join properties p on p.id = n.property_id
    on conflict (customer_id, key) do nothing returning id`.execute(trx)
  return written.map(({ id }) => id)
}
