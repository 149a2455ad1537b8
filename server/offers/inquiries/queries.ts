/** Address requests and inquiries in the database: what a customer asked, and what waits at the seller app. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { RequestState } from '#shared/contract/inquiries.ts'

/** A request with its deal's place; the address only leaves once granted, see `wire.ts`. */
export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

/** As many as a profile shows; older ones are in the threads. */
const SHOWN_MAX = 500

/** The latest first, by inquiries_customer. */
export const requestsOf = (db: Database, customerId: number) =>
  selectRequests(db)
    .where('inquiries.customer_id', '=', customerId)
    .orderBy('inquiries.id', 'desc')
    .limit(SHOWN_MAX)
    .execute()

/** By the unique index inquiries_one_request. */
export const addressRequestOf = (db: Database, customerId: number, propertyId: number) =>
  selectRequests(db)
    .where('inquiries.customer_id', '=', customerId)
    .where('inquiries.property_id', '=', propertyId)
    .where('inquiries.type', '=', 'address_request')
    .executeTakeFirst()

/** By primary key. */
export const requestById = (db: Database, id: number) =>
  selectRequests(db).where('inquiries.id', '=', id).executeTakeFirstOrThrow()

const selectRequests = (db: Database) =>
  db
    .selectFrom('inquiries')
    .innerJoin('properties', 'properties.id', 'inquiries.property_id')
    .select([
      'inquiries.id',
      'inquiries.type',
      'inquiries.state',
      'inquiries.message',
      'inquiries.reason',
      'inquiries.created_at',
      'inquiries.decided_at',
      'inquiries.customer_id',
      'properties.id as property_id',
      'properties.account_id',
      'properties.address',
      'properties.city',
      'properties.state as state_code',
      'properties.zip',
      'properties.county',
      'properties.parcel',
      'properties.latitude',
      'properties.longitude',
    ])

export type SellerRequestRow = Awaited<ReturnType<ReturnType<typeof selectSellerRequests>['execute']>>[number]

/** Those that wait first, then the latest. By inquiries_account; without a state the account's own are sorted. */
export async function sellerRequestPage(
  db: Database,
  accountId: number,
  {
    page,
    state,
    propertyId,
  }: { page: number; state: RequestState | undefined; propertyId: number | undefined },
) {
  const { limit, offset } = windowOf(page)
  let query = selectSellerRequests(db).where('inquiries.account_id', '=', accountId)
  if (state !== undefined) query = query.where('inquiries.state', '=', state)
  if (propertyId !== undefined) query = query.where('inquiries.property_id', '=', propertyId)
  return pageOf(
    await query
      .orderBy(sql`case when inquiries.state = 'pending' then 0 else 1 end`)
      .orderBy('inquiries.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
}

/** By primary key. */
export const sellerRequestById = (db: Database, id: number) =>
  selectSellerRequests(db).where('inquiries.id', '=', id).executeTakeFirstOrThrow()

/** Phones by their index on the customer. */
const selectSellerRequests = (db: Database) =>
  db
    .selectFrom('inquiries')
    .innerJoin('properties', 'properties.id', 'inquiries.property_id')
    .innerJoin('customers', 'customers.id', 'inquiries.customer_id')
    .select([
      'inquiries.id as request_id',
      'inquiries.type',
      'inquiries.state as request_state',
      'inquiries.message',
      'inquiries.reason',
      'inquiries.created_at as requested_at',
      'inquiries.decided_at',
      'customers.id as customer_id',
      'customers.name as customer_name',
      'customers.email_confirmed_at',
      'customers.idv_status',
      'properties.id',
      'properties.created_at',
      'properties.address',
      'properties.city',
      'properties.state',
      'properties.zip',
      'properties.price',
      'properties.arv',
      'properties.beds',
      'properties.baths',
      'properties.sqft',
      'properties.thumb_url',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('customer_phones')
            .select('customer_phones.id')
            .whereRef('customer_phones.customer_id', '=', 'customers.id')
            .where('customer_phones.confirmed_at', 'is not', null),
        )
        .as('is_phone_confirmed'),
    )
