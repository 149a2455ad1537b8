import { inBounds } from './area.ts'
import type { DealEngine, DealResult } from './engine.ts'
import type { Bounds, DealFilter } from './filter.ts'

/** Of a long list every nth deal is looked at, which shows where most are as well as all of them. */
const SAMPLE = 2000
/** Of the latitudes and of the longitudes, how many are left out at either end before the frame is widened. */
const OUTER_SHARE = 0.02
/** How much of its size the frame is widened on each side, for deals that are a little further out. */
const MARGIN_SHARE = 0.2

/**
 * What the map shows before anybody moved it, in degrees: the bounds that the filter has, all deals found in its places and areas, else
 * the region where nearly all deals are. A few on islands far away would make the map show mostly sea. Null: no deal has a place.
 */
export function firstFrame(
  { bounds, places, areas }: DealFilter,
  { boundsOf, table: { numbers } }: DealEngine,
  found: DealResult,
): Bounds | null {
  if (bounds) return bounds
  if (places.length > 0 || areas.length > 0) return boundsOf(found)
  const placeOf = (row: number) =>
    [numbers.latitude[row] ?? Number.NaN, numbers.longitude[row] ?? Number.NaN] as const
  const step = Math.ceil(found.rows.length / SAMPLE)
  const some = found.rows.filter((_, at) => at % step === 0)
  const [south, north] = widened(some, (row) => placeOf(row)[0])
  const [west, east] = widened(some, (row) => placeOf(row)[1])
  const frame = { south, west, north, east }
  return boundsOf({ rows: found.rows.filter((row) => inBounds(frame, ...placeOf(row))) }) ?? boundsOf(found)
}

/** The range of nearly all values that are known, and a margin. */
function widened(rows: Uint32Array, read: (row: number) => number): readonly [number, number] {
  const known = Float64Array.from(rows, read)
    .filter((value) => !Number.isNaN(value))
    .sort()
  const outer = Math.floor(known.length * OUTER_SHARE)
  const low = known.at(outer) ?? 0
  const high = known.at(-1 - outer) ?? 0
  const margin = (high - low) * MARGIN_SHARE
  return [low - margin, high + margin]
}
