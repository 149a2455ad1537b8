/** How long the list, a filter change and what hangs on it take; beside it an array of objects, in the same process and run. */
import type { DealColumn, DealListWire } from '#shared/contract/properties.ts'
import { clusterDeals } from '#shared/rules/deals/clusters.ts'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealFilter } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { BENCH_NOW_MS } from './make-deals.ts'

export interface Measured {
  readonly count: number
  /** Of the last filter, the same for both. */
  readonly found: number
  /** Milliseconds by what was done. Medians where it was done many times. */
  readonly ms: Readonly<Record<Step, number>>
}

export type Step =
  | 'json'
  | 'parse'
  | 'objects'
  | 'first'
  | 'change'
  | 'worst'
  | 'plain'
  | 'sort'
  | 'facets'
  | 'histogram'
  | 'firstText'
  | 'text'
  | 'clusters'
  | 'dots'

type Row = Record<DealColumn, number | string | null>

const CHANGES = 60
const PLAIN_CHANGES = 9
const US = { south: 24, west: -125, north: 50, east: -66 }
const TOWN = { south: 29, west: -97, north: 31, east: -94 }
const CONTEXT: DealContext = { nowMs: BENCH_NOW_MS, favourites: new Set(), center: null, scores: null }
const { sort } = DEFAULT_QUERY

/** What somebody has set while the price's slider is dragged. */
const filterAt = (step: number): DealFilter => ({
  ...DEFAULT_FILTER,
  ranges: {
    price: { min: 60_000, max: 450_000 - step * 2500 },
    arv_percent: { max: 75 },
    sqft: { min: 900 },
    beds: { min: 2 },
    year: { min: 1940 },
  },
  choices: { types: [1, 2, 4, 5] },
  flags: ['comps'],
  bounds: US,
})

export function measureDeals(text: string): Measured {
  const [json, wire] = timed(() => JSON.parse(text) as DealListWire)
  const [parse, table] = timed(() => parseDealList(wire))
  const [objects, rows] = timed(() => objectsOf(wire))
  const engine = createDealEngine(table)
  const [first] = timed(() => engine.run(filterAt(0), sort, CONTEXT))
  const changes = repeat(CHANGES, (step) => engine.run(filterAt(step + 1), sort, CONTEXT))
  const plain = repeat(PLAIN_CHANGES, (step) => plainRun(rows, filterAt(step)))
  const last = filterAt(CHANGES)
  const result = engine.run(last, sort, CONTEXT)
  const found = plainRun(rows, last).length
  if (found !== result.count) throw new Error(`The engine finds ${result.count}, the objects ${found}`)
  return {
    count: table.count,
    found,
    ms: {
      json,
      parse,
      objects,
      first,
      change: median(changes),
      worst: Math.max(...changes),
      plain: median(plain),
      ...measureRest(table, engine),
    },
  }
}

function measureRest(table: DealTable, engine: ReturnType<typeof createDealEngine>) {
  const filter = filterAt(CHANGES)
  const [byPrice] = timed(() => engine.run(filter, { key: 'price', descending: false }, CONTEXT))
  const facets = repeat(CHANGES, (step) => engine.facets(filterAt(step), CONTEXT))
  const histogram = repeat(CHANGES, (step) => engine.histogram('spread', filterAt(step), CONTEXT, 40))
  const withText = (text: string) => () => engine.run({ ...filter, text }, sort, CONTEXT)
  const [firstText] = timed(withText('corner lot'))
  const texts = ['duplex', 'dup', 'oak OR pine', '-"corner lot"', '"fixer upper"', 'brick ridge'].map(
    (text) => timed(withText(text))[0],
  )
  const { rows } = engine.run({ ...DEFAULT_FILTER, status: [] }, sort, CONTEXT)
  const size = { widthPx: 1200, heightPx: 800 }
  return {
    sort: byPrice,
    facets: median(facets),
    histogram: median(histogram),
    firstText,
    text: median(texts),
    clusters: median(repeat(15, () => clusterDeals(table, rows, { zoom: 4, bounds: US, ...size }))),
    dots: median(repeat(15, () => clusterDeals(table, rows, { zoom: 10, bounds: TOWN, ...size }))),
  }
}

export function objectsOf({ columns, data }: DealListWire): Row[] {
  return data.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Row)
}

/** What one writes first: one test, written out, over objects, then a sort. */
function plainRun(rows: readonly Row[], { ranges, choices, bounds }: DealFilter): Row[] {
  const between = (value: Row[DealColumn], min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
    typeof value === 'number' && value >= min && value <= max
  const kept = rows.filter(
    (row) =>
      row.status === 0 &&
      between(row.price, ranges.price?.min, ranges.price?.max) &&
      between(row.arv_percentage, undefined, ranges.arv_percent?.max) &&
      between(row.sq_footage, ranges.sqft?.min) &&
      between(row.bedrooms, ranges.beds?.min) &&
      between(row.year_built, ranges.year?.min) &&
      choices.types?.includes(Number(row.property_type_id)) &&
      row.has_comps === 1 &&
      bounds !== null &&
      between(row.latitude, bounds.south, bounds.north) &&
      between(row.longitude, bounds.west, bounds.east),
  )
  return kept.sort((a, b) => Number(b.score) - Number(a.score) || Number(b.id) - Number(a.id))
}

function timed<T>(work: () => T): [number, T] {
  const start = performance.now()
  const result = work()
  return [performance.now() - start, result]
}

const repeat = (times: number, work: (step: number) => unknown): number[] =>
  Array.from({ length: times }, (_, step) => timed(() => work(step))[0])

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN
