/** What anybody may be told of a deal before they open it: by a search engine, in a chat where its link was put, in the sitemap. */
import type { Database } from '#server/core/database/open.ts'
import { isTakenDown, maySee } from '#server/deals/properties/deal-access.ts'
import { dealRow } from '#server/deals/properties/queries.ts'
import { publicAddress } from '#server/messaging/property-card.ts'
import type { DealSummary } from '#server/site/deal-head.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'

/** Null when there is none, and for a draft without its hash. By primary keys. */
export async function dealSummary(
  db: Database,
  id: number,
  previewHash?: string,
): Promise<DealSummary | null> {
  const row = await dealRow(db, id)
  if (!row || !maySee(row, null, previewHash)) return null
  // The page of a deal that was taken down does not show its street either.
  const isStreetShown = row.is_street_shown && !isTakenDown(row)
  return {
    id: row.id,
    status: DEAL_STATUSES[row.status] ?? 'available',
    isListed: row.listing === 'listed' && !isTakenDown(row),
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
