/** County outlines: which county a point lies in, and the box around a county. Degrees; boxes over the 180th meridian have west > east. */
import { feature } from 'topojson-client'

export interface Box {
  south: number
  west: number
  north: number
  east: number
}

export interface County {
  /** Five digits: state, county. */
  fips: string
  /** As the outlines have it: `Harris`. */
  bareName: string
  box: Box
}

export interface Outlines {
  counties: readonly County[]
  shapes: readonly Shape[]
  /** The county around a point; null in the sea and abroad. */
  countyAt(lat: number, lng: number): County | null
}

/** Longitude, latitude, longitude, latitude, … */
type Ring = Float64Array
export type Shape = County & { polygons: readonly (readonly Ring[])[] }
type Topology = Parameters<typeof feature>[0]
type Collection = Extract<Parameters<typeof feature>[1], { type: 'GeometryCollection' }>
export type CountyAtlas = Topology & { objects: { counties: Collection } }

export function readOutlines(atlas: CountyAtlas, isWanted: (fips: string) => boolean): Outlines {
  const shapes = feature(atlas, atlas.objects.counties).features.flatMap(
    ({ id, properties, geometry }): Shape[] => {
      const fips = String(id)
      if (!isWanted(fips)) return []
      const polygons =
        geometry.type === 'Polygon'
          ? [geometry.coordinates.map(flat)]
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates.map((rings) => rings.map(flat))
            : []
      return [{ fips, bareName: String(properties?.name), polygons, box: boxAround(polygons) }]
    },
  )
  const cells = cellsOf(shapes)
  return {
    shapes,
    counties: shapes.map(({ fips, bareName, box }) => ({ fips, bareName, box })),
    countyAt(lat, lng) {
      const near = cells.get(cellKey(Math.floor(lat), Math.floor(lng))) ?? []
      return near.find((shape) => shape.polygons.some((rings) => isInside(rings, lat, lng))) ?? null
    },
  }
}

/** The smallest box around several. */
export function unionOf(boxes: readonly Box[]): Box {
  const spans = boxes.map(({ south, west, north, east }) => ({
    south,
    north,
    west: west > 0 ? west - FULL_TURN : west,
    east: east > 0 ? east - FULL_TURN : east,
  }))
  return wrapped({
    south: Math.min(...spans.map((box) => box.south)),
    west: Math.min(...spans.map((box) => box.west)),
    north: Math.max(...spans.map((box) => box.north)),
    east: Math.max(...spans.map((box) => box.east)),
  })
}

export function centerOf({ south, west, north, east }: Box): { lat: number; lng: number } {
  const lng = (west > east ? west - FULL_TURN + east : west + east) / 2
  return { lat: rounded((south + north) / 2), lng: rounded(lng < -HALF_TURN ? lng + FULL_TURN : lng) }
}

const FULL_TURN = 360
const HALF_TURN = 180
const DECIMALS = 1e6

const flat = (ring: readonly (readonly number[])[]): Ring => Float64Array.from(ring.flat())

/** Everything here lies west of Greenwich but the far end of the Aleutians, which is counted on beyond -180. */
function boxAround(polygons: Shape['polygons']): Box {
  const box = { south: 90, west: HALF_TURN, north: -90, east: -FULL_TURN }
  for (const ring of polygons.flat())
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, lat = 0] = [ring[at], ring[at + 1]]
      const lng = x > 0 ? x - FULL_TURN : x
      if (lat < box.south) box.south = lat
      if (lat > box.north) box.north = lat
      if (lng < box.west) box.west = lng
      if (lng > box.east) box.east = lng
    }
  return wrapped(box)
}

const wrapped = ({ south, west, north, east }: Box): Box => ({
  south: rounded(south),
  west: rounded(west < -HALF_TURN ? west + FULL_TURN : west),
  north: rounded(north),
  east: rounded(east < -HALF_TURN ? east + FULL_TURN : east),
})

/** About 10 cm; more would be noise. */
export const rounded = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS

const cellKey = (south: number, west: number) => (south + HALF_TURN) * FULL_TURN * 2 + west + FULL_TURN

/** Squares of one degree with the counties that reach into them. */
function cellsOf(shapes: readonly Shape[]): Map<number, Shape[]> {
  const cells = new Map<number, Shape[]>()
  for (const shape of shapes) {
    for (const [west, east] of spansOf(shape.box))
      for (let lat = Math.floor(shape.box.south); lat <= shape.box.north; lat++)
        for (let lng = Math.floor(west); lng <= east; lng++) {
          const key = cellKey(lat, lng)
          const cell = cells.get(key)
          if (cell) cell.push(shape)
          else cells.set(key, [shape])
        }
  }
  return cells
}

const spansOf = ({ west, east }: Box): [number, number][] =>
  west > east
    ? [
        [west, HALF_TURN],
        [-HALF_TURN, east],
      ]
    : [[west, east]]

/** Even-odd over the outer ring and its holes. */
function isInside(rings: readonly Ring[], lat: number, lng: number): boolean {
  let inside = false
  for (const ring of rings) {
    let [x1, y1] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0]
    for (let at = 0; at < ring.length; at += 2) {
      const [x2, y2] = [ring[at] ?? 0, ring[at + 1] ?? 0]
      if (y1 > lat !== y2 > lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) inside = !inside
      x1 = x2
      y1 = y2
    }
  }
  return inside
}
