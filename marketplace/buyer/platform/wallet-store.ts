/** What this customer has with Plat: balance and deposit, and word of each change. Made with the first screen that shows money. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { ResourceState } from '#marketplace/kit/resource.ts'
import type { DepositWire } from '#shared/contract/money.ts'

export interface Wallet {
  readonly balanceCents: number
  /** Held as the deposit, and so no part of the balance. */
  readonly depositCents: number
  /** Top-ups whose bank has not answered yet. */
  readonly pendingCents: number
  readonly activeOffers: number
}

export interface Deposits {
  readonly current: DepositWire | null
  /** Ended ones, the latest first. */
  readonly earlier: readonly DepositWire[]
}

export interface WalletStore {
  readonly wallet: ReadonlySignal<ResourceState<Wallet>>
  readonly deposits: ReadonlySignal<ResourceState<Deposits>>
  /** Rises with everything that may have changed money: lists of their own ask again. */
  readonly changes: ReadonlySignal<number>
  /** A failure leaves known figures standing. */
  loadWallet(): Promise<void>
  loadDeposits(): Promise<void>
  /** Something was done here: figures are asked again, in the other tabs too. */
  changed(): void
  /** Hears changes live until the returned function is called; one socket however many follow. */
  follow(): () => void
}
