/** What else stands on a deal's page: its history, views, the customer's own notes, and the ids of other deals. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { SIMILAR_DEALS_MAX } from '#shared/contract/limits.ts'
import { DEAL_STATUSES, type PropertyWire } from '#shared/contract/properties.ts'
import { isParcelNumber } from './parcel.ts'
import type { DealRow } from './queries.ts'

/** Oldest first. By price_changes_property. */
export async function priceChangesOf(db: Database, row: DealRow): Promise<PropertyWire['price_changes']> {
  const changes = await db
    .selectFrom('price_changes')
    .selectAll()
    .where('property_id', '=', row.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return changes.map((change) => ({
    at: change.at.toISOString(),
    price: change.price ?? row.price ?? 0,
    kind: change.kind,
    arv: change.arv,
    status: change.status === null ? null : (DEAL_STATUSES[change.status] ?? null),
  }))
}

/** Sessions that looked at it. Programs and the seller's own are not among the rows. By ui_events_property. */
export async function viewsOf(db: Database, propertyId: number): Promise<number> {
  const row = await db
    .selectFrom('ui_events')
    .select(({ fn }) => fn.countAll<string>().as('views'))
    .where('property_id', '=', propertyId)
    .where('event_type_slug', '=', 'property_viewed')
    .executeTakeFirstOrThrow()
  return Number(row.views)
}

/** Null for anybody but a customer. */
export async function ownRelation(
  db: Database,
  who: Principal | null,
  propertyId: number,
): Promise<PropertyWire['customer']> {
  if (who?.kind !== 'customer') return null
  const of = { customer_id: who.id, property_id: propertyId }
  // Both by primary key.
  const [favourite, notes] = await Promise.all([
    db
      .selectFrom('favourites')
      .select('price')
      .where('customer_id', '=', of.customer_id)
      .where('property_id', '=', of.property_id)
      .executeTakeFirst(),
    db
      .selectFrom('deal_notes')
      .select(['note', 'tags', 'assumptions'])
      .where('customer_id', '=', of.customer_id)
      .where('property_id', '=', of.property_id)
      .executeTakeFirst(),
  ])
  return {
    is_favourite: favourite !== undefined,
    ...(favourite ? { favourite_price: favourite.price } : {}),
    note: notes?.note ?? null,
    tags: notes?.tags ?? [],
    assumptions: notes?.assumptions ?? null,
  }
}

const CLOSE_IN_PRICE = 0.35
/** What an integer of the database holds. */
const PRICE_MAX = 2_147_483_647

/** Available ones in the same town, nearest in price first, those in the same ZIP before others. By properties_place. */
export async function similarIds(db: Database, row: DealRow): Promise<number[]> {
  const price = row.price ?? row.arv
  if (price === null) return []
  const rows = await db
    .selectFrom('properties')
    .select('id')
    .where('state', '=', row.state)
    .where('city', '=', row.city)
    .where('id', '!=', row.id)
    .where(isOffered)
    .where('price', '>=', Math.floor(price * (1 - CLOSE_IN_PRICE)))
    .where('price', '<=', Math.min(PRICE_MAX, Math.ceil(price * (1 + CLOSE_IN_PRICE))))
    .orderBy(sql`case when zip = ${row.zip} then 0 else 1 end`)
    .orderBy(sql`abs(price - ${price})`)
    .orderBy('id')
    .limit(SIMILAR_DEALS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** Newest first, by properties_account. */
export async function sellerDealIds(db: Database, row: DealRow): Promise<number[]> {
  const rows = await db
    .selectFrom('properties')
    .select('id')
    .where('account_id', '=', row.account_id)
    .where('id', '!=', row.id)
    .where(isOffered)
    .orderBy('id', 'desc')
    .limit(SIMILAR_DEALS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

const AVAILABLE = 0
const isOffered = (is: ExpressionBuilder<Schema, 'properties'>) =>
  is.and([is('listing', '=', 'listed'), is('status', '=', AVAILABLE)])

/** How many an account has listed, by properties_account. */
export async function dealsCountOf(db: Database, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('properties')
    .select(({ fn }) => fn.countAll<string>().as('deals'))
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
    .executeTakeFirstOrThrow()
  return Number(row.deals)
}

/**
 * Others that offer the same parcel, for readers who know this one's address. Only those whose street everybody sees: anybody can
 * list a parcel that they guess, and an answer about a hidden one would say that they guessed right. By properties_parcel.
 */
export async function duplicateIds(db: Database, row: DealRow, hasAddress: boolean): Promise<number[]> {
  if (!hasAddress || !isParcelNumber(row.parcel)) return []
  const others = await db
    .selectFrom('properties')
    .select('id')
    .where('parcel', '=', row.parcel)
    .where('id', '!=', row.id)
    .where('account_id', '!=', row.account_id)
    .where('listing', '=', 'listed')
    .where('is_street_shown', '=', true)
    .orderBy('price')
    .orderBy('id')
    .execute()
  return others.map(({ id }) => id)
}
