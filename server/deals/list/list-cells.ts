/** A deal as a row of the list: the cells of DEAL_COLUMNS in their order, the same for everybody who asks. */
import { type ShownPlace, shownPlace } from '#server/deals/properties/address-privacy.ts'
import { placeOf } from '#server/messaging/property-card.ts'
import { DEAL_COLUMNS, type DealColumn } from '#shared/contract/properties.ts'
import { dealScore } from '#shared/rules/deals/deal-score.ts'
import { redactOtherStreets, redactStreet, tellsStreet } from '#shared/rules/deals/redaction/redact-street.ts'
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

/** About a meter. */
const DEGREE_DECIMALS = 5
const IMAGE_AT = DEAL_COLUMNS.indexOf('img')

export function cellsOf(row: ListedRow, { secret, dayMs }: CellSettings): ListCells {
  // Nobody is asked who they are: what was granted to somebody comes by another call.
  const place = shownPlace(row, { hasAddress: false, secret })
  const cells = WRITERS.map((write) => write(row, place, dayMs))
  return { before: cells.slice(0, IMAGE_AT), image: imageOf(row), after: cells.slice(IMAGE_AT + 1) }
}

/** Sellers name files after the street. */
const imageOf = (row: ListedRow): string | null => {
  const { image, is_street_shown: isShown } = row
  return image !== null && !isShown && tellsStreet(image, row) ? null : image
}

type Writer = (row: ListedRow, place: ShownPlace, dayMs: number) => Cell

/** One function a column and no object a row: 57,000 of those keep the collector busy for longer than all else. */
const WRITER_OF: Readonly<Record<DealColumn, Writer>> = {
  id: (row) => row.id,
  status: (row) => row.status,
  price: (row) => row.price,
  arv_estimate: (row) => row.arv,
  arv_percentage: ({ price, arv }) =>
    price !== null && arv !== null && arv > 0 ? rounded((price / arv) * 100, 1) : null,
  gross_margin: ({ price, arv }) => (price !== null && arv !== null ? arv - price : null),
  sq_footage: (row) => row.sqft,
  year_built: (row) => row.year_built,
  latitude: (_, place) => rounded(place.latitude, DEGREE_DECIMALS),
  longitude: (_, place) => rounded(place.longitude, DEGREE_DECIMALS),
  score: (row, _, dayMs) =>
    dealScore(
      {
        price: row.price,
        arv: row.arv,
        publishedAtMs: row.published_at?.getTime() ?? null,
        sellerRating: row.seller_rating,
      },
      dayMs,
    ),
  city: (row) => row.city,
  county: (row) => row.county,
  state_code: (row) => row.state,
  zip: (row) => row.zip,
  full_address: (_, place) => place.full_address,
  public_address: (row) => placeOf(row),
  street_address_show: (row) => Number(row.is_street_shown),
  img: () => null,
  title: (row) => titleOf(row),
  bedrooms: (row) => row.beds,
  bathrooms: (row) => row.baths,
  half_bathrooms: (row) => row.half_baths,
  units: (row) => row.units,
  lot_size: (row) => row.lot_size,
  property_type_id: (row) => row.property_type_id,
  parking_type_id: (row) => row.parking_type_id,
  tags: (row) => row.tags,
  condition: (row) => row.condition,
  occupancy: (row) => row.occupancy,
  repair_min: (row) => row.repair_min,
  repair_max: (row) => row.repair_max,
  account_id: (row) => row.account_id,
  seller_rating: (row) => rounded(row.seller_rating, 1),
  is_verified: (row) => Number(row.is_verified),
  has_video: (row) => Number(row.has_video),
  has_comps: (row) => Number(hasComps(row)),
  published_at: (row) => seconds(row.published_at),
  updated_at: (row) => seconds(row.updated_at),
  price_drop: ({ price, first_price: first }) =>
    price === null || first === null ? null : Math.max(0, first - price),
  open_house_at: (row) => seconds(row.open_house_at),
  closing_at: (row) => seconds(row.closing_at),
  entry_fee: (row) => row.entry_fee,
}
const WRITERS = DEAL_COLUMNS.map((name) => WRITER_OF[name])

const titleOf = (row: ListedRow): string | null => {
  const { title, is_street_shown: isShown, named } = row
  if (title === null) return null
  return redactOtherStreets(isShown ? title : redactStreet(title, row), named, { own: row })
}

/** Sales near it are asked for when somebody looks at it first; what that takes is known before. */
const hasComps = ({ latitude, sqft, arv, price, is_without_comps: isWithout }: ListedRow): boolean =>
  !isWithout && latitude !== null && sqft !== null && (arv ?? price) !== null

const seconds = (at: Date | null): number | null => (at === null ? null : Math.floor(at.getTime() / 1000))

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
