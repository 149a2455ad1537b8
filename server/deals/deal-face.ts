/** What anybody may be told of a deal before they open it: by a search engine, in a chat where its link was put, in the sitemap. */
import type { Database } from '#server/database/open.ts'
import { maySee } from '#server/properties/deal-access.ts'
import { dealRow } from '#server/properties/queries.ts'
import { publicAddress } from '#server/properties/wire.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'

export interface DealFace {
  id: number
  status: DealStatus
  /** Drafts and deals that were taken down are shown to who has their address, and found by nobody. */
  isListed: boolean
  /** With the street where the seller shows it. */
  address: string
  /** Null while the seller hides it. */
  street: string | null
  city: string
  state: string
  zip: string
  price: number | null
  arv: number | null
  beds: number | null
  baths: number | null
  sqft: number | null
  yearBuilt: number | null
  publishedAt: Date | null
  /** Changes with whatever is said here. */
  revision: number
}

/** Null when there is none, and for a draft without its hash. By primary keys. */
export async function dealFace(db: Database, id: number, previewHash?: string): Promise<DealFace | null> {
  const row = await dealRow(db, id)
  if (!row || !maySee(row, null, previewHash)) return null
  // The page of a deal that was taken down does not show its street either.
  const isStreetShown = row.is_street_shown && row.listing !== 'removed'
  return {
    id: row.id,
    status: DEAL_STATUSES[row.status] ?? 'available',
    isListed: row.listing === 'listed',
    address: publicAddress({ ...row, is_street_shown: isStreetShown }),
    street: isStreetShown ? row.address : null,
    city: row.city,
    state: row.state,
    zip: row.zip,
    price: row.price,
    arv: row.arv,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    yearBuilt: row.year_built,
    publishedAt: row.published_at,
    revision: row.revision,
  }
}

/** The number of a deal in an address; null for anything else. */
export const dealIdOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
