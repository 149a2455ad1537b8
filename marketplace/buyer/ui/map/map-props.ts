/** What a page hands to the map of deals and hears from it. The map draws a result that others found: it filters nothing. */
import type { Signal } from '@preact/signals-core'
import type { ReactNode } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { DealResult } from '#shared/rules/deals/engine.ts'
import type { Bounds, DealFilter, MapView, Point } from '#shared/rules/deals/filter.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

/** In the place of a map that cannot be loaded because the server is away. */
export const MAP_AWAITED = `The map appears when ${BRAND} can be reached again.`

export interface DealMapProps {
  table: DealTable
  /** What passes, best first: `rows` ranks the price pins. */
  result: DealResult
  /** Shared with the list: each side writes it for what the pointer or the focus is on. */
  hoveredId: Signal<number | null>
  /** The deal whose card is open; the map writes null when the card is closed. */
  selectedId: Signal<number | null>
  favourites: ReadonlySet<number>
  viewed: ReadonlySet<number>
  /** Where to look. Null: `fitTo`, else the US. Read again only when it differs from what `onView` last said. */
  view: MapView | null
  /** After a move has ended. `isByPerson` is false for what `view` and `fitTo` caused, so that nobody answers a fit with a fit. */
  onView(view: MapView, bounds: Bounds, isByPerson: boolean): void
  areas: DealFilter['areas']
  onAreas(areas: DealFilter['areas']): void
  /** Search as the map moves. */
  isSearching: boolean
  /** The toggle is shown when this is given. */
  onSearching?(isSearching: boolean): void
  /** The button 'Search this area', while `isSearching` is off and the person has moved the map. */
  onSearchHere?(): void
  /** The deal's page. */
  onOpen(id: number): void
  /** What the popup of the selected deal shows. */
  card?(id: number): ReactNode
  /** Flown to when it is another object, so also when the same place is chosen again; null leaves the camera alone. */
  fitTo?: Bounds | null
  /** Name of the region. */
  label: string
  /** Offered in the layers menu when they are given. */
  buyBoxAreas?: readonly MapArea[]
  comps?: readonly MapPoint[]
  /** Since when a deal counts as new. */
  newSinceMs?: number
  /** For 'open house' states; the time the page was rendered will do. */
  nowMs?: number
}

/** A named outline, as drawn areas are. */
export interface MapArea {
  readonly name: string
  readonly rings: readonly (readonly Point[])[]
}

/** A marked spot. `kind` chooses its look. */
export interface MapPoint {
  readonly lat: number
  readonly lng: number
  readonly label: string
  readonly kind: 'deal' | 'comp' | 'excluded' | 'place'
}

/** Given when the map cannot be drawn; the list stays complete (checklist BRW-14). */
export type MapFailure = 'no_webgl' | 'not_loaded'
