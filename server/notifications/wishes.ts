/** What customers want to be told where, and when it has to be quiet, for many of them at once. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { USUAL_QUIET_HOURS } from '#shared/contract/notification-limits.ts'
import type { Frequency } from '#shared/contract/notifications.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'
import type { CellName, Preferences } from '#shared/rules/notifications/preferences.ts'
import type { QuietHours } from '#shared/rules/notifications/quiet-hours.ts'

export interface Wishes {
  preferences: Preferences
  /** Null for none. */
  quiet: QuietHours | null
  /** IANA. */
  zone: string
  /** Browsers that get notices. */
  devices: number
}

/** Without those who are gone or blocked: nobody tells them anything. By primary keys. */
export async function wishesOf(
  db: Database,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Wishes>> {
  const ids = sql`any(${[...new Set(customerIds)]}::bigint[])`
  const { rows: people } = await sql<Person>`
    select c.id, c.time_zone, q.customer_id is not null as has_quiet, q.quiet_from, q.quiet_until,
      exists (select 1 from customer_phones p
        where p.customer_id = c.id and p.opted_in and p.confirmed_at is not null) as can_text,
      (select count(*)::int from push_devices d join access_tokens t on t.id = d.session_id
        where d.customer_id = c.id and t.revoked_at is null and t.expires_at > clock_timestamp()) as devices
    from customers c left join quiet_hours q on q.customer_id = c.id
    where c.id = ${ids} and c.blocked_at is null`.execute(db)
  const { rows: cells } = await sql<Cell>`
    select customer_id, type || ' ' || channel as name, frequency from notification_preferences
    where customer_id = ${ids}`.execute(db)
  const { rows: off } = await sql<Off>`
    select customer_id, type from mail_preferences where customer_id = ${ids} and not is_subscribed`.execute(
    db,
  )
  const cellsOf = byCustomer(cells)
  const offOf = byCustomer(off)
  return new Map(
    people.map((person) => [
      person.id,
      {
        preferences: {
          chosen: new Map(cellsOf.get(person.id)?.map(({ name, frequency }) => [name, frequency])),
          mailTypesOff: new Set(offOf.get(person.id)?.map(({ type }) => type)),
          canText: person.can_text,
        },
        quiet: quietOf(person),
        zone: person.time_zone ?? USUAL_ZONE,
        devices: person.devices,
      },
    ]),
  )
}

/** Of who has not said where they live: where most deals are. */
export const USUAL_ZONE = timeZoneOf('', null)

interface Person {
  id: number
  time_zone: string | null
  has_quiet: boolean
  quiet_from: string | null
  quiet_until: string | null
  can_text: boolean
  devices: number
}
interface Cell {
  customer_id: number
  name: CellName
  frequency: Frequency
}
interface Off {
  customer_id: number
  type: string
}

function quietOf({ has_quiet, quiet_from: from, quiet_until: until }: Person): QuietHours | null {
  if (!has_quiet) return USUAL_QUIET_HOURS
  return from === null || until === null ? null : { from, until }
}

function byCustomer<Row extends { customer_id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> {
  const map = new Map<number, Row[]>()
  for (const row of rows) {
    const own = map.get(row.customer_id)
    if (own) own.push(row)
    else map.set(row.customer_id, [row])
  }
  return map
}
