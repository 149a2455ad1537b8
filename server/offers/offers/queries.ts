/** Offers in the database: a customer's own, an account's, one with its moves. What rides on a page of them is asked once a page. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import { ACTIVE_STATES, FINAL_STATES, WAITS_FOR_SELLER } from '#shared/rules/offers/offer-graph.ts'

/** An offer with the names of both sides. */
export type NamedOffer = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

export interface OffersAsked {
  page: number
  propertyId?: number | undefined
  state?: 'active' | 'past' | 'draft' | 'under_contract' | 'closed' | undefined
}

const STATES: Readonly<Record<NonNullable<OffersAsked['state']>, readonly OfferState[]>> = {
  active: ACTIVE_STATES,
  past: FINAL_STATES,
  draft: ['draft'],
  under_contract: ['under_contract'],
  closed: ['closed'],
}

/** The latest first, by offers_customer. */
export const offersOfCustomer = (
  db: Database,
  customerId: number,
  asked: OffersAsked,
): Promise<PageOf<NamedOffer>> =>
  pageIn(
    narrowed(selectOffers(db).where('offers.customer_id', '=', customerId), asked).orderBy(
      'offers.id',
      'desc',
    ),
    asked,
  )

/** Those that wait for the seller first. By offers_account; an account's own are sorted. */
export const offersOfAccount = (
  db: Database,
  accountId: number,
  asked: OffersAsked,
): Promise<PageOf<NamedOffer>> =>
  pageIn(
    narrowed(selectOffers(db).where('offers.account_id', '=', accountId), asked)
      .where('offers.state', '!=', 'draft')
      .orderBy((eb) => eb.case().when('offers.state', 'in', WAITS_FOR_SELLER).then(0).else(1).end())
      .orderBy('offers.updated_at', 'desc')
      .orderBy('offers.id', 'desc'),
    asked,
  )

/** By primary key. */
export const namedOffer = (db: Database, id: number): Promise<NamedOffer | undefined> =>
  selectOffers(db).where('offers.id', '=', id).executeTakeFirst()

type Select = ReturnType<typeof selectOffers>

function narrowed(query: Select, { propertyId, state }: OffersAsked): Select {
  let narrow = query
  if (propertyId !== undefined) narrow = narrow.where('offers.property_id', '=', propertyId)
  if (state !== undefined) narrow = narrow.where('offers.state', 'in', STATES[state])
  return narrow
}

async function pageIn(query: Select, { page }: OffersAsked): Promise<PageOf<NamedOffer>> {
  const { limit, offset } = windowOf(page)
  return pageOf(await query.limit(limit).offset(offset).execute())
}

const selectOffers = (db: Database) =>
  db
    .selectFrom('offers')
    .innerJoin('accounts', 'accounts.id', 'offers.account_id')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .leftJoin('avatars', 'avatars.customer_id', 'offers.customer_id')
    .selectAll('offers')
    .select([
      'accounts.title as account_title',
      'accounts.logo_url as account_logo_url',
      'customers.name as customer_name',
      sql<
        string | null
      >`coalesce('/avatars/' || customers.id || '/' || avatars.version || '.webp', customers.photo)`.as(
        'customer_photo',
      ),
    ])

/** In the order they were made. By offer_moves_offer. */
export const movesOf = (db: Database, offerId: number) =>
  db.selectFrom('offer_moves').selectAll().where('offer_id', '=', offerId).orderBy('id').execute()

export type MoveRow = Awaited<ReturnType<typeof movesOf>>[number]

/** By primary key. */
export const dealsOf = (db: Database, ids: readonly number[]) =>
  db.selectFrom('properties').selectAll().where('id', 'in', ids).execute()

/** Deleted ones too: an offer that was sent names what it stood on. By primary key. */
export const proofsById = (db: Database, ids: readonly number[]) =>
  db.selectFrom('proofs_of_funds').selectAll().where('id', 'in', ids).execute()

/** This customer's own offer on a deal: the active one, else the draft. By offers_property. */
export async function ownOfferOn(
  db: Database,
  { customerId, propertyId }: { customerId: number; propertyId: number },
): Promise<{ id: number; state: OfferState } | null> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'state'])
    .where('property_id', '=', propertyId)
    .where('customer_id', '=', customerId)
    .where('state', 'in', [...ACTIVE_STATES, 'draft'])
    .execute()
  const active = rows.find(({ state }) => state !== 'draft')
  return active ?? rows[0] ?? null
}
