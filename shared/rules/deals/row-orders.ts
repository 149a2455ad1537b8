/** All rows of a table in the order of each sort, made when it is first asked for. */
import type { DealSort } from './filter.ts'
import { goesByTime, type MeasureContext, minuteOf, sortValues } from './measures.ts'
import { sortRows } from './sort-rows.ts'
import type { DealTable } from './table.ts'

export interface RowOrders {
  /** Of equal deals the newest id comes first, whichever way is sorted; unknown values come last. */
  of(sort: DealSort, context: MeasureContext): Uint32Array
}

export function createRowOrders(table: DealTable): RowOrders {
  const kept = new Map<string, { asked: unknown; order: Uint32Array }>()
  let newestFirst: Uint32Array | null = null
  return {
    of({ key, descending }, context) {
      const name = `${key} ${descending}`
      const asked = dependsOn(key, context)
      const known = kept.get(name)
      if (known && known.asked === asked) return known.order
      newestFirst ??= sortRows(allRows(table.count), table.numbers.id, true)
      const order = sortRows(newestFirst, sortValues(table, key, context), descending)
      kept.set(name, { asked, order })
      return order
    },
  }
}

function dependsOn(key: DealSort['key'], { nowMs, center, scores }: MeasureContext): unknown {
  if (key === 'distance') return center && `${center.lat},${center.lng}`
  if (key === 'score') return scores
  return goesByTime(key) ? minuteOf(nowMs) : null
}

const allRows = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, row) => row)
