/**
 * What the deal map needs of a map: a ground that is moved and asked where things are. Pins, dots and areas are drawn over
 * it by us, alike on every one; an adapter draws none of them. Zoom is MapLibre's (512 px at 0).
 */
import type { Bounds, MapView, Point } from '#shared/rules/deals/filter.ts'
import type { ScreenPoint, Size } from './projection.ts'

/** Around bounds that the map is fitted to, so that a pin or a cluster at their edge is whole. */
export const FIT_PADDING_PX = 60

export interface MapAdapter {
  /** Who is to be named for what is seen; null where the map says it itself. */
  readonly credits: string | null
  view(): MapView
  size(): Size
  project(point: Point): ScreenPoint
  unproject(at: ScreenPoint): Point
  /** `isByPerson` says how its move is reported. */
  jumpTo(view: MapView, isByPerson: boolean): void
  /** Shows all of it; flies there unless the person wants less motion. Reported as nobody's move. */
  fit(bounds: Bounds, options: { paddingPx: number; isInstant: boolean }): void
  /** In steps of one, around a place on the screen or the middle. */
  zoomBy(steps: number, around?: ScreenPoint): void
  panBy(xPx: number, yPx: number): void
  /** A move has begun and is not reported as settled yet. */
  isMoving(): boolean
  /** Off while an area is drawn. */
  setDraggable(isDraggable: boolean): void
  /** The container has another size. */
  resize(): void
  /** The page's colors have changed. */
  recolor(colors: MapColors): void
  setCountyLines(areShown: boolean): void
  destroy(): void
}

export interface MapListener {
  /** On every frame of a move. */
  moved(): void
  /** When a move has ended. */
  settled(isByPerson: boolean): void
  /** It stopped working, e.g. the WebGL context was lost for good. */
  failed(): void
}

export interface AdapterOptions {
  container: HTMLElement
  start: { readonly view: MapView } | { readonly bounds: Bounds }
  colors: MapColors
  isCalm: boolean
  on: MapListener
}

/** Resolves when the map can be drawn over; rejects when it cannot be made. */
export type CreateAdapter = (options: AdapterOptions) => Promise<MapAdapter>

/** As `rgb(…)`, whatever the tokens are written in. */
export interface MapColors {
  readonly land: string
  readonly water: string
  readonly border: string
  readonly label: string
  readonly halo: string
}

/** An installation's choice (`getConfigs`, `maps`); without one the map is drawn of what came with the app. */
export interface MapSettings {
  readonly driver: 'built_in' | 'style' | 'google'
  readonly styleUrl: string | null
  readonly key: string | null
}

export const BUILT_IN: MapSettings = { driver: 'built_in', styleUrl: null, key: null }

/** Credit lines for the person who looks. */
export const BUILT_IN_CREDITS = '© GeoNames, US Census Bureau'
