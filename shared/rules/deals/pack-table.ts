/** The table as it crosses to and from a worker and rests in the browser's database: no functions, and a version. */
import { asTable } from './build-table.ts'
import { NUMBER_COLUMNS, type NumberArray } from './columns.ts'
import {
  type DealTable,
  DICTIONARY_COLUMNS,
  type Dictionary,
  type DictionaryColumn,
  type NumberColumn,
} from './table.ts'

/** Raise it whenever what is stored changes in any way. */
const VERSION = 1

export interface PackedTable extends Omit<DealTable, 'rowOf'> {
  readonly version: number
}

/** Shares the table's memory; nothing is copied. */
export const packTable = ({ rowOf: _, ...parts }: DealTable): PackedTable => ({ version: VERSION, ...parts })

/** What `postMessage` may move instead of copying. The packed table is empty afterwards. */
export const packedBuffers = (packed: PackedTable): ArrayBufferLike[] => [
  ...NUMBER_COLUMNS.map((column) => packed.numbers[column].buffer),
  ...DICTIONARY_COLUMNS.map((column) => packed.texts[column].codes.buffer),
]

/** Null for what was stored by an older version, or is no table. */
export function unpackTable(packed: unknown): DealTable | null {
  if (!isPacked(packed)) return null
  const { version: _, ...parts } = packed
  return asTable(parts)
}

function isPacked(packed: unknown): packed is PackedTable {
  if (typeof packed !== 'object' || packed === null) return false
  const { version, count, numbers, texts, imagePaths } = packed as Partial<PackedTable>
  if (version !== VERSION || typeof count !== 'number' || !numbers || !texts || !Array.isArray(imagePaths))
    return false
  return (
    NUMBER_COLUMNS.every((column) => isColumn(numbers, column, count)) &&
    DICTIONARY_COLUMNS.every((column) => isDictionary(texts, column, count))
  )
}

const isColumn = (
  numbers: Partial<Record<NumberColumn, NumberArray>>,
  column: NumberColumn,
  count: number,
): boolean => ArrayBuffer.isView(numbers[column]) && numbers[column].length === count

const isDictionary = (
  texts: Partial<Record<DictionaryColumn, Dictionary>>,
  column: DictionaryColumn,
  count: number,
): boolean => texts[column]?.codes?.length === count && Array.isArray(texts[column].words)
