/** A customer's own registrations as the wire shows them, and what they say after a visit. */
import type { Database } from '#server/database/open.ts'
import { pageOf, windowOf } from '#server/http/paginate.ts'
import type { CustomerPrincipal } from '#server/http/principal.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import type { Site } from '#server/http/site.ts'
import { addressAccess } from '#server/inquiries/access.ts'
import { cardWire } from '#server/properties/wire.ts'
import type { RegistrationWire } from '#shared/contract/open-houses.ts'
import { openHouseById, ownParts } from './queries.ts'
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
  const wires: RegistrationWire[] = []
  for (const { open_house_id } of rows) wires.push(await registrationWire({ db, site }, me, open_house_id))
  return { rows: wires, hasMore }
}

/** With the open house and its deal, whose street is there when it was opened to this customer. Rejects with 404. */
export async function registrationWire(
  { db, site }: Reading,
  me: CustomerPrincipal,
  openHouseId: number,
): Promise<RegistrationWire> {
  const [own, house] = [await ownRow(db, me.id, openHouseId), await openHouseById(db, openHouseId)]
  if (!own || !house) throw notFound()
  const card = await db
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', house.property_id)
    .executeTakeFirstOrThrow()
  const hasAddress = card.is_street_shown || (await addressAccess(db, me, [card.id])).has(card.id)
  const parts = await ownParts(db, me, [house])
  return {
    id: own.id,
    state: own.state,
    created_at: own.created_at.toISOString(),
    open_house: openHouseWire(house, parts.get(house.id) ?? null, { hasAddress }),
    customer: { id: me.id, name: own.name },
    property: cardWire({ ...card, is_street_shown: hasAddress }, site),
    overlaps: own.state === 'cancelled' ? [] : await overlapping(db, me.id, house),
    feedback: own.rating === null ? null : { rating: own.rating, text: own.feedback },
  }
}

/** Rejects with 409 and `not_yet` before it has begun; with 404 for who was not registered. Again replaces it. */
export async function giveFeedback(
  db: Database,
  { customerId, openHouseId, nowMs }: { customerId: number; openHouseId: number; nowMs: number },
  feedback: { rating: number; text: string | null },
): Promise<void> {
  const [own, house] = [await ownRow(db, customerId, openHouseId), await openHouseById(db, openHouseId)]
  if (!own || !house || own.state !== 'registered' || house.cancelled_at !== null) throw notFound()
  if (house.starts_at.getTime() > nowMs)
    throw new Refusal(409, { message: 'Tell us after the visit how it was.', code: 'not_yet' })
  await db
    .updateTable('open_house_registrations')
    .set({ rating: feedback.rating, feedback: feedback.text })
    .where('id', '=', own.id)
    .execute()
}

/** By the unique index on both. */
const ownRow = (db: Database, customerId: number, openHouseId: number) =>
  db
    .selectFrom('open_house_registrations as own')
    .innerJoin('customers', 'customers.id', 'own.customer_id')
    .select(['own.id', 'own.state', 'own.created_at', 'own.rating', 'own.feedback', 'customers.name'])
    .where('own.open_house_id', '=', openHouseId)
    .where('own.customer_id', '=', customerId)
    .executeTakeFirst()

/** Other open houses this customer is going to at the same time. By open_house_registrations_customer. */
async function overlapping(
  db: Database,
  customerId: number,
  house: { id: number; starts_at: Date; ends_at: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('open_house_registrations as own')
    .innerJoin('open_houses as other', 'other.id', 'own.open_house_id')
    .select('other.id')
    .where('own.customer_id', '=', customerId)
    .where('own.state', '<>', 'cancelled')
    .where('other.id', '<>', house.id)
    .where('other.cancelled_at', 'is', null)
    .where('other.starts_at', '<', house.ends_at)
    .where('other.ends_at', '>', house.starts_at)
    .orderBy('other.id')
    .execute()
  return rows.map(({ id }) => id)
}
