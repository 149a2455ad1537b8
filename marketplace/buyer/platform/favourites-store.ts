/** Which deals are kept. One store for list, map, deal page and profile (checklist FAV-01…05). Types only; see create-favourites-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'

export interface FavouritesStore {
  /** Of the user, or of this browser while nobody is logged in; those are merged after a login. */
  readonly ids: ReadonlySignal<ReadonlySet<number>>
  /** Those the server has, as far as this page was told: without what is still on its way there. */
  readonly kept: ReadonlySignal<readonly number[]>
  /** Shows at once; rolls back with a toast and a way to try again when the server refuses. Presses while one is under way are folded. */
  toggle(propertyId: number, options?: ToggleOptions): Promise<void>
}

export interface ToggleOptions {
  /** Says nothing when it worked, for who does several at once. */
  readonly isQuiet?: boolean
}
