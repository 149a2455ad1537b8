/**
 * What of a result the map draws where it looks (checklist BRW-07): far out, heaps with a count; further in, price pins for
 * the best and dots for the rest. One pass over the rows, on a grid that stays put while the map is moved.
 */
import { PRICE_PINS_MAX } from '#shared/contract/limits.ts'
import type { Bounds } from './filter.ts'
import { createGrid, type Grid } from './map-grid.ts'
import { medianOf } from './median.ts'
import type { DealTable } from './table.ts'

export interface Projection {
  /** As web maps count it, with a world of 512 pixels at 0. */
  readonly zoom: number
  readonly bounds: Bounds
  readonly widthPx: number
  readonly heightPx: number
}

export interface ClusterOptions {
  /** Zooms below this heap up. */
  readonly clusterBelowZoom?: number
  /** Width of a heap's cell at a whole zoom. */
  readonly cellPx?: number
  /** Fewer deals in a cell than this are drawn one by one. */
  readonly minCount?: number
  readonly pinsMax?: number
}

export interface Cluster {
  /** The same as long as the whole zoom is. */
  readonly key: string
  /** The middle of its deals. */
  readonly lat: number
  readonly lng: number
  readonly count: number
  /** The best few of its rows. */
  readonly rows: readonly number[]
  readonly priceMin: number | null
  readonly priceMax: number | null
  readonly medianArvPercent: number | null
}

export interface MapLayout {
  readonly clusters: readonly Cluster[]
  /** Rows, best first. */
  readonly pins: readonly number[]
  readonly dots: readonly number[]
}

const DEFAULTS: Required<ClusterOptions> = {
  clusterBelowZoom: 10,
  cellPx: 64,
  minCount: 3,
  pinsMax: PRICE_PINS_MAX,
}
const SAMPLE_ROWS = 5

/** Each row that has a place in the rectangle is in one cluster, one pin or one dot. `rows` come best first. */
export function clusterDeals(
  table: DealTable,
  rows: Uint32Array,
  { zoom, bounds }: Projection,
  options: ClusterOptions = {},
): MapLayout {
  const { clusterBelowZoom, cellPx, minCount, pinsMax } = { ...DEFAULTS, ...options }
  const grid = createGrid(bounds, zoom, cellPx)
  const cells = cellsOf(table, rows, grid)
  const isHeaping = zoom < clusterBelowZoom
  const counts = isHeaping ? countCells(cells, grid.size) : null
  const pins: number[] = []
  const dots: number[] = []
  for (let at = 0; at < rows.length; at++) {
    const cell = cells[at] ?? -1
    if (cell < 0 || (counts && (counts[cell] ?? 0) >= minCount)) continue
    const row = rows[at] ?? 0
    if (pins.length < pinsMax && grid.isInView(latOf(table, row), lngOf(table, row))) pins.push(row)
    else dots.push(row)
  }
  return { clusters: counts ? heapUp(table, rows, cells, counts, grid, minCount) : [], pins, dots }
}

const latOf = ({ numbers }: DealTable, row: number): number => numbers.latitude[row] ?? Number.NaN
const lngOf = ({ numbers }: DealTable, row: number): number => numbers.longitude[row] ?? Number.NaN

/** The cell of each place in `rows`, -1 where it is not to be seen. */
function cellsOf({ numbers }: DealTable, rows: Uint32Array, grid: Grid): Int32Array {
  const { latitude, longitude } = numbers
  const cells = new Int32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    cells[at] = grid.cellAt(latitude[row] ?? Number.NaN, longitude[row] ?? Number.NaN)
  }
  return cells
}

function countCells(cells: Int32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? -1
    if (cell >= 0) counts[cell] = (counts[cell] ?? 0) + 1
  }
  return counts
}

/** Lays the rows of each full cell side by side, still best first, then sums each up. */
function heapUp(
  table: DealTable,
  rows: Uint32Array,
  cells: Int32Array,
  counts: Uint32Array,
  grid: Grid,
  minCount: number,
): readonly Cluster[] {
  const ends = new Uint32Array(counts.length)
  let total = 0
  const full: number[] = []
  for (const [cell, count] of counts.entries()) {
    ends[cell] = total
    if (count < minCount) continue
    full.push(cell)
    total += count
  }
  const members = new Uint32Array(total)
  for (let at = 0; at < rows.length; at++) {
    const cell = cells[at] ?? -1
    if (cell < 0 || (counts[cell] ?? 0) < minCount) continue
    const place = ends[cell] ?? 0
    members[place] = rows[at] ?? 0
    ends[cell] = place + 1
  }
  return full.map((cell) => {
    const end = ends[cell] ?? 0
    return sumUp(table, members.subarray(end - (counts[cell] ?? 0), end), grid.keyOf(cell))
  })
}

function sumUp(table: DealTable, rows: Uint32Array, key: string): Cluster {
  const { price, arv_percentage } = table.numbers
  const shares = new Float64Array(rows.length)
  let known = 0
  let lat = 0
  let lng = 0
  let priceMin = Number.POSITIVE_INFINITY
  let priceMax = Number.NEGATIVE_INFINITY
  const first = lngOf(table, rows[0] ?? 0)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    lat += latOf(table, row)
    // From the first one, so that deals on both sides of 180 degrees do not meet in Africa.
    const apart = lngOf(table, row) - first
    lng += apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart
    const cost = price[row] ?? Number.NaN
    if (cost < priceMin) priceMin = cost
    if (cost > priceMax) priceMax = cost
    const share = arv_percentage[row] ?? Number.NaN
    if (!Number.isNaN(share)) shares[known++] = share
  }
  return {
    key,
    lat: lat / rows.length,
    lng: ((first + lng / rows.length + 540) % 360) - 180,
    count: rows.length,
    rows: [...rows.subarray(0, SAMPLE_ROWS)],
    priceMin: Number.isFinite(priceMin) ? priceMin : null,
    priceMax: Number.isFinite(priceMax) ? priceMax : null,
    medianArvPercent: medianOf(shares.subarray(0, known)),
  }
}
