/** How each number column of the deals is stored, and which of its values are no knowledge at all. */
import { DEAL_COLUMNS, type DealColumn } from '#shared/contract/properties.ts'
import { DICTIONARY_COLUMNS, type DictionaryColumn, type NumberColumn } from './table.ts'

export type NumberArray = Float64Array | Float32Array | Int32Array | Uint8Array

interface ColumnStore {
  readonly array: 'f64' | 'f32' | 'i32' | 'u8'
  /** What stands for a missing value. */
  readonly missing: number
  /** Values below are missing: a house of 0 square feet is one nobody measured. */
  readonly low: number
  readonly high: number
}

const float = (low: number, high = Number.POSITIVE_INFINITY): ColumnStore => ({
  array: 'f64',
  missing: Number.NaN,
  low,
  high,
})
/** Up to 2^24 and in halves; half the memory. */
const small = (low: number): ColumnStore => ({ array: 'f32', missing: Number.NaN, low, high: 16_777_216 })
const flag: ColumnStore = { array: 'u8', missing: 0, low: 0, high: 1 }

/** Status of a row whose status is none we know. */
export const NO_STATUS = 255

export const COLUMN_STORES: Readonly<Record<NumberColumn, ColumnStore>> = {
  id: float(1, Number.MAX_SAFE_INTEGER),
  status: { array: 'u8', missing: NO_STATUS, low: 0, high: 2 },
  price: float(1),
  arv_estimate: float(1),
  arv_percentage: float(0.1),
  gross_margin: float(Number.NEGATIVE_INFINITY),
  sq_footage: small(1),
  year_built: small(1),
  latitude: float(-90, 90),
  longitude: float(-180, 180),
  score: float(0, 1),
  street_address_show: flag,
  img: small(0),
  bedrooms: small(0),
  bathrooms: small(0),
  half_bathrooms: small(0),
  units: small(0),
  lot_size: float(1),
  property_type_id: small(1),
  parking_type_id: small(1),
  tags: { array: 'i32', missing: 0, low: 0, high: 4_294_967_295 },
  condition: small(0),
  occupancy: small(0),
  repair_min: float(0),
  repair_max: float(0),
  account_id: float(1, Number.MAX_SAFE_INTEGER),
  seller_rating: float(0, 5),
  is_verified: flag,
  has_video: flag,
  has_comps: flag,
  published_at: float(1),
  updated_at: float(1),
  price_drop: float(0),
  open_house_at: float(1),
  closing_at: float(1),
  entry_fee: float(0),
}

const isText = (column: DealColumn): column is DictionaryColumn =>
  (DICTIONARY_COLUMNS as readonly string[]).includes(column)
export const NUMBER_COLUMNS: readonly NumberColumn[] = DEAL_COLUMNS.filter(
  (column): column is NumberColumn => !isText(column),
)

export function createColumn(column: NumberColumn, count: number): NumberArray {
  const { array, missing } = COLUMN_STORES[column]
  if (array === 'u8') return new Uint8Array(count).fill(missing)
  if (array === 'i32') return new Int32Array(count)
  return (array === 'f32' ? new Float32Array(count) : new Float64Array(count)).fill(missing)
}

/** A cell of the wire as a number of its column: numeric texts and booleans count, anything else is missing. */
export function cellNumber(column: NumberColumn, cell: unknown): number {
  const { missing, low, high } = COLUMN_STORES[column]
  const value = typeof cell === 'number' ? cell : looseNumber(cell)
  return value >= low && value <= high ? value : missing
}

function looseNumber(cell: unknown): number {
  if (typeof cell === 'boolean') return cell ? 1 : 0
  return typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
}
