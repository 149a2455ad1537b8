/** Reminds who is registered for an open house a day before it. What is due stands in the database, and each is reminded once. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workUntilDone } from '#server/core/jobs/work-through.ts'
import { broadcastNotifications } from '#server/notifications/centre/broadcast-notifications.ts'
import { type NotifyDeps, writeNotification } from '#server/notifications/centre/notify.ts'
import { zonedDay, zonedTimes } from '#shared/format/visit-time.ts'
import { visitNotification } from './visit-notifications.ts'

const DAY_MS = 86_400_000
const PORTION = 100

export const REMIND_OF_VISITS = workKind({
  name: 'remind-of-visits',
  label: 'Reminder of an open house, of registration',
})

interface Due {
  open_house_id: number
  customer_id: number
  property_id: number
  starts_at: Date
  ends_at: Date
  time_zone: string
  city: string
  state: string
}

/** Since when a reminder is due. By open_houses_start. */
export async function remindersDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await dueIds(db, nowMs, 1)
  return first ? first.starts_at.getTime() - DAY_MS : null
}

/** Until all are reminded but those another node has. */
export async function remindOfVisits(deps: NotifyDeps & WorkDeps, nowMs: number): Promise<void> {
  await workUntilDone(deps, REMIND_OF_VISITS, {
    nowMs: () => nowMs,
    due: () => dueIds(deps.db, nowMs, PORTION),
    atOnce: PORTION,
    keyOf: ({ id }) => String(id),
    async run(portion) {
      const ids = portion.map(({ id }) => id)
      const told = await deps.db.transaction().execute(async (trx) => {
        const rows = await take(trx, ids, nowMs)
        return { count: rows.length, news: await writeNotification(trx, rows.map(notificationsOf), deps) }
      })
      await broadcastNotifications(deps, told.news)
      return told.count
    },
  })
}

/** A person who registered on the last day needs no reminder. By open_houses_start. */
async function dueIds(db: Database, nowMs: number, most: number): Promise<{ id: number; starts_at: Date }[]> {
  const { rows } = await sql<{ id: number; starts_at: Date }>`
    select r.id, h.starts_at
    from open_house_registrations r
    join open_houses h on h.id = r.open_house_id
    where h.starts_at > ${new Date(nowMs).toISOString()} and h.starts_at <= ${new Date(nowMs + DAY_MS).toISOString()}
      and h.cancelled_at is null and r.state = 'registered' and r.reminded_at is null
      and r.created_at < h.starts_at - interval '1 day'
      and ${mayBeTried(REMIND_OF_VISITS, sql`r.id`, nowMs)}
    order by h.starts_at, r.id limit ${most}`.execute(db)
  return rows
}

/** Rows of another node are left to it. By primary keys. */
async function take(trx: Database, ids: readonly number[], nowMs: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update open_house_registrations o set reminded_at = ${new Date(nowMs).toISOString()}
    from open_houses h join properties p on p.id = h.property_id
    where h.id = o.open_house_id and o.id in (
      select id from open_house_registrations
      where id = any(${ids}::bigint[]) and state = 'registered' and reminded_at is null
      order by id for update skip locked)
    returning o.open_house_id, o.customer_id, h.property_id, h.starts_at, h.ends_at, h.time_zone, p.city, p.state`.execute(
    trx,
  )
  return rows
}

function notificationsOf(row: Due) {
  const { open_house_id: id, property_id, customer_id, starts_at, ends_at, time_zone } = row
  const when = `${zonedDay(starts_at.getTime(), time_zone)}, ${zonedTimes(starts_at.getTime(), ends_at.getTime(), time_zone)}`
  return visitNotification({ id, property_id }, customer_id, {
    about: `reminder ${starts_at.getTime()}`,
    title: `Open house in ${row.city}, ${row.state}: ${when}`,
    body: 'You are registered. If you cannot come, cancel your registration so that somebody else can come.',
  })
}
