/** Which county a point lies in, by the outlines of `places.bin.br`. */
import { DEGREE, type PlaceColumns } from './places-file.ts'

const HALF_TURN = 180
const FULL_TURN = 360

/** The five digits of the county around a point as a number; null in the sea and abroad. */
export function countyFinder(columns: PlaceColumns): (lat: number, lng: number) => number | null {
  const { countyFips, polygonAt } = columns
  const cells = cellsOf(columns)
  const isIn = (county: number, lat: number, lng: number) => {
    for (let polygon = polygonAt[county] ?? 0; polygon < (polygonAt[county + 1] ?? 0); polygon++)
      if (isInside(columns, polygon, lat, lng)) return true
    return false
  }
  return (lat, lng) => {
    const near = cells.get(cellKey(Math.floor(lat), Math.floor(lng))) ?? []
    const county = near.find((one) => isIn(one, lat, lng))
    return county === undefined ? null : (countyFips[county] ?? null)
  }
}

const cellKey = (south: number, west: number) => (south + HALF_TURN) * FULL_TURN * 2 + west + FULL_TURN

/** Squares of one degree with the counties that reach into them. */
function cellsOf({ countyFips, countyBox }: PlaceColumns): Map<number, number[]> {
  const cells = new Map<number, number[]>()
  countyFips.forEach((_, county) => {
    const [south = 0, west = 0, north = 0, east = 0] = Array.from(
      countyBox.subarray(county * 4, county * 4 + 4),
      (parts) => parts / DEGREE,
    )
    const spans =
      west > east ? [[west, HALF_TURN] as const, [-HALF_TURN, east] as const] : [[west, east] as const]
    for (const [from, to] of spans)
      for (let lat = Math.floor(south); lat <= north; lat++)
        for (let lng = Math.floor(from); lng <= to; lng++) {
          const key = cellKey(lat, lng)
          const cell = cells.get(key)
          if (cell) cell.push(county)
          else cells.set(key, [county])
        }
  })
  return cells
}

/** Even-odd over the outer ring and its holes. */
function isInside(
  { ringAt, pointAt, points, grid }: PlaceColumns,
  polygon: number,
  lat: number,
  lng: number,
): boolean {
  const [west = 0, south = 0, width = 0, height = 0] = grid
  let inside = false
  for (let ring = ringAt[polygon] ?? 0; ring < (ringAt[polygon + 1] ?? 0); ring++) {
    const [begin, end] = [pointAt[ring] ?? 0, pointAt[ring + 1] ?? 0]
    let x1 = (points[end * 2 - 2] ?? 0) * width + west
    let y1 = (points[end * 2 - 1] ?? 0) * height + south
    for (let at = begin; at < end; at++) {
      const x2 = (points[at * 2] ?? 0) * width + west
      const y2 = (points[at * 2 + 1] ?? 0) * height + south
      if (y1 > lat !== y2 > lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) inside = !inside
      x1 = x2
      y1 = y2
    }
  }
  return inside
}
