/** One deal of the table as an object, for a card. Whatever is not known is null, never NaN and never an empty text. */
import { DEAL_CONDITIONS, DEAL_STATUSES, type DealStatus, OCCUPANCIES } from '#shared/contract/properties.ts'
import { PROPERTY_TAGS, PROPERTY_TYPES } from '../dictionaries.ts'
import type { Point } from './filter.ts'
import { bathsAt, shownScore } from './measures.ts'
import type { DealTable, DictionaryColumn, NumberColumn } from './table.ts'

export interface DealFacts {
  readonly id: number
  readonly row: number
  readonly status: DealStatus | null
  readonly title: string | null
  readonly price: number | null
  readonly arv: number | null
  /** In percent with one decimal; over 100 is said as it is (checklist T-06). */
  readonly arvPercent: number | null
  readonly spread: number | null
  /** Spread as a share of ARV in percent. */
  readonly spreadPercent: number | null
  readonly pricePerSqft: number | null
  readonly beds: number | null
  /** A half bath counts 0.5. */
  readonly baths: number | null
  readonly sqft: number | null
  readonly year: number | null
  readonly units: number | null
  readonly lot: number | null
  readonly type: { readonly id: number; readonly label: string } | null
  readonly tags: readonly { readonly id: number; readonly label: string }[]
  readonly condition: (typeof DEAL_CONDITIONS)[number] | null
  readonly parkingId: number | null
  readonly occupancy: (typeof OCCUPANCIES)[number] | null
  readonly repairs: { readonly min: number; readonly max: number } | null
  readonly entryFee: number | null
  /** The street when it may be shown, else the public address, else city and state. */
  readonly address: string
  readonly city: string | null
  readonly county: string | null
  readonly state: string | null
  readonly zip: string | null
  /** The street is not shown and the place is only about right. */
  readonly isAddressHidden: boolean
  readonly place: Point | null
  readonly image: string | null
  /** 0 to 100. */
  readonly score: number | null
  readonly accountId: number | null
  readonly sellerRating: number | null
  readonly isVerified: boolean
  readonly hasVideo: boolean
  readonly hasComps: boolean
  readonly publishedMs: number | null
  readonly updatedMs: number | null
  readonly openHouseMs: number | null
  readonly closingMs: number | null
  readonly priceDrop: number | null
}

export function numberAt({ numbers }: DealTable, column: NumberColumn, row: number): number | null {
  const value = numbers[column][row]
  return value === undefined || !Number.isFinite(value) ? null : value
}

export function wordAt({ texts }: DealTable, column: DictionaryColumn, row: number): string | null {
  const { codes, words } = texts[column]
  return words[codes[row] ?? 0] ?? null
}

export function statusAt(table: DealTable, row: number): DealStatus | null {
  return DEAL_STATUSES[table.numbers.status[row] ?? -1] ?? null
}

export function imageAt(table: DealTable, row: number): string | null {
  const image = numberAt(table, 'img', row)
  return image === null ? null : table.imagePaths[image] || null
}

/** True when the list has no street of this deal. A caller that was granted it knows it from elsewhere. */
export const isHiddenAt = (table: DealTable, row: number): boolean =>
  wordAt(table, 'full_address', row) === null

export function addressAt(table: DealTable, row: number): string {
  const place = [wordAt(table, 'city', row), wordAt(table, 'state_code', row)].filter(Boolean).join(', ')
  return (
    wordAt(table, 'full_address', row) ??
    wordAt(table, 'public_address', row) ??
    (place || 'Address on request')
  )
}

export function placeAt(table: DealTable, row: number): Point | null {
  const lat = numberAt(table, 'latitude', row)
  const lng = numberAt(table, 'longitude', row)
  return lat === null || lng === null ? null : { lat, lng }
}

/** `score` instead of the column's, from 0 to 1, when there is one of this customer's own; null when it does not match them. */
export function dealAt(table: DealTable, row: number, score?: number | null): DealFacts {
  return {
    id: numberAt(table, 'id', row) ?? 0,
    row,
    ...moneyAt(table, row),
    ...houseAt(table, row),
    ...whereAt(table, row),
    ...aroundAt(table, row, score),
  }
}

function moneyAt(table: DealTable, row: number) {
  const price = numberAt(table, 'price', row)
  const arv = numberAt(table, 'arv_estimate', row)
  const spread = numberAt(table, 'gross_margin', row)
  const sqft = numberAt(table, 'sq_footage', row)
  const min = numberAt(table, 'repair_min', row)
  const max = numberAt(table, 'repair_max', row)
  return {
    price,
    arv,
    arvPercent: numberAt(table, 'arv_percentage', row),
    spread,
    spreadPercent: ratio(spread, arv, 100),
    pricePerSqft: ratio(price, sqft),
    sqft,
    repairs: min === null && max === null ? null : { min: min ?? max ?? 0, max: max ?? min ?? 0 },
    entryFee: numberAt(table, 'entry_fee', row),
    priceDrop: numberAt(table, 'price_drop', row) || null,
  }
}

const ratio = (part: number | null, whole: number | null, scale = 1): number | null =>
  part === null || whole === null || whole === 0 ? null : (part / whole) * scale

function houseAt(table: DealTable, row: number) {
  const typeId = numberAt(table, 'property_type_id', row)
  const tags = table.numbers.tags[row] ?? 0
  const baths = bathsAt(table)(row)
  return {
    beds: numberAt(table, 'bedrooms', row),
    baths: Number.isNaN(baths) ? null : baths,
    year: numberAt(table, 'year_built', row),
    units: numberAt(table, 'units', row),
    lot: numberAt(table, 'lot_size', row),
    type: PROPERTY_TYPES.find(({ id }) => id === typeId) ?? null,
    tags: PROPERTY_TAGS.filter(({ id }) => (tags >>> id) & 1),
    condition: DEAL_CONDITIONS[numberAt(table, 'condition', row) ?? -1] ?? null,
    parkingId: numberAt(table, 'parking_type_id', row),
    occupancy: OCCUPANCIES[numberAt(table, 'occupancy', row) ?? -1] ?? null,
  }
}

function whereAt(table: DealTable, row: number) {
  return {
    title: wordAt(table, 'title', row),
    address: addressAt(table, row),
    city: wordAt(table, 'city', row),
    county: wordAt(table, 'county', row),
    state: wordAt(table, 'state_code', row),
    zip: wordAt(table, 'zip', row),
    isAddressHidden: isHiddenAt(table, row),
    place: placeAt(table, row),
    image: imageAt(table, row),
  }
}

function aroundAt(table: DealTable, row: number, ownScore: number | null | undefined) {
  const score = ownScore === undefined ? numberAt(table, 'score', row) : ownScore
  const at = (column: NumberColumn): number | null => {
    const seconds = numberAt(table, column, row)
    return seconds === null ? null : seconds * 1000
  }
  return {
    status: statusAt(table, row),
    score: score === null ? null : shownScore(score),
    accountId: numberAt(table, 'account_id', row),
    sellerRating: numberAt(table, 'seller_rating', row),
    isVerified: table.numbers.is_verified[row] === 1,
    hasVideo: table.numbers.has_video[row] === 1,
    hasComps: table.numbers.has_comps[row] === 1,
    publishedMs: at('published_at'),
    updatedMs: at('updated_at'),
    openHouseMs: at('open_house_at'),
    closingMs: at('closing_at'),
  }
}
