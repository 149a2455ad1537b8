/** The deals of an account for the seller app, each with how complete and how busy it is. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import { placeOf } from '#server/messaging/property-card.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import type { SellerDealRowWire } from '#shared/contract/seller-listing.ts'
import { completenessOf } from '#shared/rules/deals/completeness.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import { fieldsOf } from './fields.ts'

export interface AskedDeals {
  accountId: number
  page: number
  listing: PropertyRow['listing'] | undefined
  status: DealStatus | undefined
  /** Part of an address, a city, a ZIP code or a title. */
  text: string | undefined
}

/** The account's rows by properties_account; the counts of the rows of one page by the indexes of what is counted. */
export async function sellerDealPage(db: Database, asked: AskedDeals) {
  const { limit, offset } = windowOf(asked.page)
  let query = db.selectFrom('properties').selectAll('properties').where('account_id', '=', asked.accountId)
  if (asked.listing) query = query.where('listing', '=', asked.listing)
  if (asked.status) query = query.where('status', '=', DEAL_STATUSES.indexOf(asked.status))
  const text = asked.text?.trim()
  if (text) query = query.where(saying(text))
  const rows = await query
    .select([
      sql<number>`(select count(*)::int from ui_events where ui_events.property_id = properties.id
        and event_type_slug = 'property_viewed')`.as('views'),
      sql<number>`(select count(*)::int from inquiries where inquiries.property_id = properties.id
        and inquiries.type = 'address_request' and inquiries.state = 'pending')`.as('waiting'),
      sql<number>`(select count(*)::int from offers where offers.property_id = properties.id
        and offers.state in (${sql.join(ACTIVE_STATES)}))`.as('active_offers'),
      sql<number>`(select count(*)::int from property_images where property_images.property_id = properties.id
        and not is_illustration)`.as('photos'),
      sql<number>`(select count(*)::int from property_documents
        where property_documents.property_id = properties.id and not is_quarantined)`.as('documents'),
    ])
    .orderBy(sql`coalesce(updated_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows)
}

export type SellerDealRow = Awaited<ReturnType<typeof sellerDealPage>>['rows'][number]

type Of = ExpressionBuilder<Schema, 'properties'>

const saying = (text: string) => (is: Of) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return is.or([
    is('address', 'ilike', pattern),
    is('city', 'ilike', pattern),
    is('zip', 'ilike', pattern),
    is('title', 'ilike', pattern),
  ])
}

export function sellerDealRowWire(row: SellerDealRow, site: Site): SellerDealRowWire {
  const things = { photos: row.photos, documents: row.documents }
  return {
    id: row.id,
    status: DEAL_STATUSES[row.status] ?? 'available',
    listing: row.listing,
    address: row.address === '' ? '' : `${row.address}, ${placeOf(row)}`,
    is_street_shown: row.is_street_shown,
    title: row.title,
    price: row.price,
    arv: row.arv,
    thumbnail: absolute(site, row.thumb_url),
    completeness: completenessOf(fieldsOf(row), things).score,
    published_at: row.published_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    views_count: row.views,
    favourites_count: row.favourites_count,
    waiting_requests_count: row.waiting,
    active_offers_count: row.active_offers,
  }
}
