/**
 * The places of an open house: taken, waited for, given back. Every change holds a lock on the open house's row, so calls at once
 * are served one after another and no place is given twice.
 */
import type { Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { writeRegisteredNotification } from './visit-notifications.ts'

export interface Wanted {
  customerId: number
  openHouseId: number
  nowMs: number
}

type Trx = Transaction<Schema>

/** Again changes nothing. Rejects with 404, and with 409 under the codes `past`, `cancelled` and `full`. */
export function register(
  db: Database,
  { isWaitingFine, ...wanted }: Wanted & { isWaitingFine: boolean },
): Promise<'registered' | 'waiting'> {
  return db.transaction().execute(async (trx) => {
    const house = await lockOpenHouse(trx, wanted.openHouseId)
    if (house.listing !== 'listed') throw notFound()
    const own = await registrationOf(trx, wanted)
    if (own?.state === 'registered') return 'registered'
    refuseUnlessOpen(house, wanted.nowMs)
    const ahead = own?.state === 'waiting' ? 0 : house.waiting_count
    const hasPlace = house.capacity === null || house.registered_count + ahead < house.capacity
    if (!hasPlace && !isWaitingFine && own?.state !== 'waiting') throw full()
    if (!hasPlace && own?.state === 'waiting') return 'waiting'
    const state = hasPlace ? 'registered' : 'waiting'
    await write(trx, wanted, state)
    await count(trx, house, {
      registered: hasPlace ? 1 : 0,
      waiting: (hasPlace ? 0 : 1) - (own?.state === 'waiting' ? 1 : 0),
    })
    await writeRegisteredNotification(trx, wanted, state)
    return state
  })
}

/** The customer who got the place that came free, or null. Who has none to give changes nothing. */
export function giveBack(db: Database, wanted: Wanted): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const house = await lockOpenHouse(trx, wanted.openHouseId)
    const own = await registrationOf(trx, wanted)
    if (!own || own.state === 'cancelled') return null
    if (house.ends_at.getTime() <= wanted.nowMs) throw past()
    return leave(trx, house, { customerId: wanted.customerId, wasRegistered: own.state === 'registered' })
  })
}

/** How long after its end a seller still sees an open house and who came. */
export const SHOWN_AFTER_MS = 24 * 60 * 60_000

/**
 * For a customer who goes for good: their places are free for others. Returns the open houses whose list they were in, and who
 * got the place there.
 */
export async function giveAllBack(
  trx: Trx,
  customerId: number,
  nowMs: number,
): Promise<{ openHouseId: number; customerId: number | null }[]> {
  const held = await trx
    .selectFrom('open_house_registrations')
    .innerJoin('open_houses', 'open_houses.id', 'open_house_registrations.open_house_id')
    .select(['open_houses.id', 'open_houses.ends_at', 'open_house_registrations.state'])
    .where('open_house_registrations.customer_id', '=', customerId)
    .where('open_house_registrations.state', '<>', 'cancelled')
    .where('open_houses.ends_at', '>', new Date(nowMs - SHOWN_AFTER_MS))
    // In one order for everybody, or two who go at once could wait for each other.
    .orderBy('open_houses.id')
    .execute()
  const left: { openHouseId: number; customerId: number | null }[] = []
  for (const { id, ends_at, state } of held) {
    const wasRegistered = state === 'registered'
    const isOver = ends_at.getTime() <= nowMs
    const next = isOver ? null : await leave(trx, await lockOpenHouse(trx, id), { customerId, wasRegistered })
    left.push({ openHouseId: id, customerId: next })
  }
  return left
}

/** After a change of the capacity: the customers who waited and have a place now, in their order. */
export async function fillPlaces(trx: Trx, openHouseId: number): Promise<number[]> {
  const house = await lockOpenHouse(trx, openHouseId)
  const free = house.capacity === null ? Number.POSITIVE_INFINITY : house.capacity - house.registered_count
  const promoted = (await waitingIn(trx, openHouseId)).slice(0, Math.max(0, free))
  for (const customerId of promoted) await setState(trx, { customerId, openHouseId }, 'registered')
  await count(trx, house, { registered: promoted.length, waiting: -promoted.length })
  return promoted
}

type House = Awaited<ReturnType<typeof lockOpenHouse>>

async function leave(
  trx: Trx,
  house: House,
  { customerId, wasRegistered }: { customerId: number; wasRegistered: boolean },
): Promise<number | null> {
  await setState(trx, { customerId, openHouseId: house.id }, 'cancelled')
  const isFree = wasRegistered && house.cancelled_at === null
  const next = isFree ? ((await waitingIn(trx, house.id))[0] ?? null) : null
  if (next !== null) await setState(trx, { customerId: next, openHouseId: house.id }, 'registered')
  await count(trx, house, {
    registered: wasRegistered && next === null ? -1 : 0,
    waiting: !wasRegistered || next !== null ? -1 : 0,
  })
  return next
}

function refuseUnlessOpen(house: House, nowMs: number): void {
  if (house.cancelled_at !== null)
    throw new Refusal(409, { message: 'The seller has called this open house off.', code: 'cancelled' })
  if (house.ends_at.getTime() <= nowMs) throw past()
}

export const past = () => new Refusal(409, { message: 'This open house is over.', code: 'past' })
const full = () =>
  new Refusal(409, {
    message: 'This open house is full. Join the waiting list to get the next place that comes free.',
    code: 'full',
  })

/** By primary key. Not the property's row: a change of the deal is no reason to wait. */
async function lockOpenHouse(trx: Trx, id: number) {
  const house = await trx
    .selectFrom('open_houses')
    .innerJoin('properties', 'properties.id', 'open_houses.property_id')
    .select(['open_houses.id', 'ends_at', 'cancelled_at', 'capacity', 'registered_count', 'waiting_count'])
    .select('properties.listing')
    .where('open_houses.id', '=', id)
    .forNoKeyUpdate('open_houses')
    .executeTakeFirst()
  if (!house) throw notFound()
  return house
}

/** By the unique index on both. */
const registrationOf = (trx: Trx, of: Pick<Wanted, 'customerId' | 'openHouseId'>) =>
  trx
    .selectFrom('open_house_registrations')
    .select(['id', 'state'])
    .where('open_house_id', '=', of.openHouseId)
    .where('customer_id', '=', of.customerId)
    .executeTakeFirst()

async function write(trx: Trx, wanted: Wanted, state: 'registered' | 'waiting'): Promise<void> {
  const values = { state, waiting_since: state === 'waiting' ? new Date(wanted.nowMs) : null }
  await trx
    .insertInto('open_house_registrations')
    .values({ open_house_id: wanted.openHouseId, customer_id: wanted.customerId, ...values })
    .onConflict((clash) => clash.columns(['open_house_id', 'customer_id']).doUpdateSet(values))
    .execute()
}

const setState = (
  trx: Trx,
  of: Pick<Wanted, 'customerId' | 'openHouseId'>,
  state: 'registered' | 'cancelled',
) =>
  trx
    .updateTable('open_house_registrations')
    .set({ state, waiting_since: null })
    .where('open_house_id', '=', of.openHouseId)
    .where('customer_id', '=', of.customerId)
    .execute()

/** The first in the queue first. By the unique index on open house and customer. */
async function waitingIn(trx: Trx, openHouseId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('open_house_registrations')
    .select('customer_id')
    .where('open_house_id', '=', openHouseId)
    .where('state', '=', 'waiting')
    .orderBy('waiting_since')
    .orderBy('id')
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

const count = (trx: Trx, house: House, by: { registered: number; waiting: number }) =>
  trx
    .updateTable('open_houses')
    .set({
      registered_count: house.registered_count + by.registered,
      waiting_count: house.waiting_count + by.waiting,
    })
    .where('id', '=', house.id)
    .execute()
