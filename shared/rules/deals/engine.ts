/**
 * Filters, sorts and counts the deals of one table, in the browser and on the server. A changed filter costs one pass over
 * one column: every other part, and the order of every sort, is kept from before.
 */

import { andInto, type Bits, countBits, fullBits } from './bitset.ts'
import { countFacets, type Facets } from './facets.ts'
import type { Bounds, DealFilter, DealSort, RangeKey } from './filter.ts'
import { activeParts, type PartKey } from './filter-parts.ts'
import { binValues, type Histogram, type Scale, scaleOf } from './histogram.ts'
import { goesByTime, type MeasureContext, minuteOf, sortValues } from './measures.ts'
import type { DealContext, Passing } from './part-bits.ts'
import { createPartBits, type PartBits } from './part-bits.ts'
import { type Relaxation, relaxations } from './relax.ts'
import { sortRows } from './sort-rows.ts'
import type { DealTable } from './table.ts'

export interface DealResult {
  readonly count: number
  /** In sort order. */
  readonly rows: Uint32Array
  /** The same rows as a set. */
  readonly bits: Uint32Array
}

export interface DealEngine {
  readonly table: DealTable
  run(filter: DealFilter, sort: DealSort, context: DealContext): DealResult
  /** How many deals each choice would give beside the other filters (checklist BRW-25). */
  facets(filter: DealFilter, context: DealContext): Facets
  /** The deals that pass the other filters, by this value. Null when no deal of the table has one. */
  histogram(key: RangeKey, filter: DealFilter, context: DealContext, bins: number): Histogram | null
  /** What each single filter gives when it is widened or removed, the smallest change first (checklist BRW-32). */
  relax(filter: DealFilter, context: DealContext): readonly Relaxation[]
  /** Around all deals of the result that have a place. */
  boundsOf(result: Pick<DealResult, 'rows'>): Bounds | null
}

export type { Facets, Histogram, Relaxation }

export function createDealEngine(table: DealTable): DealEngine {
  const parts = createPartBits(table)
  const orders = createRowOrders(table)
  const scales = new Map<RangeKey, Scale | null>()
  const passing: Passing = (filter, context, except) => passingBits(table, parts, filter, context, except)
  return {
    table,
    run(filter, sort, context) {
      const bits = passing(filter, context)
      const count = countBits(bits)
      return { count, bits, rows: pickRows(orders.of(sort, context), bits, count) }
    },
    facets: (filter, context) => countFacets({ filter, context, parts, passing }),
    histogram(key, filter, context, bins) {
      const values = parts.values(key, context)
      const known = scales.get(key)
      const scale = known === undefined ? scaleOf(key, values) : known
      scales.set(key, scale)
      return scale && binValues(values, passing(filter, context, key), scale, bins)
    },
    relax: (filter, context) => relaxations({ filter, context, parts, passing }),
    boundsOf: ({ rows }) => boundsOfRows(table, rows),
  }
}

function passingBits(
  table: DealTable,
  parts: PartBits,
  filter: DealFilter,
  context: DealContext,
  except: PartKey | undefined,
): Bits {
  const bits = fullBits(table.count)
  for (const key of activeParts(filter)) if (key !== except) andInto(bits, parts.of(filter, key, context))
  return bits
}

function pickRows(order: Uint32Array, bits: Bits, count: number): Uint32Array {
  if (count === order.length) return order.slice()
  const rows = new Uint32Array(count)
  for (let at = 0, place = 0; place < count; at++) {
    const row = order[at] ?? 0
    if (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) rows[place++] = row
  }
  return rows
}

function boundsOfRows({ numbers }: DealTable, rows: Uint32Array): Bounds | null {
  let south = 90
  let north = -90
  let west = 180
  let east = -180
  for (const row of rows) {
    const lat = numbers.latitude[row] ?? Number.NaN
    const lng = numbers.longitude[row] ?? Number.NaN
    if (lat < south) south = lat
    if (lat > north) north = lat
    if (lng < west) west = lng
    if (lng > east) east = lng
  }
  return south > north ? null : { south, west, north, east }
}

interface RowOrders {
  /** Of equal deals the newest id comes first, whichever way is sorted; unknown values come last. */
  of(sort: DealSort, context: MeasureContext): Uint32Array
}

/** All rows of a table in the order of each sort, made when it is first asked for. */
function createRowOrders(table: DealTable): RowOrders {
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
