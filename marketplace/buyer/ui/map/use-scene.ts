/** Everything the canvas shows, gathered from a layout, the person's marks and the layers that are on. */
import { useMemo } from 'react'
import type { MapView, Point } from '#shared/rules/deals/filter.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { type HeatCell, heatOf } from './heat.ts'
import type { Layers } from './layers-menu.tsx'
import type { Layout, WorldPoints } from './layout.ts'
import type { DealMapProps } from './map-props.ts'
import type { DotKind, Scene } from './paint.ts'
import { isApproximate, type PinContext, statusOf } from './pin-state.ts'
import type { Size } from './projection.ts'

export interface SceneInput
  extends Pick<DealMapProps, 'table' | 'result' | 'areas' | 'buyBoxAreas' | 'comps'> {
  points: WorldPoints
  layout: Layout
  context: PinContext
  layers: Layers
  draft: readonly Point[]
  view: MapView
  size: Size
}

export function useScene(input: SceneInput): Omit<Scene, 'pointed'> {
  const { table, result, points, layout, context, layers, view, size } = input
  const dots = useMemo(() => dotsByKind(table, layout.dots, context), [table, layout, context])
  const circles = useMemo(
    () => [...layout.pins, ...layout.dots].filter((row) => isApproximate(table, row)),
    [table, layout],
  )
  const heat = useMemo(
    (): HeatCell[] => (layers.heat ? heatOf({ table, result, points, view, size }) : []),
    [layers.heat, table, result, points, view, size],
  )
  return {
    points,
    dots,
    circles,
    heat,
    areas: input.areas,
    draft: input.draft,
    boxes: layers.boxes ? (input.buyBoxAreas ?? []) : [],
    comps: layers.comps ? (input.comps ?? []) : [],
  }
}

function dotsByKind(
  table: DealTable,
  rows: ArrayLike<number>,
  { favorites, viewed }: PinContext,
): Record<DotKind, number[]> {
  const dots: Record<DotKind, number[]> = { available: [], viewed: [], pending: [], sold: [], favorite: [] }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const id = table.numbers.id[row] ?? 0
    const status = statusOf(table, row)
    if (favorites.has(id)) dots.favorite.push(row)
    else if (status !== 'available') dots[status].push(row)
    else dots[viewed.has(id) ? 'viewed' : 'available'].push(row)
  }
  return dots
}

/** The dot nearest to a place on the screen, or null. Dots are few thousand at most: a pass over them is quicker than an index. */
export function dotAt(
  { points, layout }: { points: WorldPoints; layout: Layout },
  { scale, shiftX, shiftY }: { scale: number; shiftX: number; shiftY: number },
  at: { x: number; y: number },
): number | null {
  let [nearest, distance]: [number | null, number] = [null, 10 ** 2]
  for (const row of layout.dots) {
    const x = (points.x[row] ?? Number.NaN) * scale + shiftX - at.x
    const y = (points.y[row] ?? Number.NaN) * scale + shiftY - at.y
    const off = x * x + y * y
    if (off < distance) [nearest, distance] = [row, off]
  }
  return nearest
}
