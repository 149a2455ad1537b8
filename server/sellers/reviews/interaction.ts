/**
 * Whether two have dealt with each other, which is what gives either the right to review the other (checklist REV-05): an offer
 * that was decided, an open house that was visited, or a conversation in which one has answered the other.
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { OfferState } from '#shared/contract/offers.ts'

/** Somebody has said yes or no, so that both know how the other deals. */
export const DECIDED_STATES = [
  'accepted',
  'rejected',
  'confirmed',
  'under_contract',
  'closed',
  'fell_through',
] as const satisfies readonly OfferState[]

export interface Pair {
  customerId: number
  accountId: number
}

/** What a review is about: a deal, or null for the conversation as a whole. */
export interface Occasion {
  propertyId: number | null
  offerId: number | null
  /** They have closed it together. */
  isVerifiedDeal: boolean
}

export interface Asked {
  offerId?: number | undefined
  propertyId?: number | undefined
}

/** Throws 409 `no_interaction` when there is nothing to review. */
export async function occasionOf(db: Kysely<Schema>, pair: Pair, asked: Asked, nowMs: number) {
  const found = (await isDeleted(db, pair)) ? null : await findOccasion(db, pair, asked, nowMs)
  if (found) return found
  throw new Refusal(409, {
    message: 'A review needs an offer that was decided, a visit or an answered conversation.',
    code: 'no_interaction',
  })
}

/** The buyer has deleted their account. By primary key. */
const isDeleted = async (db: Kysely<Schema>, { customerId }: Pair): Promise<boolean> =>
  (await db
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined

async function findOccasion(
  db: Kysely<Schema>,
  pair: Pair,
  { offerId, propertyId }: Asked,
  nowMs: number,
): Promise<Occasion | null> {
  const offer = await decidedOffer(db, pair, { offerId, propertyId })
  if (offer)
    return { propertyId: offer.property_id, offerId: offer.id, isVerifiedDeal: offer.state === 'closed' }
  if (offerId !== undefined) return null
  if (propertyId !== undefined) {
    const isVisited = await hasVisited(db, pair, { propertyId, nowMs })
    return isVisited ? { propertyId, offerId: null, isVerifiedDeal: false } : null
  }
  return (await hasAnswer(db, pair)) ? { propertyId: null, offerId: null, isVerifiedDeal: false } : null
}

/** Of several on one deal the latest. Null when neither an offer nor a deal is named. By primary key or offers_customer. */
async function decidedOffer(db: Kysely<Schema>, { customerId, accountId }: Pair, asked: Asked) {
  const { offerId, propertyId } = asked
  if (offerId === undefined && propertyId === undefined) return undefined
  let query = db
    .selectFrom('offers')
    .select(['id', 'property_id', 'state'])
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .where('state', 'in', DECIDED_STATES)
  if (offerId !== undefined) query = query.where('id', '=', offerId)
  if (propertyId !== undefined) query = query.where('property_id', '=', propertyId)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Had a place at an open house that is over. By open_house_registrations_customer. */
async function hasVisited(
  db: Kysely<Schema>,
  { customerId, accountId }: Pair,
  { propertyId, nowMs }: { propertyId: number; nowMs: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('open_house_registrations as own')
    .innerJoin('open_houses', 'open_houses.id', 'own.open_house_id')
    .innerJoin('properties', 'properties.id', 'open_houses.property_id')
    .select('own.id')
    .where('own.customer_id', '=', customerId)
    .where('own.state', '=', 'registered')
    .where('properties.account_id', '=', accountId)
    .where('properties.id', '=', propertyId)
    .where('open_houses.cancelled_at', 'is', null)
    .where('open_houses.ends_at', '<=', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Both have written, and not the seller by a mail to everybody alone. By messages_thread. */
async function hasAnswer(db: Kysely<Schema>, { customerId, accountId }: Pair): Promise<boolean> {
  const { rows } = await sql<{ has_answer: boolean }>`
    select exists (select 1 from messages where customer_id = ${customerId} and account_id = ${accountId}
        and type = 'inbound')
      and exists (select 1 from messages where customer_id = ${customerId} and account_id = ${accountId}
        and type = 'outbound' and coalesce(action, '') not in ('blast', 'deals_digest')) as has_answer`.execute(
    db,
  )
  return rows[0]?.has_answer ?? false
}
