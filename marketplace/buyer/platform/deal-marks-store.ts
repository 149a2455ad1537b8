/** What somebody has looked at and put away, over all their devices. Types only; see create-deal-marks-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'

export interface DealMarksStore {
  /** Deals that are not to be shown. Empty for a visitor, and until it is known. */
  readonly hidden: ReadonlySignal<ReadonlySet<number>>
  /** Deals that were looked at. */
  readonly seen: ReadonlySignal<ReadonlySet<number>>
  /** Asks for both. A failure leaves what is known standing. Never rejects. */
  load(): Promise<void>
  /** Shows at once, and waits for a server that is away, also over a reload. False when it was refused, and then it is as before. */
  hide(propertyId: number, isHidden: boolean): Promise<boolean>
  /** Looks at the deals now. The visit before this one, on whatever device; null: there was none; undefined: it could not be asked. */
  visit(): Promise<number | null | undefined>
  /** Told to the server in a moment, together with others. */
  saw(propertyId: number): void
}
