/** The bell of one customer: what they were told, and what of it they have read. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { NOTIFICATIONS_PAGE } from '#shared/contract/notification-limits.ts'
import { notificationWire } from './wire.ts'

export interface NotificationsPage {
  data: NotificationWire[]
  next: string | null
}

export interface NotificationsQuery {
  /** The `next` of the page before. */
  before?: string | undefined
  only?: 'unread' | undefined
}

/** The latest first. By notifications_latest, or notifications_unread. */
export async function notificationsOf(
  db: Database,
  customerId: number,
  { before, only }: NotificationsQuery,
): Promise<NotificationsPage> {
  const [beforeMs, beforeId] = (before ?? '').split('.').map(Number)
  let query = db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'body', 'url', 'property_id', 'created_at', 'read_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTIFICATIONS_PAGE + 1)
  if (beforeMs !== undefined && beforeId !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (${new Date(beforeMs).toISOString()}::timestamptz, ${beforeId}::bigint)`,
    )
  if (only) query = query.where('read_at', 'is', null)
  const rows = await query.execute()
  const shown = rows.slice(0, NOTIFICATIONS_PAGE)
  const last = shown.at(-1)
  return {
    data: shown.map(notificationWire),
    next: rows.length > NOTIFICATIONS_PAGE && last ? `${last.created_at.getTime()}.${last.id}` : null,
  }
}

export interface Reading {
  ids?: readonly number[] | undefined
  /** The latest one that was shown. */
  upTo?: number | undefined
  isRead: boolean
}

/** Somebody else's are passed over; what was read before keeps its time. By primary key, or notifications_unread. */
export async function markRead(
  db: Database,
  customerId: number,
  { ids, upTo, isRead }: Reading,
): Promise<void> {
  const which = ids
    ? sql`id = any(${ids}::bigint[])`
    : sql`(created_at, id) <= (select created_at, id from notifications
        where id = ${upTo ?? 0} and customer_id = ${customerId})`
  await sql`
    update notifications set read_at = ${isRead ? sql`clock_timestamp()` : sql`null`}
    where customer_id = ${customerId} and read_at is ${isRead ? sql`null` : sql`not null`} and ${which}`.execute(
    db,
  )
}
