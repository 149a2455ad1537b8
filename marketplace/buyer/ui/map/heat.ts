/** Price per square foot as a grid over what is in view: the median of each cell's deals. */
import type { DealResult } from '#shared/rules/deals/engine.ts'
import type { MapView } from '#shared/rules/deals/filter.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { WorldPoints } from './layout.ts'
import { type Size, transformOf } from './projection.ts'

export interface HeatCell {
  /** In the world's units. */
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
  /** USD a square foot. */
  readonly value: number
  /** Where it stands between the lowest and the highest tenth of the cells, 0 to 1. */
  readonly share: number
}

const CELL_PX = 40

export interface HeatInput {
  table: DealTable
  result: DealResult
  points: WorldPoints
  view: MapView
  size: Size
}

/** Cells are fixed to the ground for a whole zoom, so that they do not swim when the map is moved. */
export function heatOf({ table, result, points, view, size }: HeatInput): HeatCell[] {
  const { scale, shiftX, shiftY } = transformOf(view, size)
  const cellsAcross = 2 ** Math.floor(view.zoom) * Math.floor(512 / CELL_PX)
  const values = new Map<number, number[]>()
  for (const row of result.rows) {
    const [x, y] = [points.x[row] ?? Number.NaN, points.y[row] ?? Number.NaN]
    const value = (table.numbers.price[row] ?? Number.NaN) / (table.numbers.sq_footage[row] ?? Number.NaN)
    const [px, py] = [x * scale + shiftX, y * scale + shiftY]
    const isInView = px > 0 && py > 0 && px < size.widthPx && py < size.heightPx
    if (!isInView || !Number.isFinite(value)) continue
    const key = Math.floor(y * cellsAcross) * cellsAcross + Math.floor(x * cellsAcross)
    const cell = values.get(key)
    if (cell) cell.push(value)
    else values.set(key, [value])
  }
  return cellsOf(values, cellsAcross)
}

function cellsOf(values: ReadonlyMap<number, number[]>, cellsAcross: number): HeatCell[] {
  const medians = [...values].map(([key, all]) => ({ key, value: median(all) }))
  const sorted = medians.map(({ value }) => value).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [low, high] = [at(0.1), at(0.9)]
  return medians.map(({ key, value }) => {
    const [x, y] = [key % cellsAcross, Math.floor(key / cellsAcross)]
    const share = high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 0.5
    const [west, north] = [x / cellsAcross, y / cellsAcross]
    return { west, north, east: west + 1 / cellsAcross, south: north + 1 / cellsAcross, value, share }
  })
}

function median(values: number[]): number {
  values.sort((a, b) => a - b)
  const middle = values.length >> 1
  const upper = values[middle] ?? 0
  return values.length % 2 === 1 ? upper : ((values[middle - 1] ?? 0) + upper) / 2
}
