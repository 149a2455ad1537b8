/** Offers as the chat sees them: what a message tells, where an offer stands now, and what may be asked of it. No wire names. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { type Failure, isRefusal } from '#shared/api/api-error.ts'
import type { OfferState } from '#shared/contract/offer-summary.ts'

/** An offer as it rides on a message. */
export interface OfferCard {
  readonly id: number
  /** Of the move that the message tells. */
  readonly priceUsd: number | null
  readonly buyer: string | null
  /** Its page, for the buyer. */
  readonly url: string | null
  /** As it was when this was said; null from a backend that does not say. */
  readonly now: OfferNow | null
}

export interface OfferNow {
  readonly id: number
  readonly state: OfferState
  /** Rises with every move; a move says which one was seen. */
  readonly version: number
  readonly priceUsd: number | null
  /** When the time to answer runs out, in milliseconds since 1970 by the server's clock. */
  readonly expiresAtMs: number | null
  readonly isBackup: boolean
  /** The server's clock when it said so; 0 when it did not say. */
  readonly saidAtMs: number
}

export interface OfferStanding {
  readonly now: OfferNow
  /** The place of its last message: that one shows the card, those before are history. */
  readonly last: { readonly id: number; readonly atMs: number }
}

export const OFFER_ASKS = ['accept', 'counter', 'decline', 'withdraw'] as const
export type OfferAction = (typeof OFFER_ASKS)[number]

export interface OfferAsk {
  readonly action: OfferAction
  /** The one that was on the screen. */
  readonly version: number
  /** Of a counter, in units of the currency. */
  readonly priceUsd?: number
  /** Of a counter a note, of a refusal its reason. */
  readonly words?: string
}

/** What is being said to an offer and not sent yet. Kept while the card is scrolled out of sight. */
export interface OfferReply {
  readonly action: OfferAction
  readonly price: string
  readonly words: string
}

export interface Offers {
  /** The offers of the open thread, by id. */
  readonly standings: ReadonlySignal<ReadonlyMap<number, OfferStanding>>
  /** The server's time, in milliseconds since 1970. */
  serverNow(): number
  /** This clock has leapt: asks the server what time it is. */
  checkTime(): void
  reply(offerId: number): Signal<OfferReply | null>
  /** Resolves with null once it is done. Never rejects for what a call can fail with. */
  move(offerId: number, ask: OfferAsk): Promise<OfferRefusal | null>
}

/** Why a move was not made. */
export interface OfferRefusal {
  /** What to do about it. */
  readonly text: string
  /** The refused field; null when it is none of the reply's. */
  readonly field: 'price' | 'words' | null
}

/** What the server says of a field of the reply, else `text`. */
export function refusedMove(text: string, failure: Failure): OfferRefusal {
  const errors = isRefusal(failure) ? (failure.problem.errors ?? {}) : {}
  for (const [name, [said]] of Object.entries(errors)) {
    const field = FIELDS[name]
    if (field && said) return { text: said, field }
  }
  return { text, field: null }
}

const FIELDS: Readonly<Record<string, OfferRefusal['field']>> = {
  'terms.price_cents': 'price',
  'terms.note': 'words',
  reason: 'words',
}

/** As the wire has it, the same for either side. A note of a counter is a term, a reason stands beside them. */
export function moveBody({ action, version, priceUsd, words = '' }: OfferAsk) {
  if (action !== 'counter') return { action, version, ...(words === '' ? {} : { reason: words }) }
  const price = priceUsd === undefined ? {} : { price_cents: Math.round(priceUsd * CENTS) }
  return { action, version, terms: { ...price, note: words } }
}

const CENTS = 100
