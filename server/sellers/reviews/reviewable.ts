/** Whom somebody may still review, newest occasion first. What each row stands for is said in `interaction.ts`. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { listReviewable } from '#shared/contract/reviews.ts'
import type { sellerReviewable } from '#shared/contract/seller-offers.ts'
import { DECIDED_STATES } from './interaction.ts'
import { dealName } from './wire.ts'

const ROWS_MAX = 50

interface Found {
  account_id: number
  title: string
  logo_url: string | null
  property_id: number | null
  offer_id: number | null
  because: string
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  is_street_shown: boolean | null
  listing: 'draft' | 'listed' | 'removed' | null
}

/** By offers_customer, open_house_registrations_customer and chats_customer_latest. */
export async function reviewableAccounts(
  db: Kysely<Schema>,
  { customerId, site, nowMs }: { customerId: number; site: Site; nowMs: number },
): Promise<Reply<typeof listReviewable>['data']> {
  const { rows } = await sql<Found>`
    with occasions as (
      select account_id, property_id, max(id) as offer_id, 'offer' as because, max(decided_at) as at
        from offers where customer_id = ${customerId} and state in (${sql.join(DECIDED_STATES)})
        group by account_id, property_id
      union all
      select properties.account_id, properties.id, null, 'open_house', max(open_houses.ends_at)
        from open_house_registrations as own
        join open_houses on open_houses.id = own.open_house_id
        join properties on properties.id = open_houses.property_id
        where own.customer_id = ${customerId} and own.state = 'registered'
          and open_houses.cancelled_at is null and open_houses.ends_at <= ${new Date(nowMs).toISOString()}::timestamptz
        group by properties.account_id, properties.id
      union all
      select account_id, null, null, 'conversation', last_message_at
        from chats where customer_id = ${customerId}
          and exists (select 1 from messages where messages.customer_id = chats.customer_id
            and messages.account_id = chats.account_id and type = 'inbound')
          and exists (select 1 from messages where messages.customer_id = chats.customer_id
            and messages.account_id = chats.account_id and type = 'outbound'
            and coalesce(action, '') not in ('blast', 'deals_digest')))
    select distinct on (occasions.at, occasions.account_id, occasions.property_id) occasions.*,
      accounts.title, accounts.logo_url, properties.address, properties.city, properties.state,
      properties.zip, properties.is_street_shown, properties.listing
    from occasions
    join accounts on accounts.id = occasions.account_id
    left join properties on properties.id = occasions.property_id
    where not exists (select 1 from reviews where about = 'account' and deleted_at is null
      and reviews.account_id = occasions.account_id and reviews.customer_id = ${customerId}
      and coalesce(reviews.property_id, 0) = coalesce(occasions.property_id, 0))
    order by occasions.at desc nulls last, occasions.account_id, occasions.property_id, because
    limit ${ROWS_MAX}`.execute(db)
  return onePerDeal(rows).map((row) => ({
    account: { id: Number(row.account_id), title: row.title, logo: absolute(site, row.logo_url) },
    property: dealOf(row),
    offer_id: row.offer_id === null ? null : Number(row.offer_id),
    because: row.because,
  }))
}

/** A deal that was visited and offered on stands once, for the offer. */
function onePerDeal(rows: readonly Found[]): Found[] {
  const hasOffer = new Set(rows.flatMap((row) => (row.offer_id === null ? [] : [String(row.property_id)])))
  return rows.filter((row) => row.because !== 'open_house' || !hasOffer.has(String(row.property_id)))
}

const dealOf = (row: Omit<Found, 'account_id' | 'title' | 'logo_url' | 'because'>) => {
  const name = dealName(row)
  return row.property_id === null || name === null ? null : { id: Number(row.property_id), name }
}

/** Buyers with whom an offer came to a decision. By offers_account. */
export async function reviewableBuyers(
  db: Kysely<Schema>,
  accountId: number,
): Promise<Reply<typeof sellerReviewable>['data']> {
  const rows = await db
    .selectFrom('offers')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .innerJoin('properties', 'properties.id', 'offers.property_id')
    .select(['offers.id as offer_id', 'offers.customer_id', 'offers.property_id', 'customers.name'])
    .select(['properties.address', 'properties.city', 'properties.state', 'properties.zip'])
    .select(['properties.listing'])
    .where('offers.account_id', '=', accountId)
    .where('offers.state', 'in', DECIDED_STATES)
    .where('customers.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .where('reviews.about', '=', 'customer')
            .where('reviews.deleted_at', 'is', null)
            .whereRef('reviews.account_id', '=', 'offers.account_id')
            .whereRef('reviews.customer_id', '=', 'offers.customer_id')
            .whereRef('reviews.property_id', '=', 'offers.property_id'),
        ),
      ),
    )
    .orderBy('offers.id', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const key = `${row.customer_id}:${row.property_id}`
    if (seen.has(key)) return []
    seen.add(key)
    return [
      {
        customer: { id: row.customer_id, name: row.name },
        // It is the account's own.
        property: dealOf({ ...row, is_street_shown: true }),
        offer_id: row.offer_id,
      },
    ]
  })
}
