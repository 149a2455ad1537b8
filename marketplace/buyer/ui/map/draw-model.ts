/** Areas drawn on the map: corners are set, moved, put between and taken away. Pure: places in, places out. */
import type { DealFilter, Point } from '#shared/rules/deals/filter.ts'
import type { ScreenPoint } from './projection.ts'

export type Areas = DealFilter['areas']
export type Area = Areas[number]

/** Corners of one area; a freehand line is thinned until it fits. An address holds a few hundred. */
export const AREA_CORNERS = 60
const LEAST_CORNERS = 3

/** Null while it encloses nothing. */
export function closeArea(corners: readonly Point[]): Area | null {
  const distinct = corners.filter((corner, at) => at === 0 || !isSame(corner, corners[at - 1]))
  const open = distinct.length > 1 && isSame(distinct[0], distinct.at(-1)) ? distinct.slice(0, -1) : distinct
  return open.length >= LEAST_CORNERS && Math.abs(doubleSize(open)) > 1e-9 ? open : null
}

export const withArea = (areas: Areas, area: Area): Areas => [...areas, area]
export const withoutArea = (areas: Areas, index: number): Areas => areas.filter((_, at) => at !== index)

export const withCornerAt = (areas: Areas, place: CornerPlace, to: Point): Areas =>
  changed(areas, place.area, (corners) => corners.map((corner, at) => (at === place.corner ? to : corner)))

/** A new corner after the given one. */
export const withCornerAfter = (areas: Areas, place: CornerPlace, point: Point): Areas =>
  changed(areas, place.area, (corners) => corners.toSpliced(place.corner + 1, 0, point))

/** An area with too few corners left goes away. */
export function withoutCorner(areas: Areas, place: CornerPlace): Areas {
  const corners = areas[place.area]
  if (!corners) return areas
  if (corners.length <= LEAST_CORNERS) return withoutArea(areas, place.area)
  return changed(areas, place.area, (all) => all.filter((_, at) => at !== place.corner))
}

export interface CornerPlace {
  readonly area: number
  readonly corner: number
}

export const middleOf = (a: Point, b: Point): Point => ({
  lat: (a.lat + b.lat) / 2,
  lng: (a.lng + b.lng) / 2,
})

/** Indices of the points that keep a freehand line's shape to within a few pixels, at most `AREA_CORNERS` of them. */
export function thin(line: readonly ScreenPoint[]): number[] {
  for (let tolerancePx = 3; ; tolerancePx *= 1.6) {
    const kept = keep(line, 0, line.length - 1, tolerancePx)
    if (kept.length <= AREA_CORNERS) return kept
  }
}

/** Ramer, Douglas and Peucker. */
function keep(line: readonly ScreenPoint[], first: number, last: number, tolerancePx: number): number[] {
  if (last <= first) return line.length > 0 ? [first] : []
  let [farthest, distance] = [first, 0]
  for (let at = first + 1; at < last; at++) {
    const off = distanceTo(line[at], line[first], line[last])
    if (off > distance) [farthest, distance] = [at, off]
  }
  if (distance <= tolerancePx) return [first, last]
  return [
    ...keep(line, first, farthest, tolerancePx).slice(0, -1),
    ...keep(line, farthest, last, tolerancePx),
  ]
}

function distanceTo(point?: ScreenPoint, from?: ScreenPoint, to?: ScreenPoint): number {
  if (!point || !from || !to) return 0
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return Math.hypot(point.x - from.x, point.y - from.y)
  return Math.abs(dy * (point.x - from.x) - dx * (point.y - from.y)) / length
}

const isSame = (a?: Point, b?: Point): boolean => a?.lat === b?.lat && a?.lng === b?.lng

function doubleSize(corners: readonly Point[]): number {
  return corners.reduce((sum, corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    return sum + corner.lng * next.lat - next.lng * corner.lat
  }, 0)
}

function changed(areas: Areas, index: number, change: (corners: Area) => Area): Areas {
  return areas.map((area, at) => (at === index ? change(area) : area))
}
