/** Hidden addresses: what was asked, granted or declined, and how many may be asked today (checklist FAV-20…28). Types only; see create-addresses-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { AddressRequestWire, QuotaWire } from '#shared/contract/inquiries.ts'

/** What came of asking (spec sections 4 and 8). */
export type AskOutcome =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'already' }
  | { readonly kind: 'limit'; readonly resetsAt: string | null }
  | { readonly kind: 'warning'; readonly failure: Failure | null }

export interface AddressesStore {
  /** By property id; kept live by the customer's channel. */
  readonly requests: ReadonlySignal<ReadonlyMap<number, AddressRequestWire>>
  readonly quota: ReadonlySignal<QuotaWire | null>
  /** Loads once a login. Never rejects. */
  load(): Promise<void>
  /** Asks how this person stands to one deal (spec section 7, property-address-request). Never rejects. */
  check(propertyId: number): Promise<void>
  askForAddress(propertyId: number, message?: string): Promise<AskOutcome>
  /** True when it was sent; the failure otherwise. */
  askQuestion(propertyId: number, message: string): Promise<true | Failure>
}
