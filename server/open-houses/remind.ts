/** Reminds who is registered for an open house a day before it. What is due stands in the database, and each is reminded once. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { type NotifyDeps, writeNews } from '#server/notifications/notify.ts'
import { tellNotifications } from '#server/notifications/tell-notifications.ts'
import { zonedDay, zonedTimes } from '#shared/format/visit-time.ts'
import { visitNews } from './visit-news.ts'

const DAY_MS = 86_400_000
const PORTION = 100

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

/** By open_houses_start. */
export async function hasReminders(db: Database, nowMs: number): Promise<boolean> {
  const { rows } = await sql`select 1 ${due(nowMs)} limit 1`.execute(db)
  return rows.length > 0
}

/** Until all are reminded. By open_houses_start. */
export async function remindOfVisits(deps: NotifyDeps, nowMs: number): Promise<void> {
  for (;;) {
    const { taken, told } = await deps.db.transaction().execute(async (trx) => {
      const rows = await take(trx, nowMs)
      return { taken: rows.length, told: await writeNews(trx, rows.map(newsOf), deps) }
    })
    await tellNotifications(deps, told)
    if (taken < PORTION) return
  }
}

/** Who registered on the last day knows of it. */
const due = (nowMs: number) => sql`
  from open_house_registrations r
  join open_houses h on h.id = r.open_house_id
  where h.starts_at > ${new Date(nowMs).toISOString()} and h.starts_at <= ${new Date(nowMs + DAY_MS).toISOString()}
    and h.cancelled_at is null and r.state = 'registered' and r.reminded_at is null
    and r.created_at < h.starts_at - interval '1 day'`

async function take(trx: Database, nowMs: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update open_house_registrations o set reminded_at = ${new Date(nowMs).toISOString()}
    from open_houses h join properties p on p.id = h.property_id
    where h.id = o.open_house_id and o.id in (
      select r.id ${due(nowMs)} order by r.id limit ${PORTION} for update of r skip locked)
    returning o.open_house_id, o.customer_id, h.property_id, h.starts_at, h.ends_at, h.time_zone, p.city, p.state`.execute(
    trx,
  )
  return rows
}

function newsOf(row: Due) {
  const { open_house_id: id, property_id, customer_id, starts_at, ends_at, time_zone } = row
  const when = `${zonedDay(starts_at.getTime(), time_zone)}, ${zonedTimes(starts_at.getTime(), ends_at.getTime(), time_zone)}`
  return visitNews({ id, property_id }, customer_id, {
    about: `reminder ${starts_at.getTime()}`,
    title: `Open house in ${row.city}, ${row.state}: ${when}`,
    body: 'You are registered. If you cannot come, give your place to who waits.',
  })
}
