/** What a card says of where an offer stands, to either side. */
import type { OfferState } from '#shared/contract/offer-summary.ts'
import { isOverdue } from '#shared/rules/offers/offer-clock.ts'
import type { OfferAction, OfferNow } from '#shared/thread/offer-model.ts'

export type OfferSide = 'buyer' | 'seller'
export type TagTone = 'plain' | 'gain' | 'warn' | 'accent'

const TAGS: Readonly<Record<OfferState, readonly [words: string, tone: TagTone]>> = {
  draft: ['Draft', 'plain'],
  submitted: ['Submitted', 'accent'],
  countered: ['Seller countered', 'warn'],
  countered_by_buyer: ['Buyer countered', 'warn'],
  accepted: ['Accepted', 'gain'],
  confirmed: ['Confirmed', 'gain'],
  rejected: ['Declined', 'plain'],
  withdrawn: ['Withdrawn', 'plain'],
  expired: ['Expired', 'plain'],
  under_contract: ['Under contract', 'gain'],
  closed: ['Closed', 'gain'],
  fell_through: ['Fell through', 'plain'],
}

/** As `side` reads it. */
export const tagOf = (state: OfferState, side: OfferSide): readonly [words: string, tone: TagTone] =>
  state === (side === 'seller' ? 'countered' : 'countered_by_buyer') ? ['You countered', 'warn'] : TAGS[state]

/** Of whom the price is that is on the table. */
export function priceLabel(state: OfferState, side: OfferSide): string {
  switch (state) {
    case 'countered':
      return side === 'seller' ? 'Your counter' : 'Counter offer'
    case 'countered_by_buyer':
      return side === 'buyer' ? 'Your counter' : 'Counter offer'
    case 'accepted':
    case 'confirmed':
    case 'under_contract':
    case 'closed':
      return 'Agreed price'
    default:
      return 'Offer price'
  }
}

/** Its time is up by the server's clock, whether or not the server has said so yet. */
export const isLate = ({ state, expiresAtMs }: OfferNow, nowMs: number): boolean =>
  isOverdue(state, expiresAtMs, nowMs)

/** The clock ran out, and the server has not ended the offer yet. Why an offer has ended is said by its last message. */
export const LATE_WORDS = 'The time to answer ran out.'

/** Who has to do what. `other`: the name of the other side. */
export function turnWords(state: OfferState, side: OfferSide, other: string): string | null {
  const [waiting, answer] = [`Waiting for ${other} to answer.`, 'Your turn: accept, counter or decline.']
  switch (state) {
    case 'submitted':
    case 'countered_by_buyer':
      return side === 'seller' ? answer : waiting
    case 'countered':
      return side === 'buyer' ? answer : waiting
    case 'accepted':
      return side === 'buyer'
        ? 'Your turn: confirm it, and it is binding.'
        : `Waiting for ${other} to confirm.`
    case 'confirmed':
      return side === 'seller' ? 'Your turn: sign the contract.' : `${other} signs the contract next.`
    case 'under_contract':
      return 'On the way to closing.'
    default:
      return null
  }
}

/** `2 days left`, `5 h 10 min left`, `59 min left`, and in the last ten minutes `4:05 left`. */
export function timeLeft(leftMs: number): string {
  if (leftMs <= 0) return 'Time is up'
  const seconds = Math.ceil(leftMs / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days left`
  if (hours > 0) return `${hours} h ${minutes % 60} min left`
  if (minutes >= 10) return `${minutes} min left`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')} left`
}

export const ACTION_WORDS: Readonly<Record<OfferAction, string>> = {
  accept: 'Accept',
  counter: 'Counter',
  decline: 'Decline',
  withdraw: 'Withdraw',
}
