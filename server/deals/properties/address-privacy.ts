/**
 * Where a deal is shown to be. The only place that lets a true coordinate or a street out of the server.
 *
 * A hidden deal is shown at a point of a fixed grid, 300 to 800 meters from the house. Of the two points that qualify, a keyed hash
 * of account and deal picks one. So a listing tells which houses may be shown at its point, 1.5 square kilometers of them, and no
 * other listing that somebody reads or makes adds to that. All listings of one house together tell both points and with them the
 * cell of the houses that have the same two: 0.1 square kilometers at least, 0.4 on average. Independent displacements could be
 * averaged down to the house.
 */
import { createHmac } from 'node:crypto'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { HIDDEN_DECIMALS, HIDDEN_OFFSET_MAX_M, HIDDEN_OFFSET_MIN_M } from '#shared/contract/limits.ts'
import { metersBetween } from '#shared/rules/deals/area.ts'
import type { Point } from '#shared/rules/deals/filter.ts'

export type PlaceRow = Pick<
  PropertyRow,
  'id' | 'account_id' | 'latitude' | 'longitude' | 'is_street_shown' | 'address' | 'city' | 'state' | 'zip'
>

export interface ShownPlace {
  latitude: number | null
  longitude: number | null
  precision: 'exact' | 'approximate'
  /** Null while the street is hidden. */
  full_address: string | null
}

/** Changes with the rule that follows: a reader who kept a list from before gets all of it again, not two points for one house. */
export const SHOWN_PLACES = 'grid'

export interface PlaceViewer {
  /** The address was granted to the viewer, see server/offers/inquiries/access. */
  hasAddress: boolean
  /** This server's; the same on every node. */
  secret: string
}

export function shownPlace(row: PlaceRow, { hasAddress, secret }: PlaceViewer): ShownPlace {
  const { latitude, longitude } = row
  if (row.is_street_shown || hasAddress)
    return {
      latitude,
      longitude,
      precision: 'exact',
      full_address: `${row.address}, ${row.city}, ${row.state} ${row.zip}`,
    }
  const point =
    latitude === null || longitude === null ? null : choose(row, { lat: latitude, lng: longitude }, secret)
  return {
    latitude: point?.lat ?? null,
    longitude: point?.lng ?? null,
    precision: 'approximate',
    full_address: null,
  }
}

/**
 * The point with the lowest hash, so that a seller who corrects a pin by some meters does not move the deal. Nothing that two deals
 * share is hashed: knowing one address says nothing of how another deal was moved.
 */
function choose({ id, account_id }: PlaceRow, house: Point, secret: string): Point | null {
  const hashOf = ({ lat, lng }: Point) =>
    createHmac('sha256', secret)
      .update(`shown place of deal ${id} of account ${account_id} at ${lat} ${lng}`)
      .digest('hex')
  const [first] = pointsFor(house)
    .map((point) => ({ point, hash: hashOf(point) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  return first?.point ?? null
}

const UNITS = 10 ** HIDDEN_DECIMALS
const METERS_PER_UNIT = 111_195 / UNITS
/** Rows are 1,334 m apart. */
const ROW_UNITS = 12
/** Columns are 600 to 700 m apart. Closer, or farther apart, some cells would be smaller than 0.1 square kilometers. */
const COLUMN_MAX_M = 700
/** Beyond, a row has too few columns. */
const LATITUDE_MAX = 85

/** The points where a house there may be shown: the nearest two of the nearest row that are neither too near nor too far. */
export function pointsFor(house: Point): Point[] {
  if (Math.abs(house.lat) > LATITUDE_MAX) return []
  const lat = (Math.round((house.lat * UNITS) / ROW_UNITS) * ROW_UNITS) / UNITS
  // Each row has columns of its own, because degrees of longitude get shorter to the north.
  const columnUnits = Math.floor(COLUMN_MAX_M / (METERS_PER_UNIT * Math.cos((lat * Math.PI) / 180)))
  const column = Math.round((house.lng * UNITS) / columnUnits)
  return [-2, -1, 0, 1, 2]
    .map((step) => ({ lat, lng: ((column + step) * columnUnits) / UNITS }))
    .map((point) => ({ point, meters: metersBetween(house, point) }))
    .filter(({ meters }) => meters >= HIDDEN_OFFSET_MIN_M && meters <= HIDDEN_OFFSET_MAX_M)
    .toSorted((a, b) => a.meters - b.meters)
    .slice(0, POINTS_EACH)
    .map(({ point }) => point)
}

const POINTS_EACH = 2
