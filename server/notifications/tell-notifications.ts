/** Says live to customers what is new in their bell. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { patiently } from '#server/realtime/patiently.ts'
import { customerChannel, notificationsUpdated } from '#shared/contract/events.ts'
import { type NotificationRow, notificationWire } from './wire.ts'

export interface TellDeps {
  db: Database
  broadcaster: Broadcaster
  prefix: string
}

/** One event for each customer, with the latest of what is new. By primary key and notifications_unread. */
export async function tellNotifications(deps: TellDeps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<NotificationRow & { customer_id: number }>`
    select distinct on (customer_id) customer_id, id, type, title, body, url, property_id, created_at, read_at
    from notifications where id = any(${ids}::bigint[])
    order by customer_id, created_at desc, id desc`.execute(deps.db)
  const unread = await unreadCounts(
    deps.db,
    rows.map(({ customer_id }) => customer_id),
  )
  await patiently(
    rows.map((row) =>
      deps.broadcaster.broadcast(customerChannel(deps.prefix, row.customer_id), notificationsUpdated, {
        unread_count: unread.get(row.customer_id) ?? 0,
        latest: notificationWire(row),
      }),
    ),
  )
}

/** After something was read: the other tabs and devices of one customer. */
export async function tellUnreadCount(deps: TellDeps, customerId: number): Promise<number> {
  const unread_count = (await unreadCounts(deps.db, [customerId])).get(customerId) ?? 0
  await deps.broadcaster.broadcast(customerChannel(deps.prefix, customerId), notificationsUpdated, {
    unread_count,
    latest: null,
  })
  return unread_count
}

/** Those with none are left out. By notifications_unread. */
export async function unreadCounts(
  db: Database,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ customer_id: number; count: number }>`
    select customer_id, count(*)::int as count from notifications
    where customer_id = any(${customerIds}::bigint[]) and read_at is null group by customer_id`.execute(db)
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
}
