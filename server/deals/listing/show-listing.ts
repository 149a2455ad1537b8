/** A deal as its seller edits it: every field, its pictures and papers, its history, and who else lists the same house. */

import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { openHousesForSeller } from '#server/deals/open-houses/show-open-houses.ts'
import { documentsOf } from '#server/deals/properties/documents.ts'
import { isParcelNumber } from '#server/deals/properties/parcel.ts'
import { videosOf } from '#server/deals/properties/pictures.ts'
import { dealRow } from '#server/deals/properties/queries.ts'
import { priceChangesOf } from '#server/deals/properties/related.ts'
import { placeOf } from '#server/messaging/property-card.ts'
import { links } from '#shared/contract/pages.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'
import { fieldsOf } from './fields.ts'

export interface ShowListingDeps {
  db: Database
  site: Site
  secret: Secret
  nowMs: () => number
}

/** The caller has been asked for; by primary keys and the indexes of what belongs to a deal. */
export async function showListing(
  deps: ShowListingDeps,
  who: AccountPrincipal,
  id: number,
): Promise<SellerDealWire> {
  const { db, site } = deps
  const row = await dealRow(db, id)
  if (!row) throw notFound()
  const seen = { site, row, isHidden: false }
  const [images, videos, documents, houses, changes, duplicates] = await Promise.all([
    imagesOf(db, row.id),
    videosOf(db, seen),
    documentsOf(deps, { row, who, hasAddress: true }),
    openHousesForSeller(db, id),
    priceChangesOf(db, row),
    duplicatesOf(db, row),
  ])
  const hash = row.listing === 'draft' ? `?preview_hash=${row.preview_hash ?? ''}` : ''
  return {
    id: row.id,
    status: DEAL_STATUSES[row.status] ?? 'available',
    listing: row.listing,
    fields: fieldsOf(row),
    time_zone: row.time_zone ?? timeZoneOf(row.state, row.longitude),
    county: row.county,
    published_at: row.published_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
    preview_url: absolute(site, `${links.deal(row.id)}${hash}`) ?? '',
    images: images.map((image) => ({
      id: image.id,
      url: absolute(site, image.url) ?? image.url,
      thumbnail: absolute(site, image.thumb_url),
      caption: image.caption,
      is_illustration: image.is_illustration,
    })),
    videos,
    documents,
    open_houses: houses,
    price_changes: changes,
    duplicates,
  }
}

/** By property_images_property. */
const imagesOf = (db: Database, propertyId: number) =>
  db
    .selectFrom('property_images')
    .selectAll()
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/**
 * By the parcel's number or the same street and ZIP. Of others only those whose street everybody sees: an answer about a hidden one
 * would tell its address to whoever guesses it. By properties_parcel and properties_place.
 */
async function duplicatesOf(db: Database, row: PropertyRow): Promise<SellerDealWire['duplicates']> {
  const street = row.address.trim().toLowerCase()
  const hasParcel = isParcelNumber(row.parcel)
  if (!hasParcel && street === '') return []
  const found = await db
    .selectFrom('properties')
    .select(['id', 'account_id', 'address', 'city', 'state', 'zip', 'listing'])
    .where('id', '!=', row.id)
    .where((is) =>
      is.or([
        ...(hasParcel ? [is('parcel', '=', row.parcel)] : []),
        ...(street === ''
          ? []
          : [
              is.and([
                is('state', '=', row.state),
                is('city', '=', row.city),
                is('zip', '=', row.zip),
                is(sql<string>`lower(trim(address))`, '=', street),
              ]),
            ]),
      ]),
    )
    .where((is) =>
      is.or([
        is('account_id', '=', row.account_id),
        is.and([is('listing', '=', 'listed'), is('is_street_shown', '=', true)]),
      ]),
    )
    .orderBy('id')
    .limit(SHOWN_MAX)
    .execute()
  return found.map((other) => ({
    id: other.id,
    address: `${other.address}, ${placeOf(other)}`,
    is_own: other.account_id === row.account_id,
    listing: other.listing,
  }))
}

const SHOWN_MAX = 10
