/** Says live to customers what is new in their bell. */
import { type RawBuilder, sql } from 'kysely'
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
  if (ids.length > 0) await tell(deps, sql`id = any(${ids}::bigint[])`)
}

const PORTION = 100

/** By notifications_untold. */
export async function hasUntold({ db }: Pick<TellDeps, 'db'>): Promise<boolean> {
  const one = await db
    .selectFrom('notifications')
    .select('id')
    .where('is_untold', '=', true)
    .limit(1)
    .execute()
  return one.length > 0
}

/** What was written in a transaction whose end told nobody. By notifications_untold. */
export async function tellUntold(deps: TellDeps): Promise<void> {
  const some = sql`id in (select id from notifications where is_untold order by id limit ${PORTION} for update skip locked)`
  for (;;) if (!(await tell(deps, some))) return
}

/** Each is told once, by whoever writes that down. False when there was none. */
async function tell(deps: TellDeps, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<NotificationRow & { customer_id: number }>`
    with told as (update notifications set is_untold = false where is_untold and ${which} returning *)
    select distinct on (customer_id) customer_id, id, type, title, body, url, property_id, created_at, read_at
    from told order by customer_id, created_at desc, id desc`.execute(deps.db)
  if (rows.length === 0) return false
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
  return true
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
