/** Draws over the ground on one canvas what is too much for elements: dots, circles of hidden addresses, areas, heat, comparables. */
import { SPREAD_MAX_M } from '#marketplace/buyer/platform/spread-places.ts'
import { HIDDEN_OFFSET_MAX_M } from '#shared/contract/limits.ts'
import type { Point } from '#shared/rules/deals/filter.ts'
import { type DotLook, SPRITE_PX, type Sprites } from './dot-sprites.ts'
import type { HeatCell } from './heat.ts'
import type { WorldPoints } from './layout.ts'
import type { InkColors } from './map-colors.ts'
import type { MapArea, MapPoint } from './map-props.ts'
import { latOf, metersToPx, type Size, type Transform, toScreen } from './projection.ts'

/** A dot's look by its state; also told apart by size and by being filled or not. */
export const DOT_KINDS = ['available', 'viewed', 'pending', 'sold', 'favorite'] as const
export type DotKind = (typeof DOT_KINDS)[number]

export interface Scene {
  readonly points: WorldPoints
  /** Rows by the look of their dot. */
  readonly dots: Readonly<Record<DotKind, readonly number[]>>
  /** Rows whose place is only near. */
  readonly circles: readonly number[]
  readonly areas: readonly (readonly Point[])[]
  /** Corners of an area that is being drawn. */
  readonly draft: readonly Point[]
  readonly boxes: readonly MapArea[]
  readonly comps: readonly MapPoint[]
  readonly heat: readonly HeatCell[]
  /** Row pointed at whose mark is a dot. */
  readonly pointed: number | null
}

export interface Canvas {
  readonly brush: CanvasRenderingContext2D
  readonly size: Size
  readonly pixelRatio: number
  readonly at: Transform
  readonly colors: InkColors
  /** Kept from frame to frame. */
  readonly sprites: Sprites
}

/** Holds the house of a hidden address, wherever its mark was put. */
const HIDDEN_RADIUS_M = HIDDEN_OFFSET_MAX_M + SPREAD_MAX_M
const DOT_PX = 4

/** What all parts of a picture share. */
interface Paper {
  readonly brush: CanvasRenderingContext2D
  readonly at: Transform
  readonly colors: InkColors
  readonly sprites: Sprites
  readonly size: Size
}

export function paint({ brush, size, pixelRatio, at, colors, sprites }: Canvas, scene: Scene): void {
  const paper: Paper = { brush, at, colors, sprites, size }
  brush.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  brush.clearRect(0, 0, size.widthPx, size.heightPx)
  paintHeat(paper, scene.heat)
  for (const { rings } of scene.boxes) paintAreas(paper, rings, { line: colors.gain, isDashed: true })
  paintAreas(paper, scene.areas, { line: colors.area })
  if (scene.draft.length > 0) paintAreas(paper, [scene.draft], { line: colors.area, isDashed: true })
  paintCircles(paper, scene)
  for (const kind of DOT_KINDS) paintDots(paper, kind, scene)
  paintComps(paper, scene.comps)
  if (scene.pointed !== null) paintRing(paper, scene.points, scene.pointed)
}

const LOOKS: Readonly<Record<DotKind, DotLook>> = {
  available: { fill: 'dot', radiusPx: DOT_PX, isHollow: false },
  viewed: { fill: 'dotDim', radiusPx: DOT_PX - 1, isHollow: false },
  pending: { fill: 'dotPending', radiusPx: DOT_PX, isHollow: true },
  sold: { fill: 'dotSold', radiusPx: DOT_PX - 1, isHollow: true },
  favorite: { fill: 'dotFavorite', radiusPx: DOT_PX + 1, isHollow: false },
}

/** Each kind is drawn once and copied to its places: a path of thousands of circles takes a browser ten times as long. */
function paintDots(
  { brush, at, colors, sprites, size }: Paper,
  kind: DotKind,
  { dots, points }: Scene,
): void {
  const rows = dots[kind]
  if (rows.length === 0) return
  const { scale, shiftX, shiftY } = at
  const sprite = sprites.of(LOOKS[kind], colors)
  const [half, right, bottom] = [SPRITE_PX / 2, size.widthPx + SPRITE_PX, size.heightPx + SPRITE_PX]
  for (const row of rows) {
    const x = (points.x[row] ?? Number.NaN) * scale + shiftX
    const y = (points.y[row] ?? Number.NaN) * scale + shiftY
    if (x > -SPRITE_PX && y > -SPRITE_PX && x < right && y < bottom)
      brush.drawImage(sprite, x - half, y - half, SPRITE_PX, SPRITE_PX)
  }
}

function paintCircles({ brush, at, colors }: Paper, { circles, points }: Scene): void {
  const { scale, shiftX, shiftY } = at
  brush.fillStyle = brush.strokeStyle = colors.area
  brush.lineWidth = 1
  for (const row of circles) {
    const y = points.y[row] ?? Number.NaN
    const radius = metersToPx(HIDDEN_RADIUS_M, { lat: latOf(y), zoom: Math.log2(scale / 512) })
    if (radius < 8) continue
    brush.beginPath()
    brush.arc((points.x[row] ?? Number.NaN) * scale + shiftX, y * scale + shiftY, radius, 0, 2 * Math.PI)
    brush.globalAlpha = 0.12
    brush.fill()
    brush.globalAlpha = 0.5
    brush.stroke()
  }
  brush.globalAlpha = 1
}

function paintAreas(
  { brush, at }: Paper,
  rings: readonly (readonly Point[])[],
  { line, isDashed = false }: { line: string; isDashed?: boolean },
): void {
  brush.lineWidth = 2
  brush.strokeStyle = brush.fillStyle = line
  brush.setLineDash(isDashed ? [6, 5] : [])
  for (const ring of rings) {
    brush.beginPath()
    for (const corner of ring) {
      const { x, y } = toScreen(at, corner)
      brush.lineTo(x, y)
    }
    brush.closePath()
    brush.globalAlpha = 0.08
    brush.fill()
    brush.globalAlpha = 1
    brush.stroke()
  }
  brush.setLineDash([])
}

function paintHeat({ brush, at, colors }: Paper, cells: readonly HeatCell[]): void {
  brush.fillStyle = colors.dotFavorite
  for (const { west, north, east, south, share } of cells) {
    const from = { x: west * at.scale + at.shiftX, y: north * at.scale + at.shiftY }
    const to = { x: east * at.scale + at.shiftX, y: south * at.scale + at.shiftY }
    brush.globalAlpha = 0.08 + 0.47 * share
    brush.fillRect(from.x + 0.5, from.y + 0.5, to.x - from.x - 1, to.y - from.y - 1)
  }
  brush.globalAlpha = 1
}

/** Squares, so that nobody takes them for deals; those left out of a comparison are hollow. */
function paintComps({ brush, at, colors }: Paper, comps: readonly MapPoint[]): void {
  for (const comp of comps) {
    const { x, y } = toScreen(at, comp)
    brush.fillStyle = comp.kind === 'excluded' ? colors.dotRing : colors.gain
    brush.strokeStyle = comp.kind === 'excluded' ? colors.gain : colors.dotRing
    brush.lineWidth = 1.5
    brush.fillRect(x - 5, y - 5, 10, 10)
    brush.strokeRect(x - 5, y - 5, 10, 10)
  }
}

function paintRing({ brush, at, colors }: Paper, points: WorldPoints, row: number): void {
  const x = (points.x[row] ?? Number.NaN) * at.scale + at.shiftX
  const y = (points.y[row] ?? Number.NaN) * at.scale + at.shiftY
  brush.beginPath()
  brush.arc(x, y, DOT_PX + 4, 0, 2 * Math.PI)
  brush.strokeStyle = colors.dotFavorite
  brush.lineWidth = 2.5
  brush.stroke()
}
