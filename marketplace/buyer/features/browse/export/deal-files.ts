/**
 * The deals of a result as files (checklist BRW-50): only what the list shows. A hidden address stays hidden, since nothing
 * here knows it: its place is the public one, and the file says that it is approximate. Pure.
 */
import { type CsvCell, csvOf } from '#shared/format/csv.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

type Field = readonly [name: string, of: (deal: DealFacts, origin: string) => CsvCell, column?: string]

/** What stands in both files, by its name there, with the column of the table that it is. */
const FIELDS: readonly Field[] = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status, 'status'],
  ['address', ({ address }) => address],
  ['address_hidden', ({ isAddressHidden }) => (isAddressHidden ? 'yes' : 'no')],
  ['city', ({ city }) => city],
  ['county', ({ county }) => county],
  ['state', ({ state }) => state],
  ['zip', ({ zip }) => zip],
  ['price_usd', ({ price }) => price, 'price'],
  ['arv_usd', ({ arv }) => arv, 'arv'],
  ['arv_percent', ({ arvPercent }) => arvPercent, 'arv_percent'],
  ['spread_usd', ({ spread }) => spread, 'spread'],
  ['price_per_sqft_usd', ({ pricePerSqft }) => rounded(pricePerSqft, 2), 'ppsf'],
  ['beds', ({ beds }) => beds, 'beds'],
  ['baths', ({ baths }) => baths, 'baths'],
  ['sqft', ({ sqft }) => sqft, 'sqft'],
  ['year_built', ({ year }) => year, 'year'],
  ['lot_sqft', ({ lot }) => lot, 'lot'],
  ['units', ({ units }) => units, 'units'],
  ['property_type', ({ type }) => type?.label ?? null, 'type'],
  ['repairs_min_usd', ({ repairs }) => repairs?.min ?? null, 'repairs'],
  ['repairs_max_usd', ({ repairs }) => repairs?.max ?? null, 'repairs'],
  ['entry_fee_usd', ({ entryFee }) => entryFee, 'entry_fee'],
  ['price_drop_usd', ({ priceDrop }) => priceDrop, 'price_drop'],
  ['seller_rating', ({ sellerRating }) => sellerRating, 'rating'],
  ['match_score', ({ score }) => score, 'score'],
  ['listed_at', ({ publishedMs }) => dateOf(publishedMs), 'listed'],
  ['closing_at', ({ closingMs }) => dateOf(closingMs), 'closing'],
  ['url', ({ id }, origin) => `${origin}/property/${id}`],
]

export interface Exported {
  readonly table: DealTable
  /** In the order of the list. */
  readonly rows: Uint32Array
  /** Of the site, for the links. */
  readonly origin: string
}

/**
 * CSV with a byte order mark, which is what spreadsheets need to read names with accents. Given the columns of a table,
 * it has those and what names the deal and its place (checklist BRW-42).
 */
export function dealsCsv(
  { table, rows, origin }: Exported,
  columns: readonly string[] | null = null,
): string {
  const fields = FIELDS.filter(([, , column]) => !columns || !column || columns.includes(column))
  const names = [...fields.map(([name]) => name), 'latitude', 'longitude']
  const lines = Array.from(rows, (row) => {
    const deal = dealAt(table, row)
    const cells = fields.map(([, of]) => of(deal, origin))
    return [...cells, deal.place?.lat ?? null, deal.place?.lng ?? null]
  })
  return `\ufeff${csvOf([names, ...lines])}`
}

/** RFC 7946. A deal without a place has no geometry and is there all the same. */
export function dealsGeoJson({ table, rows, origin }: Exported): string {
  const features = Array.from(rows, (row) => {
    const deal = dealAt(table, row)
    return {
      type: 'Feature',
      id: deal.id,
      geometry: deal.place && { type: 'Point', coordinates: [deal.place.lng, deal.place.lat] },
      properties: {
        ...Object.fromEntries(FIELDS.map(([name, of]) => [name, of(deal, origin)])),
        location_precision: deal.isAddressHidden ? 'approximate' : 'exact',
      },
    }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const dateOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))
