/** A review on the wire. Who is not one of its two reads the buyer's first name and an initial, and never a hidden street. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import { placeOf } from '#server/messaging/property-card.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import type { ReviewRow } from './queries.ts'
import { type Redact, reviewRedactor } from './redact.ts'
import { editableUntil } from './window.ts'

/** `customer` and `account` are the two of the review, `public` is everybody else. */
type Reader = 'customer' | 'account' | 'public'

export function readerOf(row: Pick<ReviewRow, 'customer_id' | 'account_id'>, who: Principal | null): Reader {
  if (who?.kind === 'customer' && who.id === row.customer_id) return 'customer'
  return who?.kind === 'account' && who.accountId === row.account_id ? 'account' : 'public'
}

/** As this reader may read them. */
export async function reviewWires(
  { db, site }: { db: Database; site: Site },
  rows: readonly ReviewRow[],
  who: Principal | null,
): Promise<ReviewWire[]> {
  const redact = await reviewRedactor(db, rows, who)
  return rows.map((row) => reviewWire(row, { reader: readerOf(row, who), site, redact }))
}

export async function reviewWireFor(
  deps: { db: Database; site: Site },
  row: ReviewRow,
  who: Principal,
): Promise<ReviewWire> {
  const redact = await reviewRedactor(deps.db, [row], who)
  return reviewWire(row, { reader: readerOf(row, who), site: deps.site, redact })
}

interface Reading {
  reader: Reader
  site: Site
  redact: Redact
}

function reviewWire(row: ReviewRow, { reader, site, redact }: Reading): ReviewWire {
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
    content: isOwn ? row.content : redact(row.account_id, row.content),
    is_verified_deal: row.is_verified_deal,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    published_at: row.published_at.toISOString(),
    editable_until: isOwn ? editableUntil(row.created_at.getTime()).toISOString() : null,
    hidden_at: isOwn ? (row.hidden_at?.toISOString() ?? null) : null,
    is_own: isOwn,
    response: responseOf(row, { reader, redact }),
  }
}

function responseOf(row: ReviewRow, { reader, redact }: Omit<Reading, 'site'>): ReviewWire['response'] {
  const { answer, answered_at, answer_edited_at } = row
  if (answer === null || answered_at === null) return null
  return {
    content: reader === row.about ? answer : redact(row.account_id, answer),
    created_at: answered_at.toISOString(),
    edited_at: answer_edited_at?.toISOString() ?? null,
  }
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
