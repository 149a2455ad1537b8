/** The deals as typed columns, in the browser and on the server. Rows are numbers from 0; texts are looked up in dictionaries. */
import type { DealColumn } from '#shared/contract/properties.ts'

/** Columns whose cells are texts of few kinds: a `Uint32Array` of places in `words`. Place 0 is null. */
export const DICTIONARY_COLUMNS = [
  'city',
  'county',
  'state_code',
  'zip',
  'public_address',
  'full_address',
  'title',
] as const
export type DictionaryColumn = (typeof DICTIONARY_COLUMNS)[number]
export type NumberColumn = Exclude<DealColumn, DictionaryColumn>

export interface Dictionary {
  readonly codes: Uint32Array
  /** `words[0]` is null. */
  readonly words: readonly (string | null)[]
}

export interface DealTable {
  readonly count: number
  /** A missing number is NaN in float columns. Coordinates are Float64, the rest Float32 or Int32 wide enough to be exact. */
  readonly numbers: Readonly<Record<NumberColumn, Float64Array | Float32Array | Int32Array | Uint8Array>>
  readonly texts: Readonly<Record<DictionaryColumn, Dictionary>>
  readonly imagePaths: readonly string[]
  /** All deals there are, also those not in this table. */
  readonly allCount: number
  readonly cursor: string | null
  /** Row of a deal, -1 when it is not here. */
  rowOf(id: number): number
}
