/** The deals in this browser: the stored copy first, then the network, then deltas. Types only here; see create-deals-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { DealEngine } from '#shared/rules/deals/engine.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

export type DealsState =
  | { readonly phase: 'loading' }
  /** `isFresh`: the server has confirmed it in this visit. `asOfMs`: when the server last did. */
  | {
      readonly phase: 'ready'
      readonly table: DealTable
      readonly engine: DealEngine
      readonly asOfMs: number
      readonly isFresh: boolean
    }
  /** Nothing to show: no copy, and the network failed. */
  | { readonly phase: 'failed'; readonly failure: Failure }

export interface DealsStore {
  readonly state: ReadonlySignal<DealsState>
  /** The last refresh failed while a copy is shown: the banner says how old the data is. */
  readonly failure: ReadonlySignal<Failure | null>
  /** Bytes so far of a first load, null when nothing is under way or it is not known. */
  readonly progress: ReadonlySignal<{ readonly bytes: number; readonly total: number | null } | null>
  /** Loads once; further calls wait for the same load. Never rejects. */
  load(): Promise<void>
  /** Asks for what changed. Never rejects. */
  refresh(): Promise<void>
}
