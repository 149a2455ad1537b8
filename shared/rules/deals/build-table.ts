/** Fills the typed columns from rows of the wire and, for a delta, from the table before it. */
import type { DealColumn, DealListWire } from '#shared/contract/properties.ts'
import { cellNumber, createColumn, NUMBER_COLUMNS, type NumberArray } from './columns.ts'
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

export function buildTable(plan: TablePlan): DealTable {
  const { wire, previous, count } = plan
  const place = new Map(wire.columns.map((name, index) => [name, index]))
  const placeOf = (column: DealColumn): number => place.get(column) ?? -1
  const numbers = Object.fromEntries(
    NUMBER_COLUMNS.map((column) => [column, numberColumn(plan, column, placeOf(column))]),
  ) as Record<NumberColumn, NumberArray>
  const texts = Object.fromEntries(
    DICTIONARY_COLUMNS.map((column) => [column, textColumn(plan, column, placeOf(column))]),
  ) as Record<DictionaryColumn, Dictionary>
  const imagePaths = mergeImages(plan, numbers.img)
  complete(plan, numbers)
  return asTable({
    count,
    numbers,
    texts,
    imagePaths,
    allCount: wire.all_count,
    cursor: wire.cursor ?? previous?.cursor ?? null,
  })
}

/** The index of ids is made when it is first asked for. */
export function asTable(parts: Omit<DealTable, 'rowOf'>): DealTable {
  let find: ((id: number) => number) | null = null
  const rowOf = (id: number): number => {
    find ??= createRowIndex(parts.numbers.id)
    return find(id)
  }
  return { ...parts, rowOf }
}

function numberColumn(plan: TablePlan, column: NumberColumn, place: number): NumberArray {
  const cells: Cells = plan.wire.data
  const filled = createColumn(column, plan.count)
  const before = plan.previous?.numbers[column]
  for (let row = 0; row < plan.count; row++) {
    const wireRow = plan.fromWire[row] ?? -1
    if (wireRow >= 0) filled[row] = cellNumber(column, place < 0 ? null : cells[wireRow]?.[place])
    else if (before) filled[row] = before[plan.fromPrevious[row] ?? 0] ?? 0
  }
  return filled
}

function textColumn(plan: TablePlan, column: DictionaryColumn, place: number): Dictionary {
  const cells: Cells = plan.wire.data
  const before = plan.previous?.texts[column]
  const words = before ? [...before.words] : [null]
  const codes = new Uint32Array(plan.count)
  let known: Map<string, number> | null = null
  for (let row = 0; row < plan.count; row++) {
    const wireRow = plan.fromWire[row] ?? -1
    const code = before?.codes[plan.fromPrevious[row] ?? -1] ?? 0
    if (wireRow < 0) {
      codes[row] = code
      continue
    }
    const word = place < 0 ? null : asWord(cells[wireRow]?.[place])
    if (word === words[code]) codes[row] = code
    else if (word !== null) {
      // Most changed deals keep their words, so most deltas never need this map.
      known ??= new Map(words.flatMap((text, at) => (text === null ? [] : [[text, at] as const])))
      codes[row] = codeOf(word, words, known)
    }
  }
  return { codes, words }
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
