/**
 * Real sales instead of made ones: `npm run bench -- sales file.csv.gz …`. The same table, filters, counts and heaps over what
 * a county recorded, printed with what was odd about it. Nothing is kept.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import type { DealListWire } from '#shared/contract/properties.ts'
import { clusterDeals } from '#shared/rules/deals/clusters.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealFilter } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import { ms, thousands } from './report.ts'

const CONTEXT: DealContext = { nowMs: Date.now(), favourites: new Set(), center: null, scores: null }
const { sort } = DEFAULT_QUERY
const EVERYTHING: DealFilter = { ...DEFAULT_FILTER, status: [] }
const SIZE = { widthPx: 1200, heightPx: 800 }

export function benchSales(paths: readonly string[]): void {
  if (paths.length === 0)
    process.stdout.write('Name one or more files of sales: CSV, as it is or packed with gzip.\n')
  for (const path of paths) oneFile(path)
}

type Sale = Readonly<Record<string, string>>

function oneFile(path: string): void {
  const file = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8')
  const { data: sales } = Papa.parse<Sale>(text, { header: true, skipEmptyLines: true })
  const wire = wireOf(sales)
  const [took, table] = timed(() => parseDealList(wire))
  say(`\n## ${basename(path)}\n`)
  say(`${thousands(sales.length)} lines, ${thousands(table.count)} rows in ${ms(took)}`)
  const engine = createDealEngine(table)
  sayOddities(sales, engine)
  sayFilters(engine)
  sayMap(engine)
}

/** The columns a sale has; the last of two sales of one house is the one that counts, as in a list of deals. */
function wireOf(sales: readonly Sale[]): DealListWire {
  const ids = new Map<string, number>()
  const idOf = (name: string): number => {
    const known = ids.get(name) ?? ids.size + 1
    ids.set(name, known)
    return known
  }
  const columns: readonly (readonly [string, (sale: Sale) => unknown])[] = [
    ['id', ({ id = '' }) => idOf(id)],
    ['status', () => 2],
    ['price', ({ price }) => price],
    ['bedrooms', ({ beds }) => beds],
    ['bathrooms', ({ baths }) => baths],
    ['sq_footage', ({ sqft }) => sqft],
    ['lot_size', ({ lot_sqft }) => lot_sqft],
    ['year_built', ({ year_built }) => year_built],
    ['title', ({ type = '', condition = '' }) => `${type} ${condition}`.replaceAll('_', ' ')],
    ['public_address', ({ street }) => street],
    ['city', ({ city }) => city],
    ['state_code', ({ state }) => state],
    ['zip', ({ zip }) => zip],
    ['latitude', ({ lat }) => lat],
    ['longitude', ({ lon }) => lon],
    ['published_at', ({ sale_date = '' }) => Date.parse(sale_date) / 1000],
  ]
  return {
    columns: columns.map(([name]) => name),
    data: sales.map((sale) => columns.map(([, cell]) => cell(sale))),
    img_paths: [],
    all_count: sales.length,
  }
}

function sayOddities(sales: readonly Sale[], { table }: DealEngine): void {
  const { numbers } = table
  const rows = Array.from({ length: table.count }, (_, row) => row)
  const countOf = (test: (row: number) => boolean): number => rows.filter(test).length
  const unknown = (column: 'price' | 'sq_footage' | 'year_built' | 'bedrooms' | 'lot_size' | 'latitude') =>
    countOf((row) => Number.isNaN(numbers[column][row]))
  const at = (column: 'bedrooms' | 'bathrooms' | 'sq_footage' | 'lot_size', row: number) =>
    numbers[column][row] ?? 0
  const places = new Set(rows.map((row) => `${numbers.latitude[row]},${numbers.longitude[row]}`))
  const found: readonly (readonly [string, number])[] = [
    ['sales of a house that was sold before', sales.length - table.count],
    ['without a price', unknown('price')],
    ['without an area', unknown('sq_footage')],
    ['without a year', unknown('year_built')],
    ['without bedrooms known', unknown('bedrooms')],
    ['without a lot', unknown('lot_size')],
    ['without a place', unknown('latitude')],
    ['with 0 bedrooms', countOf((row) => at('bedrooms', row) === 0)],
    ['with more than 10 bedrooms', countOf((row) => at('bedrooms', row) > 10)],
    ['with 0 bathrooms', countOf((row) => at('bathrooms', row) === 0)],
    ['with a quarter of a bath', countOf((row) => (at('bathrooms', row) * 2) % 1 !== 0)],
    ['with a lot smaller than the house', countOf((row) => at('lot_size', row) < at('sq_footage', row))],
    ['at the very place of another', table.count - places.size],
  ]
  for (const [name, count] of found) if (count > 0) say(`- ${thousands(count)} ${name}`)
}

function sayFilters(engine: DealEngine): void {
  const filters: readonly (readonly [string, DealFilter])[] = [
    ['all', EVERYTHING],
    ['available, the default', DEFAULT_FILTER],
    ['up to $300K', { ...EVERYTHING, ranges: { price: { max: 300_000 } } }],
    [
      '3+ beds, 2+ baths, 1,500+ sq.ft',
      { ...EVERYTHING, ranges: { beds: { min: 3 }, baths: { min: 2 }, sqft: { min: 1500 } } },
    ],
    ['up to $100 a square foot', { ...EVERYTHING, ranges: { ppsf: { max: 100 } } }],
    ['built before 1900', { ...EVERYTHING, ranges: { year: { max: 1899 } } }],
    ['“average”, not “above”', { ...EVERYTHING, text: 'average -above' }],
    ['33+ beds', { ...EVERYTHING, ranges: { beds: { min: 33 } } }],
  ]
  say('')
  for (const [name, filter] of filters) {
    const [took, { count }] = timed(() => engine.run(filter, { key: 'price', descending: false }, CONTEXT))
    say(`- ${name}: ${thousands(count)} in ${ms(took)}`)
  }
  const none: DealFilter = { ...EVERYTHING, ranges: { price: { max: 60_000 }, beds: { min: 7 } } }
  for (const { label, count } of engine.relax(none, CONTEXT))
    say(`- nothing up to $60K with 7+ beds: “${label}” gives ${thousands(count)}`)
  const histogram = engine.histogram('price', EVERYTHING, CONTEXT, 10)
  if (histogram)
    say(
      `- prices from ${thousands(histogram.min)} to ${thousands(histogram.max)} and beyond: ${histogram.counts.join(' ')}`,
    )
}

function sayMap(engine: DealEngine): void {
  const result = engine.run(EVERYTHING, sort, CONTEXT)
  const bounds = engine.boundsOf(result)
  if (!bounds) return
  say(`- on the map from ${bounds.south}, ${bounds.west} to ${bounds.north}, ${bounds.east}`)
  for (const zoom of [6, 8, 9, 12]) {
    const [took, layout] = timed(() => clusterDeals(engine.table, result.rows, { zoom, bounds, ...SIZE }))
    const heaped = layout.clusters.reduce((sum, { count }) => sum + count, 0)
    say(
      `- zoom ${zoom}: ${layout.clusters.length} heaps of ${thousands(heaped)}, ${layout.pins.length} pins, ${thousands(layout.dots.length)} dots in ${ms(took)}`,
    )
  }
}

function timed<T>(work: () => T): [number, T] {
  const start = performance.now()
  const result = work()
  return [performance.now() - start, result]
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
