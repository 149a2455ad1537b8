/**
 * Where a deal is shown to be. The only place that lets a true coordinate or a street out of the server. A hidden deal is moved
 * by a distance and direction that only this server's secret knows: always the same for the same parcel, so that neither looking
 * twice nor the parcel's other listings narrow it down, and at random around the true place, so that no center leads back.
 */
import { createHmac } from 'node:crypto'
import type { PropertyRow } from '#server/database/schema.ts'
import { HIDDEN_DECIMALS, HIDDEN_OFFSET_MAX_M, HIDDEN_OFFSET_MIN_M } from '#shared/contract/limits.ts'
import { isParcelNumber } from './parcel.ts'

export type PlaceRow = Pick<
  PropertyRow,
  'id' | 'parcel' | 'latitude' | 'longitude' | 'is_street_shown' | 'address' | 'city' | 'state' | 'zip'
>

export interface ShownPlace {
  latitude: number | null
  longitude: number | null
  precision: 'exact' | 'approximate'
  /** Null while the street is hidden. */
  full_address: string | null
}

export interface PlaceViewer {
  /** The address was granted to who looks, see server/inquiries/access. */
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
  const hidden = { precision: 'approximate', full_address: null } as const
  if (latitude === null || longitude === null) return { latitude: null, longitude: null, ...hidden }
  return { ...moved({ latitude, longitude }, digestOf(row, secret)), ...hidden }
}

/**
 * Of the parcel where it is known: two listings of one house must not be averaged. Of nothing that many houses share, or who was
 * granted one address would know how all of them were moved.
 */
const digestOf = ({ id, parcel }: PlaceRow, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(isParcelNumber(parcel) ? `hidden place of parcel ${parcel}` : `hidden place of deal ${id}`)
    .digest()

const METERS_PER_DEGREE = 111_195
const GRID_M = METERS_PER_DEGREE / 10 ** HIDDEN_DECIMALS
/** Cutting the decimals moves a point once more, by half a diagonal of the grid at most. */
const CUT_M = (GRID_M * Math.SQRT2) / 2
const NEAREST_M = HIDDEN_OFFSET_MIN_M + CUT_M
const FARTHEST_M = HIDDEN_OFFSET_MAX_M - CUT_M
const UINT32 = 2 ** 32

function moved({ latitude, longitude }: { latitude: number; longitude: number }, digest: Buffer) {
  const angle = (digest.readUInt32BE(0) / UINT32) * 2 * Math.PI
  // Even over the ring's area, or most would lie at its inner edge.
  const share = digest.readUInt32BE(4) / UINT32
  const meters = Math.sqrt(NEAREST_M ** 2 + share * (FARTHEST_M ** 2 - NEAREST_M ** 2))
  const north = (meters * Math.cos(angle)) / METERS_PER_DEGREE
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const east = (meters * Math.sin(angle)) / (METERS_PER_DEGREE * shrink)
  return { latitude: cut(latitude + north), longitude: cut(longitude + east) }
}

const cut = (degrees: number): number => Number(degrees.toFixed(HIDDEN_DECIMALS))
