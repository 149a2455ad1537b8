/**
 * What a seller may know of a buyer (checklist REV-09): a name, what is confirmed, what they have done. Nothing that reaches
 * them: e-mail and phone stay with the buyer until there is consent.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { BuyerCardWire } from '#shared/contract/seller-offers.ts'

export type BuyerCards = ReadonlyMap<number, BuyerCardWire>

/** One query a page of buyers, whatever their number; ids that do not exist are left out. */
export async function buyerCards(
  db: Database,
  site: Site,
  customerIds: readonly number[],
): Promise<BuyerCards> {
  if (customerIds.length === 0) return new Map()
  const rows = await selectCards(db, [...new Set(customerIds)]).execute()
  return new Map(rows.map((row) => [row.id, cardOf(row, site)]))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

function cardOf(row: Row, site: Site): BuyerCardWire {
  const portrait = row.portrait_version === null ? null : `/avatars/${row.id}/${row.portrait_version}.webp`
  return {
    id: row.id,
    name: row.name,
    photo: absolute(site, portrait ?? row.photo),
    is_email_confirmed: row.email_confirmed_at !== null,
    is_phone_confirmed: Boolean(row.is_phone_confirmed),
    is_id_verified: row.idv_status === 'success',
    has_proof_of_funds: Boolean(row.has_proof_of_funds),
    has_proof_under_review: Boolean(row.has_proof_under_review),
    has_deposit: Boolean(row.has_deposit),
    closings: row.closings,
    rating: row.rating === null ? null : tenth(row.rating),
    reviews_count: row.reviews_count,
    response_time_hours: row.response_hours === null ? null : tenth(row.response_hours),
    member_since: row.created_at.toISOString(),
  }
}

const tenth = (number: number) => Math.round(number * 10) / 10

/**
 * Customers by primary key; beside each, by their indexes on the customer: phones, proofs_of_funds_ref, deposits_one_open,
 * offers_customer, reviews_customer; chats_customer_latest, and messages_thread for 30 rows of each.
 */
function selectCards(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('customers')
    .leftJoin('avatars', 'avatars.customer_id', 'customers.id')
    .select([
      'customers.id',
      'customers.name',
      'customers.photo',
      'customers.email_confirmed_at',
      'customers.idv_status',
      'customers.created_at',
      'avatars.version as portrait_version',
    ])
    .select((eb) => [
      eb.exists(sql`(select 1 ${PHONES})`).as('is_phone_confirmed'),
      eb.exists(sql`(select 1 ${PROOFS} and review = 'approved')`).as('has_proof_of_funds'),
      eb.exists(sql`(select 1 ${PROOFS} and review = 'pending')`).as('has_proof_under_review'),
      eb.exists(sql`(select 1 ${DEPOSITS})`).as('has_deposit'),
      sql<number>`(select count(*)::integer ${CLOSINGS})`.as('closings'),
      sql<number>`(select count(*)::integer ${REVIEWS})`.as('reviews_count'),
      sql<number | null>`(select avg(rating)::double precision ${REVIEWS})`.as('rating'),
      sql<number | null>`(select percentile_cont(0.5) within group (order by hours) ${ANSWERS})`.as(
        'response_hours',
      ),
    ])
    .where('customers.id', 'in', ids)
}

const PHONES = sql`from customer_phones where customer_id = customers.id and confirmed_at is not null`
const PROOFS = sql`from proofs_of_funds where customer_id = customers.id and deleted_at is null and not is_quarantined
  and coalesce(valid_until >= to_char(now(), 'YYYY-MM-DD'), true)`
const DEPOSITS = sql`from deposits where customer_id = customers.id and state = 'current'`
const CLOSINGS = sql`from offers where customer_id = customers.id and state = 'closed'`
/** Those that are shown: an unanswered one is nobody's to see yet. */
const REVIEWS = sql`from reviews where customer_id = customers.id and about = 'customer'
  and deleted_at is null and hidden_at is null and published_at <= now()`

/** How long the buyer took, in hours, each time a seller's message was followed by one of theirs, in the latest of the latest threads. */
const ANSWERS = sql`from (
  select message.type, lag(message.type) over one as before,
    extract(epoch from message.sort_at - lag(message.sort_at) over one)::double precision / 3600 as hours
  from (select account_id from chats where customer_id = customers.id order by last_message_at desc limit 10) chat
  cross join lateral (
    select account_id, id, type, sort_at from messages
    where customer_id = customers.id and account_id = chat.account_id order by sort_at desc, id desc limit 30
  ) message
  window one as (partition by message.account_id order by message.sort_at, message.id)
) steps where type = 'inbound' and before = 'outbound'`
