/** What the buyer is told of an offer that somebody else moved. In the transaction of the move, so that none is lost. */
import type { Database } from '#server/database/open.ts'
import { type News, writeNews } from '#server/notifications/notify.ts'
import type { OfferMoveKind } from '#shared/contract/offers.ts'
import { formatUsd } from '#shared/format/money.ts'
import type { OfferRow } from './offer-row.ts'
import { usdOf } from './tell.ts'

/** The buyer's own moves are no news to them. */
export async function writeOfferNews(
  trx: Database,
  {
    kind,
    by,
    after,
    note,
  }: { kind: OfferMoveKind; by: { side: string }; after: OfferRow; note: string | null },
): Promise<void> {
  const title = by.side === 'buyer' ? null : titleOf(kind, after)
  if (title === null) return
  await writeNews(trx, [
    {
      ...{ ...partOf(after), type: 'offer', key: `offer ${after.id} ${after.version}`, title },
      body: note,
      // An accepted one is confirmed at the end of a mail of its own.
      without: kind === 'accept' ? ['email'] : [],
      ...(kind === 'accept' ? { url: `/offer/${after.id}/confirm` } : {}),
    },
  ])
}

/** Its mail is one of its own. */
export const writeExpiringNews = async (trx: Database, row: OfferRow): Promise<void> =>
  void (await writeNews(trx, [
    {
      ...{ ...partOf(row), type: 'offer_expiring', key: `offer ${row.id} ${row.version} expiring` },
      title: `Your answer is waited for: ${placeOf(row)}`,
      body: `The offer of ${priceOf(row)} ends soon.`,
      without: ['email'],
    },
  ]))

const partOf = (row: OfferRow): Pick<News, 'customerId' | 'propertyId' | 'url' | 'label'> => ({
  ...{ customerId: row.customer_id, propertyId: row.property_id },
  ...{ url: `/profile/offers/${row.id}`, label: 'Look at the offer' },
})

/** Null: nothing to tell. */
function titleOf(kind: OfferMoveKind, row: OfferRow): string | null {
  const offer = `Your offer on ${placeOf(row)}`
  switch (kind) {
    case 'counter':
      return `${offer} was countered: ${priceOf(row)}`
    case 'accept':
      return `${offer} was accepted`
    case 'decline':
      return `${offer} was declined`
    case 'expire':
      return `${offer} has expired`
    case 'sign':
      return `${offer} is under contract`
    case 'close':
      return `${offer} has closed`
    case 'fall_through':
      return `${offer} fell through`
    case 'refuse_release':
      return `Your release from the offer on ${placeOf(row)} was refused`
    default:
      return null
  }
}

const placeOf = ({ snapshot, property_id }: OfferRow) => snapshot?.address ?? `deal ${property_id}`
const priceOf = ({ price_cents }: OfferRow) => formatUsd(usdOf(price_cents) ?? 0)
