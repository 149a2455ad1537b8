/** A deal as a row of the list: the cells of DEAL_COLUMNS in their order, the same for everybody who asks. */
import { shownPlace } from '#server/properties/hidden.ts'
import { tellsStreet, veilStreet } from '#server/properties/veil-street.ts'
import { placeOf } from '#server/properties/wire.ts'
import { DEAL_COLUMNS, type DealColumn } from '#shared/contract/properties.ts'
import { dealScore } from '#shared/rules/deals/deal-score.ts'
import type { ListedRow } from './list-rows.ts'

export type Cell = number | string | null

/** `img` is left open: its place in the list's pictures is known only once the list is put together. */
export interface ListCells {
  before: Cell[]
  image: string | null
  after: Cell[]
}

export interface CellSettings {
  secret: string
  /** When the list's day began; scores are of that moment. */
  dayMs: number
}

const IMAGE_AT = DEAL_COLUMNS.indexOf('img')

export function cellsOf(row: ListedRow, settings: CellSettings): ListCells {
  const facts: Record<DealColumn, Cell> = {
    ...placeFacts(row, settings),
    ...figures(row, settings),
    ...traits(row),
  }
  const cells = DEAL_COLUMNS.map((name) => facts[name])
  return { before: cells.slice(0, IMAGE_AT), image: imageOf(row), after: cells.slice(IMAGE_AT + 1) }
}

/** Sellers name files after the street. */
const imageOf = (row: ListedRow): string | null =>
  row.image !== null && !row.is_street_shown && tellsStreet(row.image, row) ? null : row.image

function placeFacts(row: ListedRow, { secret }: CellSettings) {
  // Nobody is asked who they are: what was granted to somebody comes by another call.
  const place = shownPlace(row, { hasAddress: false, secret })
  return {
    latitude: rounded(place.latitude, 6),
    longitude: rounded(place.longitude, 6),
    full_address: place.full_address,
    public_address: placeOf(row),
    street_address_show: Number(row.is_street_shown),
    city: row.city,
    county: row.county,
    state_code: row.state,
    zip: row.zip,
  }
}

function figures(row: ListedRow, { dayMs }: CellSettings) {
  const { price, arv, seller_rating: sellerRating, first_price: first } = row
  const publishedAtMs = row.published_at?.getTime() ?? null
  const isKnown = price !== null && arv !== null
  return {
    price,
    arv_estimate: arv,
    arv_percentage: isKnown && arv > 0 ? rounded((price / arv) * 100, 1) : null,
    gross_margin: isKnown ? arv - price : null,
    score: dealScore({ price, arv, publishedAtMs, sellerRating }, dayMs),
    repair_min: row.repair_min,
    repair_max: row.repair_max,
    price_drop: price === null || first === null ? null : Math.max(0, first - price),
    entry_fee: row.entry_fee,
    seller_rating: rounded(sellerRating, 1),
    published_at: seconds(row.published_at),
    updated_at: seconds(row.updated_at),
    open_house_at: seconds(row.open_house_at),
    closing_at: seconds(row.closing_at),
  }
}

function traits(row: ListedRow) {
  return {
    id: row.id,
    status: row.status,
    title: titleOf(row),
    img: null,
    sq_footage: row.sqft,
    year_built: row.year_built,
    bedrooms: row.beds,
    bathrooms: row.baths,
    half_bathrooms: row.half_baths,
    units: row.units,
    lot_size: row.lot_size,
    property_type_id: row.property_type_id,
    parking_type_id: row.parking_type_id,
    tags: row.tags,
    condition: row.condition,
    occupancy: row.occupancy,
    account_id: row.account_id,
    is_verified: Number(row.is_verified),
    has_video: Number(row.has_video),
    has_comps: Number(hasComps(row)),
  }
}

const titleOf = (row: ListedRow): string | null =>
  row.title === null || row.is_street_shown ? row.title : veilStreet(row.title, row)

/** Sales near it are asked for when somebody looks at it first; what that takes is known before. */
const hasComps = ({ latitude, sqft, arv, price, is_without_comps: isWithout }: ListedRow): boolean =>
  !isWithout && latitude !== null && sqft !== null && (arv ?? price) !== null

const seconds = (at: Date | null): number | null => (at === null ? null : Math.floor(at.getTime() / 1000))

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
