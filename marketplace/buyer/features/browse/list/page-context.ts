/** What the parts of the browse page share besides the model: what was looked at, and the way to a deal and back. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { createContext, type RefObject, use } from 'react'
import type { KeptPlace } from './kept-place.ts'

export interface Drawn {
  readonly startIndex: number
  readonly endIndex: number
}

export interface ListStop {
  /** Written by the list that shows. */
  readonly drawn: Signal<Drawn>
  /** Had the focus last. */
  readonly lastId: Signal<number | null>
  readonly insideId: Signal<number | null>
  /** The place of the card that is the stop. */
  readonly index: ReadonlySignal<number>
}

/** The way a list, grid or table brings a deal on the screen. */
export interface ListHandle {
  /** Scrolls until the deal at this place of the order is in view, then answers. */
  show(index: number): void
  /** How many stand in a row, for the arrow keys of a grid. */
  readonly columns: number
  savePlace(): void
}

export interface BrowsePageParts {
  /** How far the first deals were scrolled when the whole list took their place, in pixels. */
  readonly firstTop: { current: number }
  readonly viewed: ReadonlySignal<ReadonlySet<number>>
  /** When this person was here before this visit; null on the first, and until it is known. */
  readonly newSinceMs: ReadonlySignal<number | null>
  /** The deal that was put away last, until something else is done about it. */
  readonly justHidden: Signal<number | null>
  /** Called before the page changes to a deal's: keeps the place, marks the deal as viewed. */
  readonly open: (id: number) => void
  /** As it was when this entry of the history was left. */
  readonly place: KeptPlace
  readonly list: RefObject<ListHandle | null>
  readonly stop: ListStop
  /** The saved search that this page was opened with. */
  readonly savedId: number | null
}

export const BrowsePageContext = createContext<BrowsePageParts | null>(null)

/** Throws outside the browse page: then the composition is wrong. */
export function useBrowsePage(): BrowsePageParts {
  const page = use(BrowsePageContext)
  if (page === null) throw new Error('useBrowsePage needs the browse page above it')
  return page
}
