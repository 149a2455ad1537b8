/** What of a result is drawn where: clusters, ranked price pins and dots for the rectangle that is looked at. */
import { type Cluster, clusterDeals, type MapLayout } from '#shared/rules/deals/clusters.ts'
import type { DealResult } from '#shared/rules/deals/engine.ts'
import type { MapView } from '#shared/rules/deals/filter.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import {
  boundsOfView,
  type ScreenPoint,
  type Size,
  type Transform,
  toScreen,
  transformOf,
  worldX,
  worldY,
} from './projection.ts'

export type Layout = MapLayout
export type { Cluster }

/** Everything of it that one view needs; a few milliseconds at 100,000 deals. A pin that would cover a better one is a dot. */
export function layoutOf(table: DealTable, result: DealResult, view: MapView, size: Size): Layout {
  const layout = clusterDeals(table, result.rows, {
    zoom: view.zoom,
    bounds: boundsOfView(view, size),
    ...size,
  })
  const { pins, covered } = apart(table, layout.pins, transformOf(view, size))
  return { ...layout, pins, dots: [...layout.dots, ...covered] }
}

/** About what a pin takes, with some air. */
const PIN_PX = { width: 58, height: 30 }

function apart(table: DealTable, rows: readonly number[], at: Transform) {
  const pins: number[] = []
  const covered: number[] = []
  const taken: ScreenPoint[] = []
  for (const row of rows) {
    const place = { lat: table.numbers.latitude[row] ?? 0, lng: table.numbers.longitude[row] ?? 0 }
    const { x, y } = toScreen(at, place)
    const isCovering = taken.some(
      (other) => Math.abs(other.x - x) < PIN_PX.width && Math.abs(other.y - y) < PIN_PX.height,
    )
    if (!isCovering) taken.push({ x, y })
    ;(isCovering ? covered : pins).push(row)
  }
  return { pins, covered }
}

/** All places of a table in the world's units, worked out once: a frame then multiplies and adds. NaN where none is known. */
export interface WorldPoints {
  readonly x: Float64Array
  readonly y: Float64Array
}

export function worldPointsOf({ count, numbers }: DealTable): WorldPoints {
  const points = { x: new Float64Array(count), y: new Float64Array(count) }
  for (let row = 0; row < count; row++) {
    points.x[row] = worldX(numbers.longitude[row] ?? Number.NaN)
    points.y[row] = worldY(numbers.latitude[row] ?? Number.NaN)
  }
  return points
}

/** Whether the view has left what a layout was made for so far that it should be made anew before the move has ended. */
export function isFarFrom(from: MapView, to: MapView, { widthPx }: Size): boolean {
  const scale = 512 * 2 ** to.zoom
  const shift = Math.hypot(worldX(from.lng) - worldX(to.lng), worldY(from.lat) - worldY(to.lat)) * scale
  return Math.abs(from.zoom - to.zoom) > 0.6 || shift > widthPx / 3
}
