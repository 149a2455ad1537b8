/** Deals that are shown at one point are drawn side by side on a map, so that each can be pointed at. Pure. */
import { isHiddenAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

/** No deal is moved farther; the circle around an approximate place is drawn larger by it. */
export const SPREAD_MAX_M = 80
const STEP_M = 40
const METERS_PER_DEGREE = 111_195
/** Of the sunflower: never two in one line. */
const TURN = Math.PI * (3 - Math.sqrt(5))

/**
 * Only deals with a hidden address, which share the points of a coarse grid; the first of each point stays. The same table when none
 * share one. Filters read the table as it was.
 */
export function withSpread(table: DealTable): DealTable {
  const { latitude, longitude } = table.numbers
  const counts = new Map<string, number>()
  const moved: { row: number; lat: number; lng: number }[] = []
  for (let row = 0; row < table.count; row++) {
    if (!isHiddenAt(table, row)) continue
    const [lat, lng] = [latitude[row] ?? Number.NaN, longitude[row] ?? Number.NaN]
    const before = counts.get(`${lat} ${lng}`) ?? 0
    counts.set(`${lat} ${lng}`, before + 1)
    if (before > 0) moved.push({ row, ...besides(lat, lng, before) })
  }
  if (moved.length === 0) return table
  const [latitudes, longitudes] = [Float64Array.from(latitude), Float64Array.from(longitude)]
  for (const { row, lat, lng } of moved) {
    latitudes[row] = lat
    longitudes[row] = lng
  }
  return { ...table, numbers: { ...table.numbers, latitude: latitudes, longitude: longitudes } }
}

function besides(lat: number, lng: number, place: number) {
  const meters = Math.min(SPREAD_MAX_M, STEP_M * Math.sqrt(place))
  const shrink = Math.cos((lat * Math.PI) / 180)
  return {
    lat: lat + (meters * Math.sin(place * TURN)) / METERS_PER_DEGREE,
    lng: lng + (meters * Math.cos(place * TURN)) / (METERS_PER_DEGREE * shrink),
  }
}
