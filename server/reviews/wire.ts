/** A review on the wire. Who is not one of its two reads the buyer's first name and an initial, and never a hidden street. */
import { absolute, type Site } from '#server/http/site.ts'
import { placeOf } from '#server/properties/wire.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import type { ReviewRow } from './queries.ts'
import { editableUntil } from './window.ts'

/** `customer` and `account` are the two of the review, `public` is everybody else. */
export type Reader = 'customer' | 'account' | 'public'

export function reviewWire(row: ReviewRow, reader: Reader, site: Site): ReviewWire {
  const isOwn = reader === (row.about === 'account' ? 'customer' : 'account')
  return {
    id: row.id,
    about: row.about,
    account: { id: row.account_id, title: row.account_title, logo: absolute(site, row.account_logo) },
    customer: {
      id: row.customer_id,
      name: reader === 'public' ? shortName(row.customer_name) : row.customer_name,
      photo: reader === 'public' ? null : absolute(site, row.customer_photo),
    },
    property: dealOf(row),
    rating: row.rating,
    scores: row.scores,
    content: row.content,
    is_verified_deal: row.is_verified_deal,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    published_at: row.published_at.toISOString(),
    editable_until: isOwn ? editableUntil(row.created_at.getTime()).toISOString() : null,
    is_own: isOwn,
    response: responseOf(row),
  }
}

const responseOf = ({ answer, answered_at, answer_edited_at }: ReviewRow): ReviewWire['response'] =>
  answer === null || answered_at === null
    ? null
    : {
        content: answer,
        created_at: answered_at.toISOString(),
        edited_at: answer_edited_at?.toISOString() ?? null,
      }

/** What everybody may read of the deal; of one that was taken down the place alone. */
export function dealName(row: DealColumns): string | null {
  const { address, city, state, zip } = row
  if (address === null || city === null || state === null || zip === null) return null
  const place = placeOf({ city, state, zip })
  return row.is_street_shown && row.listing === 'listed' ? `${address}, ${place}` : place
}

type DealColumns = Pick<ReviewRow, 'address' | 'city' | 'state' | 'zip' | 'is_street_shown' | 'listing'>

function dealOf(row: ReviewRow): ReviewWire['property'] {
  const name = dealName(row)
  return row.property_id === null || name === null ? null : { id: row.property_id, name }
}

/** e.g. `Dana W.` */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${[...last][0]}.` : first || 'A buyer'
}
