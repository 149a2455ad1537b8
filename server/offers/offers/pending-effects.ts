/** What a transaction about offers has to say once it is committed: messages, events, changed deals, changed wallets. */
import type { Inserted, NewMessage } from '#server/messaging/insert-message.ts'

export interface PendingEffects {
  /** Offers that moved; each is told once, as it stands then. */
  readonly offerIds: Set<number>
  readonly messages: { message: NewMessage; written: Inserted }[]
  /** Deals whose status changed. */
  readonly propertyIds: Set<number>
  /** Customers whose money moved. */
  readonly walletsOf: Set<number>
}

export const noPendingEffects = (): PendingEffects => ({
  offerIds: new Set(),
  messages: [],
  propertyIds: new Set(),
  walletsOf: new Set(),
})
