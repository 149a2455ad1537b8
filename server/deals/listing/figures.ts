/** How a deal does: who looked, what they did, and the views of each of the last days (checklist SEL-09). */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { DealFiguresWire } from '#shared/contract/seller-listing.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export async function dealFigures(db: Database, propertyId: number, nowMs: number): Promise<DealFiguresWire> {
  const [seen, done, days] = await Promise.all([
    seenOf(db, propertyId),
    doneOf(db, propertyId),
    daysOf(db, propertyId, nowMs),
  ])
  return { ...seen, ...done, days }
}

/** Programs and the seller's own are not among the rows. By ui_events_property. */
const seenOf = (db: Database, propertyId: number) =>
  db
    .selectFrom('ui_events')
    .select([
      sql<number>`(count(*) filter (where event_type_slug = 'property_viewed'))::int`.as('views'),
      sql<number>`(count(distinct customer_id) filter (where event_type_slug = 'property_viewed'))::int`.as(
        'viewers',
      ),
      sql<number>`(count(*) filter (where image_id is not null))::int`.as('images_viewed'),
    ])
    .where('property_id', '=', propertyId)
    .executeTakeFirstOrThrow()

/** By favourites_property, offers_property and open_houses_property; inquiries by their account's index. */
async function doneOf(db: Database, propertyId: number) {
  const row = await db
    .selectFrom('properties')
    .select([
      sql<number>`(select count(*)::int from favourites f where f.property_id = properties.id)`.as(
        'favourites',
      ),
      sql<number>`(select count(*)::int from open_house_registrations r
        join open_houses h on h.id = r.open_house_id
        where h.property_id = properties.id and r.state = 'registered')`.as('visits'),
      sql<number>`(select count(*)::int from offers o
        where o.property_id = properties.id and o.state <> 'draft')`.as('offers'),
      sql<number>`(select count(*)::int from offers o
        where o.property_id = properties.id and o.state in (${sql.join(ACTIVE_STATES)}))`.as('active_offers'),
    ])
    .where('properties.id', '=', propertyId)
    .executeTakeFirstOrThrow()
  const asked = await db
    .selectFrom('properties')
    .innerJoin('inquiries', (join) =>
      join
        .onRef('inquiries.account_id', '=', 'properties.account_id')
        .onRef('inquiries.property_id', '=', 'properties.id'),
    )
    .select([
      sql<number>`(count(*) filter (where inquiries.type = 'address_request'))::int`.as('address_requests'),
      sql<number>`(count(*) filter (where inquiries.state = 'granted'))::int`.as('granted'),
      sql<number>`(count(*) filter (where inquiries.type <> 'address_request'))::int`.as('questions'),
    ])
    .where('properties.id', '=', propertyId)
    .executeTakeFirstOrThrow()
  return { ...row, ...asked }
}

/** Every day has a number, also one without views. By ui_events_property. */
async function daysOf(db: Database, propertyId: number, nowMs: number): Promise<DealFiguresWire['days']> {
  const firstMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
  const rows = await db
    .selectFrom('ui_events')
    .select(sql<string>`to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .select(sql<number>`count(*)::int`.as('views'))
    .where('property_id', '=', propertyId)
    .where('event_type_slug', '=', 'property_viewed')
    .where('seen_at', '>=', new Date(firstMs))
    .groupBy('day')
    .execute()
  const found = new Map(rows.map(({ day, views }) => [day, views]))
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10)
    return { day, views: found.get(day) ?? 0 }
  })
}
