/** The offers of this customer, live (checklist OFR-30…38). Types only; see create-offers-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import type { ServerClock } from './server-clock.ts'

export type OffersState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** `isStale`: the last question was not answered; what was known stands. */
  | { readonly phase: 'ready'; readonly offers: readonly OfferWire[]; readonly isStale: boolean }

export interface OffersStore {
  /** The latest first; empty for a visitor. */
  readonly state: ReadonlySignal<OffersState>
  readonly serverClock: ServerClock
  /** Asks anew. One question at a time; what is asked meanwhile is asked once more after it. Never rejects. */
  load(): Promise<void>
  /** As a call of this tab just answered it; an older one than is known changes nothing. */
  put(offer: OfferWire): void
  /** A draft was thrown away. */
  drop(id: number): void
  /** One of this customer's offers, or null for any of them, may have changed: whatever shows it asks the server again. */
  tell(offerId: number | null): void
  /** Hears of each offer that moved, and with null that anything may have: the line was lost. Returns what ends it. */
  onNews(hear: (offerId: number | null) => void): () => void
  /** Follows the customer's channel as long as somebody does. Returns what ends it. */
  follow(): () => void
}
