/** Points in rectangles and in drawn areas, and how far apart they are. */
import type { Bounds, Point } from './filter.ts'

/** A rectangle whose west is east of its east goes round the back of the world. */
export function inBounds({ south, west, north, east }: Bounds, lat: number, lng: number): boolean {
  if (!(lat >= south && lat <= north)) return false
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}

export function boundsOfPoints(points: readonly Point[]): Bounds | null {
  if (points.length === 0) return null
  return points.reduce<Bounds>(
    (bounds, { lat, lng }) => ({
      south: Math.min(bounds.south, lat),
      west: Math.min(bounds.west, lng),
      north: Math.max(bounds.north, lat),
      east: Math.max(bounds.east, lng),
    }),
    { south: 90, west: 180, north: -90, east: -180 },
  )
}

/** Counts how often a line to the east crosses the edge. Fewer than three corners hold nothing. */
export function inArea(area: readonly Point[], lat: number, lng: number): boolean {
  let isInside = false
  let before = area.at(-1)
  if (!before || area.length < 3) return false
  for (const corner of area) {
    const isCrossing = corner.lat > lat !== before.lat > lat
    if (
      isCrossing &&
      lng < ((before.lng - corner.lng) * (lat - corner.lat)) / (before.lat - corner.lat) + corner.lng
    )
      isInside = !isInside
    before = corner
  }
  return isInside
}

/** With this many corners the polygon differs from the circle by at most 0.1 %. */
const CORNERS = 48

/** A circle as a polygon: its corners are as far outside the circle as the middles of its sides are inside. */
export function areaAround({ lat, lng }: Point, miles: number): Point[] {
  const distance = miles / Math.sqrt(Math.cos(Math.PI / CORNERS)) / EARTH_MILES
  const [sin, cos] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)]
  return Array.from({ length: CORNERS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / CORNERS
    const sinThere = sin * Math.cos(distance) + cos * Math.sin(distance) * Math.cos(bearing)
    const east = Math.sin(bearing) * Math.sin(distance) * cos
    const north = Math.cos(distance) - sin * sinThere
    return { lat: Math.asin(sinThere) / RADIANS, lng: lng + Math.atan2(east, north) / RADIANS }
  })
}

const EARTH_MILES = 3958.8
const METERS_PER_MILE = 1609.344
const RADIANS = Math.PI / 180

/** Along the great circle. */
export function milesBetween(a: Point, b: Point): number {
  const half =
    Math.sin(((b.lat - a.lat) * RADIANS) / 2) ** 2 +
    Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(((b.lng - a.lng) * RADIANS) / 2) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}

export const metersBetween = (a: Point, b: Point): number => milesBetween(a, b) * METERS_PER_MILE
