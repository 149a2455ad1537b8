/** What customers and members of accounts want to be told where, and when it has to be quiet, for many of them at once. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { USUAL_QUIET_HOURS } from '#shared/contract/notification-limits.ts'
import type { Frequency } from '#shared/contract/notifications.ts'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'
import type { CellName, Preferences, RecipientKind } from '#shared/rules/notifications/preferences.ts'
import type { QuietHours } from '#shared/rules/notifications/quiet-hours.ts'

/** Who is told something. */
export interface Recipient {
  kind: RecipientKind
  id: number
}

/** Null for an address of nobody's account. */
export function recipientOf(row: { customer_id: number | null; member_id: number | null }): Recipient | null {
  if (row.customer_id !== null) return { kind: 'customer', id: row.customer_id }
  return row.member_id === null ? null : { kind: 'member', id: row.member_id }
}

/** The column of the tables that both kinds share. */
export const columnOf = (kind: RecipientKind) =>
  kind === 'customer' ? ('customer_id' as const) : ('member_id' as const)

export interface RecipientPreferences {
  preferences: Preferences
  /** Null for none. */
  quiet: QuietHours | null
  /** IANA. */
  zone: string
  /** False for the usual one, of people who have not chosen any. */
  isZoneKnown: boolean
  /** Browsers that get notices. */
  devices: number
}

/** Without those who are gone, blocked, paused or of a suspended account: nobody tells them anything. By primary and unique keys. */
export async function preferencesOf(
  db: Database,
  recipientIds: readonly number[],
  kind: RecipientKind = 'customer',
): Promise<ReadonlyMap<number, RecipientPreferences>> {
  const ids = sql`any(${[...new Set(recipientIds)]}::bigint[])`
  const column = sql.ref(columnOf(kind))
  const { rows: people } = await (kind === 'customer' ? customers(ids) : members(ids)).execute(db)
  const { rows: cells } = await sql<Cell>`
    select ${column} as id, type || ' ' || channel as name, frequency from notification_preferences
    where ${column} = ${ids}`.execute(db)
  const off = kind === 'customer' ? await unsubscribed(db, ids) : []
  const cellsOf = byId(cells)
  const offOf = byId(off)
  return new Map(
    people.map((person) => [
      person.id,
      {
        preferences: {
          kind,
          chosen: new Map(cellsOf.get(person.id)?.map(({ name, frequency }) => [name, frequency])),
          mailTypesOff: new Set(offOf.get(person.id)?.map(({ type }) => type)),
          textPurposes: new Set(person.text_purposes),
        },
        quiet: quietOf(person),
        zone: person.time_zone ?? USUAL_ZONE,
        isZoneKnown: person.time_zone !== null,
        devices: person.devices,
      },
    ]),
  )
}

type Ids = RawBuilder<unknown>

/** The row of `access_tokens` called `login`: it was not ended, and did not end by age or by lack of use. */
export const isLoginAlive = sql<boolean>`
  (login.revoked_at is null and login.expires_at > clock_timestamp()
    and (login.idle_seconds is null or coalesce(login.last_used_at, login.created_at)
      + login.idle_seconds * interval '1 second' > clock_timestamp()))`

const customers = (ids: Ids) => sql<Person>`
    select c.id, c.time_zone, q.customer_id is not null as has_quiet, q.quiet_from, q.quiet_until,
      (select coalesce(jsonb_agg(distinct purpose), '[]') from customer_phones p, jsonb_object_keys(p.text_consents) purpose
        where p.customer_id = c.id and p.opted_in and p.confirmed_at is not null) as text_purposes,
      (select count(*)::int from push_devices d join access_tokens login on login.id = d.session_id
        where d.customer_id = c.id and ${isLoginAlive}) as devices
    from customers c left join quiet_hours q on q.customer_id = c.id
    where c.id = ${ids} and c.blocked_at is null`

const members = (ids: Ids) => sql<Person>`
    select m.id, m.time_zone, q.member_id is not null as has_quiet, q.quiet_from, q.quiet_until,
      case when m.phone is null then '[]' else ${JSON.stringify(TEXT_PURPOSES)}::jsonb end as text_purposes,
      (select count(*)::int from push_devices d join access_tokens login on login.id = d.session_id
        where d.member_id = m.id and ${isLoginAlive}) as devices
    from account_members m join accounts a on a.id = m.account_id left join quiet_hours q on q.member_id = m.id
    where m.id = ${ids} and m.paused_at is null and a.suspended_at is null`

async function unsubscribed(db: Database, ids: Ids): Promise<Off[]> {
  const { rows } = await sql<Off>`
    select customer_id as id, type from mail_preferences where customer_id = ${ids} and not is_subscribed`.execute(
    db,
  )
  return rows
}

/**
 * For many who are processed one by one: read together, and if that fails each alone, so that unreadable preferences fail only
 * for their own recipient.
 */
export async function preferencesForEach(
  db: Database,
  recipientIds: readonly number[],
  kind: RecipientKind = 'customer',
): Promise<(id: number) => Promise<RecipientPreferences | undefined>> {
  const all = await preferencesOf(db, recipientIds, kind).catch(() => null)
  return async (id) => (all ?? (await preferencesOf(db, [id], kind))).get(id)
}

/** Of who has not said where they live: where most deals are. */
export const USUAL_ZONE = timeZoneOf('', null)

interface Person {
  id: number
  time_zone: string | null
  has_quiet: boolean
  quiet_from: string | null
  quiet_until: string | null
  text_purposes: readonly TextPurpose[]
  devices: number
}
interface Cell {
  id: number
  name: CellName
  frequency: Frequency
}
interface Off {
  id: number
  type: string
}

function quietOf({ has_quiet, quiet_from: from, quiet_until: until }: Person): QuietHours | null {
  if (!has_quiet) return USUAL_QUIET_HOURS
  return from === null || until === null ? null : { from, until }
}

function byId<Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> {
  const map = new Map<number, Row[]>()
  for (const row of rows) {
    const own = map.get(row.id)
    if (own) own.push(row)
    else map.set(row.id, [row])
  }
  return map
}
