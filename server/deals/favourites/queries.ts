/** A customer's favourites in the database, and the count of each deal that its seller sees. */
import { sql } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { FAVOURITES_MAX } from '#shared/contract/limits.ts'

/** The latest first. By the primary key (customer_id, property_id). */
export const favouritesOf = (db: Database, customerId: number) =>
  db
    .selectFrom('favourites')
    .select(['property_id', 'created_at', 'price', 'labels'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('property_id', 'desc')
    .execute()

export async function favouriteIdsOf(db: Database, customerId: number): Promise<number[]> {
  return (await favouritesOf(db, customerId)).map((row) => row.property_id)
}

/** For a customer who goes: the deals' counts go down with the favourites. */
export async function letGoAllFavourites(trx: Database, customerId: number): Promise<void> {
  const rows = await trx
    .deleteFrom('favourites')
    .where('customer_id', '=', customerId)
    .returning('property_id')
    .execute()
  for (const row of rows.toSorted((a, b) => a.property_id - b.property_id))
    await count(trx, row.property_id, -1)
}

/**
 * Again changes nothing, neither its price nor its date. Rejects with 422 for a deal that is not listed, which clients take
 * as a reason to forget it, and with 409 beyond the limit, which they must not.
 */
export async function keepFavourite(db: Database, customerId: number, propertyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const deal = await listedDeal(trx, propertyId)
    if (!deal) throw invalid({ property_id: ['This deal is no longer listed.'] })
    const kept = await favouritesOf(trx, customerId)
    if (kept.some((row) => row.property_id === propertyId)) return
    if (kept.length >= FAVOURITES_MAX)
      throw conflict(`You can keep ${FAVOURITES_MAX.toLocaleString('en-US')} favorites.`)
    const told = { told_price: deal.price, told_status: deal.status }
    const values = { customer_id: customerId, property_id: propertyId, price: deal.price, ...told }
    await trx
      .insertInto('favourites')
      .values({ ...values, labels: '[]' })
      .execute()
    await count(trx, propertyId, 1)
  })
}

export async function letGoFavourite(db: Database, customerId: number, propertyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('favourites')
      .where('customer_id', '=', customerId)
      .where('property_id', '=', propertyId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await count(trx, propertyId, -1)
  })
}

/** By primary key; 404 for a deal that is no favourite. Repeated labels are one. */
export async function labelFavouriteOf(
  db: Database,
  of: { customerId: number; propertyId: number },
  labels: readonly string[],
) {
  const row = await db
    .updateTable('favourites')
    .set({ labels: JSON.stringify([...new Set(labels)]) })
    .where('customer_id', '=', of.customerId)
    .where('property_id', '=', of.propertyId)
    .returning(['property_id', 'created_at', 'price', 'labels'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** By primary key. */
const listedDeal = (trx: Database, propertyId: number) =>
  trx
    .selectFrom('properties')
    .select(['price', 'status'])
    .where('id', '=', propertyId)
    .where('listing', '=', 'listed')
    .executeTakeFirst()

const count = (trx: Database, propertyId: number, by: 1 | -1) =>
  trx
    .updateTable('properties')
    .set({ favourites_count: sql<number>`greatest(0, favourites_count + ${by}::int)` })
    .where('id', '=', propertyId)
    .execute()
