/** Small work on an engine's answer: its ids, rows left out, and an order that is kept while the deals change. Pure. */
import type { DealResult } from '#shared/rules/deals/engine.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

/** Ids in the order of the rows. */
export function idsOf(table: DealTable, rows: Uint32Array): Uint32Array {
  const ids = table.numbers.id
  const found = new Uint32Array(rows.length)
  // A loop, as `map` calls a function for each of a hundred thousand rows.
  for (let at = 0; at < rows.length; at++) found[at] = ids[rows[at] ?? 0] ?? 0
  return found
}

export interface Excluded {
  readonly hidden: ReadonlySet<number>
  /** Null: everything else. */
  readonly only: ReadonlySet<number> | null
}

/** Nothing is shown that was not before. */
export const isNarrower = (now: Excluded, before: Excluded): boolean =>
  now.only === before.only && [...before.hidden].every((id) => now.hidden.has(id))

/** The result less what a person has put away; the same object when that is nothing. */
export function without(table: DealTable, result: DealResult, { hidden, only }: Excluded): DealResult {
  if (hidden.size === 0 && only === null) return result
  const ids = table.numbers.id
  const rows = result.rows.filter((row) => {
    const id = ids[row] ?? 0
    return !hidden.has(id) && (only === null || only.has(id))
  })
  return rows.length === result.rows.length ? result : resultOf(table, rows)
}

/**
 * The former order in a table that has changed, less the deals that are gone, and in how many places the true order
 * differs: deals that would come, go or move (checklist BRW-47).
 */
export function keepOrder(
  table: DealTable,
  former: Uint32Array,
  now: DealResult,
): { result: DealResult; updates: number } {
  const kept = former.reduce<number[]>((rows, id) => {
    const row = table.rowOf(id)
    if (row >= 0) rows.push(row)
    return rows
  }, [])
  const rows = Uint32Array.from(kept)
  const updates = differences(rows, now.rows)
  return updates === 0 ? { result: now, updates } : { result: resultOf(table, rows), updates }
}

/** Rows that are in one only, or, when both hold the same, that stand elsewhere. */
function differences(kept: Uint32Array, now: Uint32Array): number {
  const places = new Map<number, number>()
  for (const [place, row] of now.entries()) places.set(row, place)
  let gone = 0
  let last = -1
  let moved = 0
  for (const row of kept) {
    const place = places.get(row)
    if (place === undefined) {
      gone++
      continue
    }
    // Counts the rows that break the rising run: each of them has moved.
    if (place < last) moved++
    else last = place
    places.delete(row)
  }
  return gone + places.size + moved
}

function resultOf(table: DealTable, rows: Uint32Array): DealResult {
  const bits = new Uint32Array(Math.ceil(table.count / 32))
  for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
  return { count: rows.length, rows, bits }
}
