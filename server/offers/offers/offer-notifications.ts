/** What each side is told of an offer that the other or the clock moved. In the transaction of the move, so that none is lost. */
import type { Database } from '#server/core/database/open.ts'
import {
  type NotificationDraft,
  writeAccountNotification,
  writeNotification,
} from '#server/notifications/centre/notify.ts'
import type { OfferMoveKind } from '#shared/contract/offers.ts'
import { links } from '#shared/contract/pages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'
import { amountOf } from './notify.ts'
import type { OfferRow } from './offer-row.ts'

interface Moved {
  kind: OfferMoveKind
  by: { side: string }
  after: OfferRow
  note: string | null
}

/** A side's own moves are no news to it. */
export async function writeOfferNotification(trx: Database, moved: Moved): Promise<void> {
  const { kind, by, after, note } = moved
  if (by.side !== 'seller') await writeSellerNotification(trx, moved)
  const title = by.side === 'buyer' ? null : titleOf(kind, after)
  if (title === null) return
  await writeNotification(trx, [
    {
      ...partOf(after),
      type: 'offer',
      key: `offer ${after.id} ${after.version}`,
      title,
      body: note,
      // An accepted one is confirmed at the end of a mail of its own.
      without: kind === 'accept' ? ['email'] : [],
      ...(kind === 'accept' ? { url: links.confirmOffer(after.id) } : {}),
    },
  ])
}

/** A message about an offer that is no move of it: the version stays, so its id tells one notification from the next. */
interface Said {
  messageId: number
  words: string
}

/** To a buyer whose offer became a backup, or stopped being one. */
export const writeBackupNotification = (trx: Database, row: OfferRow, said: Said): Promise<void> =>
  writeMessageNotification(trx, row, {
    ...said,
    title: `Your offer on ${placeOf(row)} is ${row.is_backup ? 'now' : 'no longer'} a backup offer`,
  })

/** To a buyer whom the seller asks for documents. */
export const writeDocumentsNotification = (trx: Database, row: OfferRow, said: Said): Promise<void> =>
  writeMessageNotification(trx, row, {
    ...said,
    title: `The seller asks for documents for your offer on ${placeOf(row)}`,
  })

async function writeMessageNotification(
  trx: Database,
  row: OfferRow,
  { messageId, words, title }: Said & { title: string },
): Promise<void> {
  const key = `offer ${row.id} message ${messageId}`
  await writeNotification(trx, [{ ...partOf(row), type: 'offer', key, title, body: words }])
}

/** Its mail is one of its own. */
export const writeExpiringNotification = async (trx: Database, row: OfferRow): Promise<void> =>
  void (await writeNotification(trx, [
    {
      ...partOf(row),
      type: 'offer_expiring',
      key: `offer ${row.id} ${row.version} expiring`,
      title: `Waiting for your answer: ${placeOf(row)}`,
      body: `The offer of ${priceOf(row)} ends soon.`,
      without: ['email'],
    },
  ]))

async function writeSellerNotification(trx: Database, { kind, after, note }: Moved): Promise<void> {
  const title = sellerTitleOf(kind, after)
  if (title === null) return
  const clock = turnOf(after.state) === 'seller' && after.expires_at ? `Answer it ${untilOf(after)}.` : null
  const body = [clock, note].filter((words) => words !== null).join(' ')
  await writeAccountNotification(trx, {
    ...sellerPartOf(after),
    type: 'offer',
    key: `offer ${after.id} ${after.version}`,
    title,
    body: body === '' ? null : body,
  })
}

/** To a seller whose answer is waited for. */
export const writeSellerReminder = (trx: Database, row: OfferRow): Promise<void> =>
  writeAccountNotification(trx, {
    ...sellerPartOf(row),
    type: 'offer_expiring',
    key: `offer ${row.id} ${row.version} expiring`,
    title: `An offer is waiting for your answer: ${placeOf(row)}`,
    body: `The offer of ${priceOf(row)} on ${placeOf(row)} waits for you ${untilOf(row)}.`,
  })

const sellerPartOf = (row: OfferRow) => ({
  accountId: row.account_id,
  label: 'View the offer',
  url: links.seller({ kind: 'offers', propertyId: null, offerId: row.id }),
})

/** Null: nothing to tell. */
function sellerTitleOf(kind: OfferMoveKind, row: OfferRow): string | null {
  const place = placeOf(row)
  const offer = `${priceOf(row)} on ${place}`
  switch (kind) {
    case 'submit':
      return `${row.is_backup ? 'New backup offer' : 'New offer'}: ${offer}`
    case 'resend':
      return `Offer sent again: ${offer}`
    case 'revise':
      return `Offer changed: ${offer}`
    case 'counter':
      return `Counter-offer: ${offer}`
    case 'accept':
      return `Your counter-offer was accepted: ${offer}`
    case 'confirm':
      return `Offer confirmed: ${offer}`
    case 'decline':
      return `Your counter-offer was declined: ${offer}`
    case 'withdraw':
      return `Offer withdrawn: ${offer}`
    case 'expire':
      return `Offer expired: ${offer}`
    case 'request_release':
      return `The buyer asks for release from the offer on ${place}`
    default:
      return null
  }
}

const partOf = (row: OfferRow): Pick<NotificationDraft, 'customerId' | 'propertyId' | 'url' | 'label'> => ({
  customerId: row.customer_id,
  propertyId: row.property_id,
  url: links.offer(row.id),
  label: 'View the offer',
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

export const placeOf = ({ snapshot, property_id }: OfferRow) => snapshot?.address ?? `deal ${property_id}`
export const priceOf = ({ price_cents }: OfferRow) => formatMoney(amountOf(price_cents) ?? 0)
export const untilOf = ({ expires_at }: OfferRow) =>
  expires_at === null
    ? 'soon'
    : `until ${expires_at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
