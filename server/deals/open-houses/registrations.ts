/** A customer's own registrations as the wire shows them, and what they say after a visit. */
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import type { Site } from '#server/core/http/site.ts'
import { otherHiddenPlaces } from '#server/deals/properties/hidden-streets.ts'
import { addressAccess } from '#server/messaging/address-access.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import type { RegistrationWire } from '#shared/contract/open-houses.ts'
import { openHouseById, openHousesById, ownParts } from './queries.ts'
import { openHouseWire } from './wire.ts'

interface Reading {
  db: Database
  site: Site
}

/** The latest registration first, by open_house_registrations_customer. */
export async function registrationPage({ db, site }: Reading, me: CustomerPrincipal, page: number) {
  const { limit, offset } = windowOf(page)
  const found = await db
    .selectFrom('open_house_registrations')
    .select(['open_house_id'])
    .where('customer_id', '=', me.id)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { rows, hasMore } = pageOf(found)
  const ids = rows.map(({ open_house_id: id }) => id)
  return { rows: await registrationWires({ db, site }, me, ids), hasMore }
}

/** With the open house and its deal, whose street is there when it was opened to this customer. Rejects with 404. */
export async function registrationWire(
  reading: Reading,
  me: CustomerPrincipal,
  openHouseId: number,
): Promise<RegistrationWire> {
  const [wire] = await registrationWires(reading, me, [openHouseId])
  if (!wire) throw notFound()
  return wire
}

/** In the order of `ids`; six questions, however many there are. */
async function registrationWires(
  { db, site }: Reading,
  me: CustomerPrincipal,
  ids: readonly number[],
): Promise<RegistrationWire[]> {
  if (ids.length === 0) return []
  const owns = byKey(await ownRows(db, me.id, ids), (own) => own.open_house_id)
  const houses = byKey(await openHousesById(db, ids), (house) => house.id)
  const dealIds = [...houses.values()].map((house) => house.property_id)
  const cards = byKey(await cardsOf(db, dealIds), (card) => card.id)
  const opened = await addressAccess(db, me, dealIds)
  const parts = await ownParts(db, me, [...houses.values()])
  const othersOf = await otherHiddenPlaces(db, [...houses.values()], me)
  const visits = await visitsAround(db, me.id, [...houses.values()])
  return ids.flatMap((id) => {
    const [own, house] = [owns.get(id), houses.get(id)]
    const card = house && cards.get(house.property_id)
    if (!own || !house || !card) return []
    const hasAddress = card.is_street_shown || opened.has(card.id)
    return {
      id: own.id,
      state: own.state,
      created_at: own.created_at.toISOString(),
      open_house: openHouseWire(house, parts.get(id) ?? null, { hasAddress, others: othersOf(house) }),
      customer: { id: me.id, name: own.name },
      property: cardWire({ ...card, is_street_shown: hasAddress }, site),
      overlaps: own.state === 'cancelled' ? [] : overlapping(visits, house),
      feedback: own.rating === null ? null : { rating: own.rating, text: own.feedback },
    }
  })
}

const byKey = <T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T> =>
  new Map(rows.map((row) => [keyOf(row), row]))

/** By primary key. */
const cardsOf = (db: Database, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('properties').selectAll().where('id', 'in', ids).execute()

/** Rejects with 409 and `not_yet` before it has begun; with 404 for who was not registered. Again replaces it. */
export async function giveFeedback(
  db: Database,
  { customerId, openHouseId, nowMs }: { customerId: number; openHouseId: number; nowMs: number },
  feedback: { rating: number; text: string | null },
): Promise<void> {
  const [[own], house] = [await ownRows(db, customerId, [openHouseId]), await openHouseById(db, openHouseId)]
  if (!own || !house || own.state !== 'registered' || house.cancelled_at !== null) throw notFound()
  if (house.starts_at.getTime() > nowMs)
    throw new Refusal(409, { message: 'Tell us after the visit how it was.', code: 'not_yet' })
  await db
    .updateTable('open_house_registrations')
    .set({ rating: feedback.rating, feedback: feedback.text })
    .where('id', '=', own.id)
    .execute()
}

/** By the unique index on open house and customer. */
const ownRows = (db: Database, customerId: number, openHouseIds: readonly number[]) =>
  db
    .selectFrom('open_house_registrations as own')
    .innerJoin('customers', 'customers.id', 'own.customer_id')
    .select(['own.id', 'own.open_house_id', 'own.state', 'own.created_at', 'own.rating', 'own.feedback'])
    .select('customers.name')
    .where('own.open_house_id', 'in', openHouseIds)
    .where('own.customer_id', '=', customerId)
    .execute()

interface Visit {
  id: number
  starts_at: Date
  ends_at: Date
}

/** What this customer goes to while any of these is on. By open_house_registrations_customer. */
async function visitsAround(db: Database, customerId: number, houses: readonly Visit[]): Promise<Visit[]> {
  if (houses.length === 0) return []
  const from = Math.min(...houses.map((house) => house.starts_at.getTime()))
  const until = Math.max(...houses.map((house) => house.ends_at.getTime()))
  return db
    .selectFrom('open_house_registrations as own')
    .innerJoin('open_houses as other', 'other.id', 'own.open_house_id')
    .select(['other.id', 'other.starts_at', 'other.ends_at'])
    .where('own.customer_id', '=', customerId)
    .where('own.state', '<>', 'cancelled')
    .where('other.cancelled_at', 'is', null)
    .where('other.starts_at', '<', new Date(until))
    .where('other.ends_at', '>', new Date(from))
    .orderBy('other.id')
    .execute()
}

/** Other open houses at the same time. */
const overlapping = (visits: readonly Visit[], house: Visit): number[] =>
  visits
    .filter((other) => other.id !== house.id)
    .filter((other) => other.starts_at < house.ends_at && other.ends_at > house.starts_at)
    .map(({ id }) => id)
