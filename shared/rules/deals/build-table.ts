/** Fills the typed columns from rows of the wire and, for a delta, from the table before it. */
import type { DealColumn, DealListWire } from '#shared/contract/properties.ts'
import { COLUMN_STORES, cellNumber, createColumn, NUMBER_COLUMNS, type NumberArray } from './columns.ts'
import { createRowIndex } from './row-index.ts'
import {
  type DealTable,
  DICTIONARY_COLUMNS,
  type Dictionary,
  type DictionaryColumn,
  type NumberColumn,
} from './table.ts'

export interface TablePlan {
  readonly count: number
  /** For each row of the new table: the row of the wire that fills it, or -1. */
  readonly fromWire: Int32Array
  /** For each row of the new table: the row it had in `previous`, or -1. */
  readonly fromPrevious: Int32Array
  readonly previous: DealTable | null
  readonly wire: DealListWire
}

type Cells = readonly (readonly unknown[])[]

/** Rows are read a block at a time, all columns of it, so that they are read while they are near. */
const BLOCK = 512

export function buildTable(plan: TablePlan): DealTable {
  const { wire, previous, count } = plan
  const place = new Map(wire.columns.map((name, index) => [name, index]))
  const placeOf = (column: DealColumn): number => place.get(column) ?? -1
  const numbers = recordOf(NUMBER_COLUMNS, (column) => createColumn(column, count))
  const texts = recordOf(DICTIONARY_COLUMNS, (column) => createTextColumn(plan, column, placeOf(column)))
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(count, from + BLOCK)
    for (const column of NUMBER_COLUMNS) fillNumbers(plan, column, placeOf(column), numbers[column], from, to)
    for (const column of DICTIONARY_COLUMNS) texts[column].fill(from, to)
  }
  const imagePaths = mergeImages(plan, numbers.img)
  complete(plan, numbers)
  return asTable({
    count,
    numbers,
    texts: recordOf(DICTIONARY_COLUMNS, (column) => texts[column].dictionary),
    imagePaths,
    allCount: wire.all_count,
    cursor: wire.cursor ?? previous?.cursor ?? null,
  })
}

const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

/** The index of ids is made when it is first asked for. */
export function asTable(parts: Omit<DealTable, 'rowOf'>): DealTable {
  let find: ((id: number) => number) | null = null
  const rowOf = (id: number): number => {
    find ??= createRowIndex(parts.numbers.id)
    return find(id)
  }
  return { ...parts, rowOf }
}

function fillNumbers(
  { wire, previous, fromWire, fromPrevious }: TablePlan,
  column: NumberColumn,
  place: number,
  filled: NumberArray,
  from: number,
  to: number,
): void {
  const cells: Cells = wire.data
  const { low, high } = COLUMN_STORES[column]
  const before = previous?.numbers[column]
  for (let row = from; row < to; row++) {
    const wireRow = fromWire[row] ?? -1
    if (wireRow >= 0) {
      const cell = place < 0 ? null : cells[wireRow]?.[place]
      if (typeof cell === 'number' && cell >= low && cell <= high) filled[row] = cell
      else if (cell !== null && cell !== undefined) filled[row] = cellNumber(column, cell)
    } else if (before) filled[row] = before[fromPrevious[row] ?? 0] ?? 0
  }
}

interface TextColumn {
  readonly dictionary: Dictionary
  fill(from: number, to: number): void
}

function createTextColumn(plan: TablePlan, column: DictionaryColumn, place: number): TextColumn {
  const cells: Cells = plan.wire.data
  const before = plan.previous?.texts[column]
  const words = before ? [...before.words] : [null]
  const codes = new Uint32Array(plan.count)
  let known: Map<string, number> | null = null
  const fill = (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const wireRow = plan.fromWire[row] ?? -1
      const code = before?.codes[plan.fromPrevious[row] ?? -1] ?? 0
      const word = wireRow < 0 ? words[code] : place < 0 ? null : asWord(cells[wireRow]?.[place])
      if (word === null || word === undefined) continue
      if (word === words[code]) codes[row] = code
      else {
        // Most changed deals keep their words, so most deltas never need this map.
        known ??= new Map(words.flatMap((text, at) => (text === null ? [] : [[text, at] as const])))
        codes[row] = codeOf(word, words, known)
      }
    }
  }
  return { dictionary: { codes, words }, fill }
}

function codeOf(word: string, words: (string | null)[], known: Map<string, number>): number {
  const there = known.get(word)
  if (there !== undefined) return there
  words.push(word)
  known.set(word, words.length - 1)
  return words.length - 1
}

const asWord = (cell: unknown): string | null =>
  typeof cell === 'string' ? cell.trim() || null : typeof cell === 'number' ? String(cell) : null

/** Image numbers of a delta count in the delta's own paths. */
function mergeImages({ wire, previous, fromWire, count }: TablePlan, img: NumberArray): readonly string[] {
  const paths = previous ? [...previous.imagePaths] : wire.img_paths
  const known = previous && new Map(previous.imagePaths.map((path, index) => [path, index]))
  for (let row = 0; row < count; row++) {
    if ((fromWire[row] ?? -1) < 0) continue
    const path = wire.img_paths[img[row] ?? -1]
    if (path === undefined) img[row] = Number.NaN
    else if (known) {
      const index = known.get(path) ?? paths.push(path) - 1
      known.set(path, index)
      img[row] = index
    }
  }
  return paths
}

/** What follows from other cells of the row, and coordinates that are none: half a pair, or the point 0, 0. */
function complete({ fromWire, count }: TablePlan, numbers: Record<NumberColumn, NumberArray>): void {
  const { price, arv_estimate, arv_percentage, gross_margin, latitude, longitude } = numbers
  for (let row = 0; row < count; row++) {
    if ((fromWire[row] ?? -1) < 0) continue
    const cost = price[row] ?? Number.NaN
    const arv = arv_estimate[row] ?? Number.NaN
    if (Number.isNaN(gross_margin[row])) gross_margin[row] = arv - cost
    if (Number.isNaN(arv_percentage[row])) arv_percentage[row] = Math.round((cost / arv) * 1000) / 10
    const lat = latitude[row] ?? Number.NaN
    const lng = longitude[row] ?? Number.NaN
    if (Number.isNaN(lat + lng) || (lat === 0 && lng === 0)) {
      latitude[row] = Number.NaN
      longitude[row] = Number.NaN
    }
  }
}
