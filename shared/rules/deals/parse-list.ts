/** From the list as it is sent to typed columns, once; and from one list to the next by what changed (checklist BRW-03, BRW-04). */
import type { DealListWire } from '#shared/contract/properties.ts'
import { buildTable } from './build-table.ts'
import { cellNumber } from './columns.ts'
import { createRowIndex } from './row-index.ts'
import type { DealTable } from './table.ts'

/** Goes by the columns' names: unknown ones are ignored, missing ones are unknown in every row. Rows without an id are left out. */
export function parseDealList(wire: DealListWire): DealTable {
  const fromWire = Int32Array.from(rowsOf(wire).rows)
  return buildTable({
    count: fromWire.length,
    fromWire,
    fromPrevious: new Int32Array(fromWire.length).fill(-1),
    previous: null,
    wire,
  })
}

/** The table after a delta; a wire that is no delta replaces it. The given table is not touched. */
export function applyDelta(table: DealTable, wire: DealListWire): DealTable {
  if (!wire.is_delta) return parseDealList(wire)
  const { rows, ids } = rowsOf(wire)
  const changedAt = new Map(rows.map((row, index) => [ids[index] ?? 0, row]))
  const removed = new Set(wire.removed ?? [])
  const fromWire: number[] = []
  const fromPrevious: number[] = []
  for (let row = 0; row < table.count; row++) {
    const id = table.numbers.id[row] ?? 0
    const changed = changedAt.get(id) ?? -1
    if (changed < 0 && removed.has(id)) continue
    changedAt.delete(id)
    fromWire.push(changed)
    fromPrevious.push(row)
  }
  for (const row of changedAt.values()) {
    fromWire.push(row)
    fromPrevious.push(-1)
  }
  return buildTable({
    count: fromWire.length,
    fromWire: Int32Array.from(fromWire),
    fromPrevious: Int32Array.from(fromPrevious),
    previous: table,
    wire,
  })
}

/** The rows that have an id; of two with the same one the later. */
function rowsOf({ columns, data }: DealListWire): { rows: number[]; ids: number[] } {
  const place = columns.indexOf('id')
  const rows: number[] = []
  const ids: number[] = []
  for (let row = 0; row < data.length; row++) {
    const id = cellNumber('id', data[row]?.[place])
    if (!Number.isInteger(id)) continue
    rows.push(row)
    ids.push(id)
  }
  const lastOf = createRowIndex(ids)
  const isLast = (_: number, index: number): boolean => lastOf(ids[index] ?? 0) === index
  return { rows: rows.filter(isLast), ids: ids.filter(isLast) }
}
