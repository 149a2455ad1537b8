/** What each active filter is called on its chip, and the filter without it (checklist BRW-20). */
import { DEAL_CONDITIONS, type DealStatus, OCCUPANCIES } from '#shared/contract/properties.ts'
import { formatMoney, shortMoney } from '#shared/format/money.ts'
import { CONDITIONS } from '../buy-box.ts'
import { PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '../dictionaries.ts'
import { foldCounty, foldText } from '../fold-text.ts'
import type { ChoiceKey, DealFilter, FlagKey, PlaceFilter, Range, RangeKey } from './filter.ts'
import { activeParts, isChoiceKey, isFlagKey, isRangeKey, type PartKey, withoutPart } from './filter-parts.ts'

interface RangeWord {
  /** In front of a chip's value. */
  readonly label: string
  readonly unit: 'usd' | 'percent' | 'count' | 'year' | 'sqft' | 'days' | 'usd_per_sqft'
  /** To which a suggested limit is rounded. */
  readonly widenStep: number
}

const word = (label: string, unit: RangeWord['unit'], widenStep: number): RangeWord => ({
  label,
  unit,
  widenStep,
})

export const RANGE_WORDS: Readonly<Record<RangeKey, RangeWord>> = {
  price: word('Price', 'usd', 5000),
  arv: word('ARV', 'usd', 5000),
  arv_percent: word('% of ARV', 'percent', 1),
  spread: word('Spread', 'usd', 5000),
  sqft: word('Square feet', 'sqft', 50),
  year: word('Year built', 'year', 1),
  score: word('Match score', 'count', 1),
  beds: word('Beds', 'count', 1),
  baths: word('Baths', 'count', 0.5),
  units: word('Units', 'count', 1),
  lot: word('Lot', 'sqft', 500),
  ppsf: word('Price per sq.ft', 'usd_per_sqft', 1),
  spread_percent: word('Spread %', 'percent', 1),
  repairs: word('Repairs', 'usd', 1000),
  days: word('Days listed', 'days', 1),
  rating: word('Seller rating', 'count', 0.1),
  entry_fee: word('Entry fee', 'usd', 500),
  closing: word('Closing', 'days', 1),
}

export const FLAG_WORDS: Readonly<Record<FlagKey, string>> = {
  verified: 'Verified seller',
  address_shown: 'Address shown',
  open_house: 'Open house this week',
  reduced: 'Price reduced',
  video: 'Has video',
  comps: 'Has comps',
  favourites: 'My favorites',
}

export const STATUS_WORDS: Readonly<Record<DealStatus, string>> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
}

const OCCUPANCY_WORDS: Readonly<Record<(typeof OCCUPANCIES)[number], string>> = {
  vacant: 'Vacant',
  tenant: 'Tenant',
  owner: 'Owner',
}

const labels = (options: readonly { id: number; label: string }[]): ReadonlyMap<number, string> =>
  new Map(options.map(({ id, label }) => [id, label]))

/** By id or index, as in the filter. */
export const CHOICE_WORDS: Readonly<Record<ChoiceKey, ReadonlyMap<number, string>>> = {
  types: labels(PROPERTY_TYPES),
  parking: labels(PARKING_TYPES),
  tags: labels(PROPERTY_TAGS),
  condition: new Map(
    DEAL_CONDITIONS.map((id, index) => [index, CONDITIONS.find((choice) => choice.id === id)?.label ?? id]),
  ),
  occupancy: new Map(OCCUPANCIES.map((id, index) => [index, OCCUPANCY_WORDS[id]])),
}

export interface FilterChip {
  /** Tells chips apart: `price`, `types`, `places 1`. */
  readonly id: string
  readonly key: PartKey
  readonly label: string
  /** The filter with this chip taken away. */
  readonly without: DealFilter
}

/** One for every part; places and statuses each by itself. `sellerName` is said when deals of one seller are asked for. */
export function filterChips(filter: DealFilter, sellerName?: string): readonly FilterChip[] {
  return activeParts(filter).flatMap((key): FilterChip[] => {
    if (key === 'places')
      return filter.places.map((place, index) => ({
        id: `places ${index}`,
        key,
        label: placeLabel(place),
        without: { ...filter, places: filter.places.toSpliced(index, 1) },
      }))
    if (key === 'status')
      return filter.status.map((status, index) => ({
        id: `status ${status}`,
        key,
        label: STATUS_WORDS[status],
        without: { ...filter, status: filter.status.toSpliced(index, 1) },
      }))
    return [{ id: key, key, label: partLabel(filter, key, sellerName), without: withoutPart(filter, key) }]
  })
}

export function partLabel(filter: DealFilter, key: PartKey, sellerName?: string): string {
  if (isRangeKey(key)) return rangeLabel(key, filter.ranges[key] ?? {})
  if (isFlagKey(key)) return FLAG_WORDS[key]
  if (isChoiceKey(key))
    return listed((filter.choices[key] ?? []).map((id) => CHOICE_WORDS[key].get(id) ?? String(id)))
  switch (key) {
    case 'status':
      return listed(filter.status.map((status) => STATUS_WORDS[status]))
    case 'places':
      return listed(filter.places.map(placeLabel))
    case 'bounds':
      return 'In the map'
    case 'areas':
      return filter.areas.length === 1 ? 'Drawn area' : `${filter.areas.length} drawn areas`
    case 'account':
      return sellerName ? `Seller: ${sellerName}` : 'One seller'
    case 'text':
      return filter.text.trim()
  }
}

/** `Up to $500K`, `Price $100K – $250K`, `Spread −$5K to $10K`, `% of ARV ≤ 70%`, `Beds 3+`. */
export function rangeLabel(key: RangeKey, { min, max }: Range): string {
  const { label, unit } = RANGE_WORDS[key]
  const say = (value: number): string => valueLabel(value, unit).replace('-', '−')
  if (min !== undefined && max !== undefined) {
    if (min === max) return `${label} ${say(min)}`
    // Two amounts that round to the same are said in full.
    const isBlurred = unit === 'usd' && say(min) === say(max)
    const ends = isBlurred ? [formatMoney(min), formatMoney(max)] : [say(min), say(max)]
    // A dash beside a minus sign is read as a second one.
    return `${label} ${ends.join(min < 0 || max < 0 ? ' to ' : ' – ')}`
  }
  if (max !== undefined) return key === 'price' ? `Up to ${say(max)}` : `${label} ≤ ${say(max)}`
  if (min === undefined) return label
  if (key === 'price') return `From ${say(min)}`
  return unit === 'count' ? `${label} ${say(min)}+` : `${label} ≥ ${say(min)}`
}

export const rangeValueLabel = (key: RangeKey, value: number): string =>
  valueLabel(value, RANGE_WORDS[key].unit)

function valueLabel(value: number, unit: RangeWord['unit']): string {
  switch (unit) {
    case 'usd':
      return shortMoney(value)
    case 'usd_per_sqft':
      return formatMoney(value)
    case 'percent':
      return `${value}%`
    case 'sqft':
      return value.toLocaleString('en-US')
    default:
      return String(value)
  }
}

export function placeLabel({ kind, name, state }: PlaceFilter): string {
  if (kind === 'city') return `${name}, ${state}`
  if (kind !== 'county') return name
  // A place search brings the word, or Parish or Municipio; the deals' own column does not.
  return foldCounty(name) === foldText(name) ? `${name} County, ${state}` : `${name}, ${state}`
}

/** At most two, then how many more. */
const listed = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(', ') : `${names.slice(0, 2).join(', ')} +${names.length - 2}`

/** The button that takes a part away when nothing was found. */
export function removalLabel(filter: DealFilter, key: PartKey): string {
  if (key === 'bounds') return 'Look outside the map'
  if (key === 'status') return 'Show every status'
  if (key === 'areas') return 'Clear what is drawn'
  if (key === 'places') return 'Look everywhere'
  return `Remove “${partLabel(filter, key)}”`
}
