/** Says live to customers what is new in their bell. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workUntilDone } from '#server/core/jobs/work-through.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { notificationsUpdated, sessionChannel } from '#shared/contract/events.ts'
import { type NotificationRow, notificationWire } from './wire.ts'

export interface BroadcastDeps {
  db: Database
  broadcaster: Broadcaster
  prefix: string
}

/** One event for each customer, with the latest of what is new. By primary key and notifications_unread. */
export async function broadcastNotifications(deps: BroadcastDeps, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tell(deps, sql`id = any(${ids}::bigint[])`)
}

const PORTION = 100

export const BROADCAST_NOTIFICATIONS = workKind({
  name: 'tell-notifications',
  label: 'Notification to show live',
})

/** Since when one waits. By notifications_untold. */
export async function notificationsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await untold(db, nowMs, 1)
  return first?.created_at.getTime() ?? null
}

const untold = (db: Database, nowMs: number, most: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('is_untold', '=', true)
    .where(mayBeTried(BROADCAST_NOTIFICATIONS, sql`notifications.id`, nowMs))
    .orderBy('id')
    .limit(most)
    .execute()

/** Notifications written in a transaction after which nobody broadcast them. Until none is left but those another node has. */
export async function notifyUntold(deps: BroadcastDeps & WorkDeps, nowMs: number): Promise<void> {
  await workUntilDone(deps, BROADCAST_NOTIFICATIONS, {
    nowMs: () => nowMs,
    due: () => untold(deps.db, nowMs, PORTION),
    atOnce: PORTION,
    keyOf: ({ id }) => String(id),
    async run(portion) {
      const ids = portion.map(({ id }) => id)
      const some = sql`id in (
        select id from notifications where id = any(${ids}::bigint[]) and is_untold order by id for update skip locked)`
      return tell(deps, some)
    },
  })
}

/** Broadcasts each notification once: the node that marks it sends it. Resolves with the number of customers. */
async function tell(deps: BroadcastDeps, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<NotificationRow & { customer_id: number }>`
    with told as (update notifications set is_untold = false where is_untold and ${which} returning *)
    select distinct on (customer_id) customer_id, id, type, title, body, url, property_id, created_at, read_at
    from told order by customer_id, created_at desc, id desc`.execute(deps.db)
  if (rows.length === 0) return 0
  const unread = await unreadCounts(
    deps.db,
    rows.map(({ customer_id }) => customer_id),
  )
  await withTimeout(
    rows.map((row) =>
      deps.broadcaster.broadcast(sessionChannel(deps.prefix, row.customer_id), notificationsUpdated, {
        unread_count: unread.get(row.customer_id) ?? 0,
        latest: notificationWire(row),
      }),
    ),
  )
  return rows.length
}

/** After something was read: the other tabs and devices of one customer. */
export async function broadcastUnreadCount(deps: BroadcastDeps, customerId: number): Promise<number> {
  const unread_count = (await unreadCounts(deps.db, [customerId])).get(customerId) ?? 0
  await deps.broadcaster.broadcast(sessionChannel(deps.prefix, customerId), notificationsUpdated, {
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
