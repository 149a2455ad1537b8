/** Open houses in the database: of a deal, one by its id, and what a customer has to do with them. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'

export type OpenHouseRow = Awaited<ReturnType<ReturnType<typeof selectOpenHouses>['execute']>>[number]

export interface OwnPart {
  state: 'registered' | 'waiting' | 'cancelled'
  /** In the waiting list, from 1. */
  place: number | null
}

/** By primary key. */
export const openHouseById = (db: Database, id: number) =>
  selectOpenHouses(db).where('open_houses.id', '=', id).executeTakeFirst()

/** By primary key. */
export const openHousesById = (db: Database, ids: readonly number[]) =>
  selectOpenHouses(db).where('open_houses.id', 'in', ids).execute()

/** From today on, by open_houses_start. */
export const openHousesOfAccount = (db: Database, accountId: number, from: Date) =>
  selectOpenHouses(db)
    .where('properties.account_id', '=', accountId)
    .where('open_houses.ends_at', '>=', from)
    .orderBy('open_houses.starts_at')
    .orderBy('open_houses.id')
    .limit(SHOWN_MAX)
    .execute()

const SHOWN_MAX = 500

/** What a customer has to do with these; nobody else has anything. By open_house_registrations_customer. */
export async function ownParts(
  db: Database,
  who: Principal | null,
  rows: readonly Pick<OpenHouseRow, 'id'>[],
): Promise<Map<number, OwnPart>> {
  if (who?.kind !== 'customer' || rows.length === 0) return new Map()
  const found = await db
    .selectFrom('open_house_registrations as own')
    .select(['own.open_house_id', 'own.state', placeInLine.as('place')])
    .where('own.customer_id', '=', who.id)
    .where(
      'own.open_house_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return new Map(
    found.map(({ open_house_id, state, place }) => [
      open_house_id,
      { state, place: state === 'waiting' ? Number(place) : null },
    ]),
  )
}

/** Those of one open house that wait as long or longer. By the unique index on it. */
const placeInLine = sql<number>`(select count(*) from open_house_registrations ahead
  where ahead.open_house_id = own.open_house_id and ahead.state = 'waiting'
    and (ahead.waiting_since, ahead.id) <= (own.waiting_since, own.id))`

/** What the street is told by, to take it out of what is said to who may not know it. */
const STREET_COLUMNS = [
  'properties.address',
  'properties.city',
  'properties.county',
  'properties.state',
  'properties.zip',
  'properties.parcel',
  'properties.latitude',
  'properties.longitude',
  'properties.is_street_shown',
] as const

export const selectOpenHouses = (db: Database) =>
  db
    .selectFrom('open_houses')
    .innerJoin('properties', 'properties.id', 'open_houses.property_id')
    .leftJoin('account_members as host', 'host.id', 'open_houses.host_id')
    .select([
      'open_houses.id',
      'open_houses.property_id',
      'open_houses.starts_at',
      'open_houses.ends_at',
      sql<boolean>`open_houses.ends_at <= now()`.as('is_over'),
      'open_houses.time_zone',
      'open_houses.capacity',
      'open_houses.registered_count',
      'open_houses.waiting_count',
      'open_houses.access_notes',
      'open_houses.grants_address',
      'open_houses.cancelled_at',
      'open_houses.cancel_reason',
      'host.name as host_name',
      'host.phone as host_phone',
      'properties.account_id',
      ...STREET_COLUMNS,
    ])
