/** The message that tells a move in the thread: whose side it is on, its label, its words. */
import type { NewMessage } from '#server/messaging/insert-message.ts'
import type { OfferMoveKind } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { amountOf } from './notify.ts'
import type { OfferRow } from './offer-row.ts'

/** Labels stand in shared/format/action-label.ts. */
const ACTIONS: Readonly<Record<OfferMoveKind, string>> = {
  submit: 'offer',
  resend: 'offer',
  revise: 'offer_revised',
  counter: 'offer_countered',
  accept: 'offer_accepted',
  decline: 'offer_declined',
  withdraw: 'offer_withdrawn',
  confirm: 'offer_confirmed',
  expire: 'offer_expired',
  sign: 'offer_signed',
  close: 'offer_closed',
  request_release: 'offer_release',
  refuse_release: 'offer_release_refused',
  fall_through: 'offer_fell_through',
}

/** What a message about such a move is labeled by. */
export const actionOf = (kind: OfferMoveKind): string => ACTIONS[kind]

export interface ToldMove {
  kind: OfferMoveKind
  by: { side: 'buyer' | 'seller' | 'system' }
  note: string | null
  after: OfferRow
  moveId: number
}

/** What the house itself says goes to the buyer, and stands in the seller's thread too. */
export const moveMessage = ({ kind, by, note, after, moveId }: ToldMove): NewMessage => ({
  ...partiesOf(after),
  type: by.side === 'buyer' ? 'inbound' : 'outbound',
  action: ACTIONS[kind],
  body: note ?? wordsOf(kind, after),
  offerMoveId: moveId,
})

export const partiesOf = (row: OfferRow) => ({
  customerId: row.customer_id,
  accountId: row.account_id,
  propertyId: row.property_id,
  offerId: row.id,
})

/** Null where the card says it all. */
function wordsOf(kind: OfferMoveKind, after: OfferRow): string | null {
  const price =
    after.price_cents === null ? 'the agreed price' : formatMoney(amountOf(after.price_cents) ?? 0)
  switch (kind) {
    case 'accept':
      return `Accepted at ${price}.`
    case 'confirm':
      return `Confirmed at ${price}. This is binding.`
    case 'expire':
      return `The time to answer ran out.`
    case 'sign':
      return 'The contract is signed.'
    case 'close':
      return `Closed at ${price}.`
    case 'fall_through':
      return 'The deal fell through.'
    case 'decline':
      return 'Declined.'
    case 'withdraw':
      return 'Withdrawn.'
    case 'request_release':
      return 'I would like to be released.'
    case 'refuse_release':
      return 'The request for release was refused.'
    default:
      return null
  }
}
