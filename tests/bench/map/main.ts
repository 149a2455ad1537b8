/** The bench's page: what the map does when a filter changes and while it moves, and the same dots as elements beside it. */

import { createSprites } from '#marketplace/buyer/ui/map/dot-sprites.ts'
import { layoutOf, worldPointsOf } from '#marketplace/buyer/ui/map/layout.ts'
import { readColors } from '#marketplace/buyer/ui/map/map-colors.ts'
import { createMarkerLayer } from '#marketplace/buyer/ui/map/marker-layer.ts'
import { DOT_KINDS, type DotKind, paint, type Scene } from '#marketplace/buyer/ui/map/paint.ts'
import { transformOf } from '#marketplace/buyer/ui/map/projection.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { BENCH_NOW_MS, makeDeals } from '../deals/make-deals.ts'

export interface MapMeasured {
  readonly count: number
  /** Milliseconds of script for one of each. */
  readonly far: readonly number[]
  readonly near: readonly number[]
  readonly dots: readonly number[]
  readonly elements: readonly number[]
  readonly dotCount: number
}

declare global {
  interface Window {
    mapBench: { measure(count: number): MapMeasured }
  }
}

const SIZE = { widthPx: 756, heightPx: 846 }
const COUNTRY = { lat: 38.5, lng: -96, zoom: 4 }
const STEPS = 40
const DOTS = 5000

window.mapBench = {
  measure(count) {
    const engine = createDealEngine(parseDealList(makeDeals(count)))
    const { table } = engine
    const city = { lat: table.numbers.latitude[0] ?? 30, lng: table.numbers.longitude[0] ?? -95, zoom: 9.9 }
    return {
      count,
      far: filterSteps(engine, COUNTRY),
      near: filterSteps(engine, city),
      ...moves(engine),
    }
  },
}

/** A drag of the price's slider, each step with a new result and a new layout. */
function filterSteps(engine: DealEngine, view: typeof COUNTRY): number[] {
  const context = { nowMs: BENCH_NOW_MS, favourites: new Set<number>(), center: null, scores: null }
  const sort = { key: 'score', descending: true } as const
  return Array.from({ length: STEPS }, (_, step) => {
    const filter = { ...DEFAULT_FILTER, ranges: { price: { max: 600_000 - step * 5_000 } } }
    const result = engine.run(filter, sort, context)
    return timed(() => layoutOf(engine.table, result, view, SIZE))
  })
}

/** The same dots moved by as much: painted, and as an element each. */
function moves({ table }: DealEngine): Pick<MapMeasured, 'dots' | 'elements' | 'dotCount'> {
  const points = worldPointsOf(table)
  const rows = Array.from({ length: Math.min(DOTS, table.count) }, (_, row) => row)
  const canvas = Object.assign(document.createElement('canvas'), { width: 756, height: 846 })
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('This browser has no canvas')
  const colors = readColors(document.documentElement)
  const sprites = createSprites(document, 1)
  const layer = document.createElement('div')
  document.body.append(canvas, layer)
  const markerLayer = createMarkerLayer(transformOf(COUNTRY, SIZE))
  for (const row of rows) markerLayer.at(points.x[row] ?? 0, points.y[row] ?? 0)(layer.appendChild(dot()))
  const scene: Scene = {
    points,
    circles: [],
    areas: [],
    draft: [],
    boxes: [],
    comps: [],
    heat: [],
    pointed: null,
    dots: Object.fromEntries(DOT_KINDS.map((kind) => [kind, kind === 'available' ? rows : []])) as Record<
      DotKind,
      number[]
    >,
  }
  const at = (step: number) => transformOf({ ...COUNTRY, lng: -96 + step / 10 }, SIZE)
  const steps = Array.from({ length: STEPS }, (_, step) => at(step))
  const dots = steps.map((to) =>
    timed(() => {
      paint({ brush, size: SIZE, pixelRatio: 1, at: to, colors, sprites }, scene)
      // Read back, so that what the browser has put off is counted too.
      brush.getImageData(0, 0, 1, 1)
    }),
  )
  const elements = steps.map((to) =>
    timed(() => {
      markerLayer.place(to)
      // Asked for, so that styles and layout are worked out.
      layer.getBoundingClientRect()
    }),
  )
  return { dots, elements, dotCount: rows.length }
}

function dot(): HTMLElement {
  const element = document.createElement('i')
  element.style.cssText =
    'position:absolute;left:0;top:0;width:8px;height:8px;border-radius:50%;background:black'
  return element
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
