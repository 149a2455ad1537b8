/** A property as it rides on messages and lists. A hidden street stays on the server. */
import type * as z from 'zod/mini'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { messageProperty } from '#shared/contract/message-property.ts'
import { links } from '#shared/contract/pages.ts'
import { tellsStreet } from '#shared/rules/deals/redaction/redact-street.ts'

/** What a card on a message needs; nothing that leads to a hidden address but the street it hides. */
export type CardRow = Pick<
  PropertyRow,
  | 'id'
  | 'created_at'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'is_street_shown'
  | 'price'
  | 'arv'
  | 'beds'
  | 'baths'
  | 'sqft'
  | 'thumb_url'
>
type CardWire = z.output<typeof messageProperty>

/** All that is public of every address. */
export const placeOf = (row: Pick<CardRow, 'city' | 'state' | 'zip'>): string =>
  `${row.city}, ${row.state} ${row.zip}`

export const publicAddress = (
  row: Pick<CardRow, 'address' | 'city' | 'state' | 'zip' | 'is_street_shown'>,
): string => (row.is_street_shown ? `${row.address}, ${placeOf(row)}` : placeOf(row))

export function cardWire(row: CardRow, site: Site): CardWire {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    url: absolute(site, links.deal(row.id)),
    price: row.price,
    arv_estimate: row.arv,
    full_address: publicAddress(row),
    bedrooms: row.beds,
    bathrooms: row.baths,
    sq_footage: row.sqft,
    main_image: isShowable(row) ? { thumbnail: absolute(site, row.thumb_url) } : null,
  }
}

/** Sellers name files after the street. */
const isShowable = (row: CardRow): boolean =>
  row.thumb_url !== null && (row.is_street_shown || !tellsStreet(row.thumb_url, row))
