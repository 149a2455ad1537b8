/** A deal as its page shows it, and how the wire becomes that. Absent and null on the wire are both null here. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type {
  ComparableWire,
  DealStatus,
  PropertyDocumentWire,
  PropertyImageWire,
  PropertyWire,
} from '#shared/contract/properties.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { PARKING_TYPES } from '#shared/rules/dictionaries.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'
import { scoredDealOfPage } from '#shared/rules/matching/scored-deal-of.ts'

export interface Deal {
  readonly id: number
  readonly status: DealStatus
  readonly listing: PropertyWire['listing']
  /** The street, or `Address on request`. */
  readonly headline: string
  /** What follows the headline: city, state, ZIP. */
  readonly place: string
  readonly city: string
  readonly stateCode: string
  readonly hasAddress: boolean
  /** The seller hides the street from who was not given it. */
  readonly isStreetHidden: boolean
  readonly at: { readonly lat: number; readonly lng: number; readonly isExact: boolean } | null
  readonly priceUsd: number | null
  readonly arvUsd: number | null
  readonly repairMinUsd: number | null
  readonly repairMaxUsd: number | null
  readonly entryFeeUsd: number | null
  readonly squareFeet: number | null
  readonly facts: readonly Fact[]
  readonly publishedAt: string | null
  /** For anybody, from 0 to 1. */
  readonly score: number | null
  /** What a buy box is compared with. */
  readonly scored: ScoredDeal
  readonly views: number
  readonly favourites: number
  readonly descriptionHtml: string | null
  readonly images: readonly PropertyImageWire[]
  readonly videos: PropertyWire['videos']
  readonly documents: readonly PropertyDocumentWire[]
  readonly comparables: readonly ComparableWire[]
  readonly changes: PropertyWire['price_changes']
  readonly openHouses: PropertyWire['open_houses']
  readonly manager: PropertyWire['dispositions_manager']
  readonly seller: Seller
  readonly own: NonNullable<PropertyWire['customer']> | null
  readonly similarIds: readonly number[]
  readonly sellerDealIds: readonly number[]
  readonly duplicateIds: readonly number[]
}

export interface Fact {
  readonly name: string
  readonly value: string
}

export interface Seller {
  readonly id: number
  readonly name: string
  readonly logo: string | null
  readonly rating: number | null
  readonly reviews: number
  readonly isVerified: boolean
}

const ADDRESS_HIDDEN = 'Address on request'

export function dealOf(wire: PropertyWire): Deal {
  const street = wire.has_address ? firstPart(wire.full_address ?? '') : ''
  return {
    id: wire.id,
    status: wire.status,
    listing: wire.listing,
    headline: street === '' ? ADDRESS_HIDDEN : street,
    place: `${wire.city}, ${wire.state.code} ${wire.zip}`,
    city: wire.city,
    stateCode: wire.state.code,
    hasAddress: wire.has_address,
    isStreetHidden: !wire.street_address_show,
    at: pointOf(wire),
    priceUsd: wire.price ?? null,
    arvUsd: wire.arv_estimate ?? null,
    repairMinUsd: wire.repair_min ?? null,
    repairMaxUsd: wire.repair_max ?? null,
    entryFeeUsd: wire.entry_fee ?? null,
    squareFeet: wire.sq_footage ?? null,
    facts: factsOf(wire),
    publishedAt: wire.published_at ?? wire.created_at ?? null,
    score: wire.score ?? null,
    scored: scoredDealOfPage(wire),
    views: wire.views_count,
    favourites: wire.favourites_count,
    descriptionHtml: wire.description ?? null,
    images: wire.images,
    videos: wire.videos,
    documents: wire.documents,
    comparables: wire.comparables,
    changes: wire.price_changes,
    openHouses: wire.open_houses,
    manager: wire.dispositions_manager ?? null,
    seller: sellerOf(wire.account),
    own: wire.customer ?? null,
    similarIds: wire.similar_ids,
    sellerDealIds: wire.seller_deal_ids,
    duplicateIds: wire.duplicate_ids,
  }
}

const firstPart = (address: string): string => address.split(',')[0]?.trim() ?? ''

function pointOf(wire: PropertyWire): Deal['at'] {
  const { latitude, longitude } = wire
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { lat: latitude, lng: longitude, isExact: wire.location_precision === 'exact' }
}

function sellerOf(account: PropertyWire['account']): Seller {
  return {
    id: account.id,
    name: account.title?.trim() || 'Seller',
    logo: account.logo ?? null,
    rating: account.rating ?? null,
    reviews: account.reviews_count ?? 0,
    isVerified: account.is_verified ?? false,
  }
}

const CONDITION_WORDS = {
  turnkey: 'Turnkey',
  cosmetic: 'Cosmetic work',
  light_rehab: 'Light rehab',
  full_rehab: 'Full rehab',
  teardown: 'Teardown',
} as const
const OCCUPANCY_WORDS = { vacant: 'Vacant', tenant: 'Tenant in place', owner: 'Owner in place' } as const

const number = new Intl.NumberFormat('en-US')
const money = (value: number): string => formatMoney(Math.round(value))

/** What is known, in the order an investor reads it; nothing for what nobody gave. */
function factsOf(wire: Partial<PropertyWire>): Fact[] {
  const { price, sq_footage: squareFeet, half_bathrooms: half, bathrooms } = wire
  const perFoot = price && squareFeet ? money(price / squareFeet) : null
  const baths = bathrooms === null || bathrooms === undefined ? null : number.format(bathrooms)
  const rows: readonly (readonly [string, string | null])[] = [
    ['Beds', counted(wire.bedrooms)],
    ['Baths', baths === null || !half ? baths : `${baths} + ${half} half`],
    ['Square feet', counted(squareFeet)],
    ['Lot', wire.lot_size ? `${number.format(wire.lot_size)} sq ft` : null],
    ['Year built', wire.year_built ? String(wire.year_built) : null],
    ['Type', wire.property_type?.label ?? null],
    ['Price per sq ft', perFoot],
    ['Units', wire.units && wire.units > 1 ? number.format(wire.units) : null],
    ['Parking', wire.parking_type?.label ?? null],
    ['Occupancy', wire.occupancy ? OCCUPANCY_WORDS[wire.occupancy] : null],
    ['Condition', wire.condition ? CONDITION_WORDS[wire.condition] : null],
    ['Repairs', repairsOf(wire)],
    ['Entry fee', amountOf(wire.entry_fee)],
    ['Buy now', amountOf(wire.buy_now_price)],
    ['Earnest money', amountOf(wire.earnest_money)],
    ['Access', wire.access ?? null],
    ['Closing', dayOf(wire.closing_at)],
    ['Expires', dayOf(wire.expires_at)],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

/** Those that the list has too. */
export const factsOfCard = ({ baths, repairs, closingMs, ...deal }: DealFacts): Fact[] =>
  factsOf({
    price: deal.price,
    sq_footage: deal.sqft,
    bedrooms: deal.beds,
    bathrooms: baths && Math.floor(baths),
    half_bathrooms: baths && (baths % 1) * 2,
    lot_size: deal.lot,
    year_built: deal.year,
    property_type: deal.type,
    units: deal.units,
    parking_type: PARKING_TYPES.find(({ id }) => id === deal.parkingId) ?? null,
    occupancy: deal.occupancy,
    condition: deal.condition,
    repair_min: repairs?.min,
    repair_max: repairs?.max,
    entry_fee: deal.entryFee,
    closing_at: closingMs === null ? null : new Date(closingMs).toISOString(),
  })

type MaybeNumber = number | null | undefined

const counted = (value: MaybeNumber) => (value === null || value === undefined ? null : number.format(value))
const amountOf = (value: MaybeNumber) => (value ? money(value) : null)

function repairsOf({ repair_min: low, repair_max: high }: Partial<PropertyWire>): string | null {
  if (!low && !high) return null
  if (!low || !high || low === high) return money(low || high || 0)
  return `${money(low)} to ${money(high)}`
}

export function dayOf(instant: string | null | undefined): string | null {
  const at = instant ? Date.parse(instant) : Number.NaN
  return Number.isNaN(at) ? null : dayWords(at)
}
