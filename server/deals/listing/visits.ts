/** Planning and changing an open house. Places that are taken cannot be taken away; new ones go to the people who wait. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { fillPlaces, past } from '#server/deals/open-houses/places.ts'
import { openHouseById } from '#server/deals/open-houses/queries.ts'
import type { OpenHouseFields } from '#shared/contract/seller-deals.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'
import { dateOf } from './fields.ts'
import { type ChangeDeps, changeDeal } from './own-deal.ts'

const LONGEST_MS = 24 * 60 * 60_000
const LAST_DAY_MS = 24 * 60 * 60_000

/** Rejects with 404 and 422; resolves with its id. */
export async function planVisit(
  deps: ChangeDeps,
  of: { who: AccountPrincipal; id: number },
  fields: OpenHouseFields,
): Promise<number> {
  const columns = await columnsOf(deps.db, of.who, fields)
  if (columns.starts_at.getTime() <= deps.nowMs()) throw invalid({ start: ['Choose a time in the future.'] })
  return changeDeal(deps, of, async (trx, row) => {
    const made = await trx
      .insertInto('open_houses')
      .values({
        property_id: of.id,
        ...columns,
        time_zone: row.time_zone ?? timeZoneOf(row.state, row.is_street_shown ? row.longitude : null),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
}

export interface ChangedVisit {
  id: number
  /** Names this change of the time, of which people who are registered or wait have to know. Null when the time is the same. */
  move: string | null
  /** Customers who waited and have a place now. */
  promoted: number[]
}

/** Rejects with 404, with 409 under `past` and `cancelled`, and with 422. */
export async function changeVisit(
  deps: ChangeDeps,
  { who, openHouseId }: { who: AccountPrincipal; openHouseId: number },
  fields: OpenHouseFields,
): Promise<ChangedVisit> {
  const known = await openHouseById(deps.db, openHouseId)
  if (known?.account_id !== who.accountId) throw notFound()
  const columns = await columnsOf(deps.db, who, fields)
  return changeDeal(deps, { who, id: known.property_id }, async (trx) => {
    const before = await lockVisit(trx, openHouseId, deps.nowMs())
    const hasMoved =
      before.starts_at.getTime() !== columns.starts_at.getTime() ||
      before.ends_at.getTime() !== columns.ends_at.getTime()
    if (hasMoved && columns.starts_at.getTime() <= deps.nowMs())
      throw invalid({ start: ['Choose a time in the future.'] })
    if (columns.capacity !== null && columns.capacity < before.registered_count)
      throw invalid({
        capacity: [`${before.registered_count} people are registered. Give it as many places at least.`],
      })
    await trx.updateTable('open_houses').set(columns).where('id', '=', openHouseId).execute()
    if (hasMoved) await remindAgain(trx, openHouseId, columns.starts_at.getTime() - deps.nowMs())
    const move = hasMoved ? randomUUID() : null
    return { id: openHouseId, move, promoted: await fillPlaces(trx, openHouseId) }
  })
}

/** Of a new time on the last day its own notice is the reminder. By the unique index on open house and customer. */
const remindAgain = (trx: Transaction<Schema>, openHouseId: number, inMs: number) =>
  trx
    .updateTable('open_house_registrations')
    .set({ reminded_at: inMs > LAST_DAY_MS ? null : NOW })
    .where('open_house_id', '=', openHouseId)
    .execute()

/** By primary key. Registering waits for this row, too. */
async function lockVisit(trx: Transaction<Schema>, id: number, nowMs: number) {
  const row = await trx
    .selectFrom('open_houses')
    .select(['starts_at', 'ends_at', 'cancelled_at', 'registered_count'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.cancelled_at !== null)
    throw new Refusal(409, {
      message: 'This open house was called off. Plan another one.',
      code: 'cancelled',
    })
  if (row.ends_at.getTime() <= nowMs) throw past()
  return row
}

async function columnsOf(db: Database, me: AccountPrincipal, fields: OpenHouseFields) {
  const { start, end, capacity, access_notes: notes, grants_address, host_id } = fields
  const [starts_at, ends_at] = [dateOf('start', start), dateOf('end', end)]
  if (!starts_at || !ends_at) throw invalid({ start: ['Enter a time.'] })
  const lengthMs = ends_at.getTime() - starts_at.getTime()
  if (lengthMs <= 0) throw invalid({ end: ['The end must be after the beginning.'] })
  if (lengthMs > LONGEST_MS) throw invalid({ end: ['An open house lasts a day at most.'] })
  if (host_id !== null) await requireColleague(db, me, host_id)
  return { starts_at, ends_at, capacity, access_notes: notes === '' ? null : notes, grants_address, host_id }
}

/** By primary key. */
async function requireColleague(db: Database, me: AccountPrincipal, memberId: number): Promise<void> {
  const found = await db
    .selectFrom('account_members')
    .select('id')
    .where('id', '=', memberId)
    .where('account_id', '=', me.accountId)
    .executeTakeFirst()
  if (!found) throw invalid({ host_id: ['This person isn’t on your team.'] })
}
