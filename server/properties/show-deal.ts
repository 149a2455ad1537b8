/** One deal as the asking person may see it (checklist DEAL-02, 03, 07). */
import type { Database } from '#server/database/open.ts'
import type { Principal } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Site } from '#server/http/site.ts'
import { absolute } from '#server/http/site.ts'
import { addressAccess } from '#server/inquiries/access.ts'
import type { PropertyWire } from '#shared/contract/properties.ts'
import { dealFacts } from './deal-facts.ts'
import { type DealRow, dealRow } from './queries.ts'
import { cardWire, placeOf } from './wire.ts'

export interface Asked {
  id: number
  who: Principal | null
  /** Opens a draft. */
  previewHash: string | undefined
}

export async function showDeal(
  { db, site }: { db: Database; site: Site },
  { id, who, previewHash }: Asked,
): Promise<PropertyWire> {
  const row = await dealRow(db, id)
  if (!row || !maySee(row, who, previewHash)) throw notFound()
  const hasAddress = row.is_street_shown || (await addressAccess(db, who, [id])).has(id)
  return {
    ...cardWire({ ...row, is_street_shown: hasAddress }, site),
    ...dealFacts(row),
    title: row.title,
    public_address: placeOf(row),
    street_address_show: row.is_street_shown,
    has_address: hasAddress,
    location_precision: hasAddress ? 'exact' : 'approximate',
    account: accountOf(row, site),
    views_count: 0,
    images: [],
    videos: [],
    documents: [],
    comparables: [],
    price_changes: [],
    open_houses: [],
    similar_ids: [],
    seller_deal_ids: [],
    duplicate_ids: [],
  }
}

/** A draft is its seller's, and whoever's they gave the link to. */
function maySee(row: DealRow, who: Principal | null, previewHash: string | undefined): boolean {
  if (row.listing !== 'draft') return true
  if (who?.kind === 'account' && who.accountId === row.account_id) return true
  return row.preview_hash !== null && row.preview_hash === previewHash
}

const accountOf = (row: DealRow, site: Site) => ({
  id: row.account_id,
  title: row.account_title,
  logo: absolute(site, row.account_logo_url),
  rating: row.account_rating,
  reviews_count: row.account_reviews_count,
  is_verified: row.account_is_verified,
})
