/**
 * What deals are asked for: the one schema that the screen, the address, saved state and the server's query share
 * (checklist BRW-30). Money in whole units of the currency, shares in percent, areas in square feet, the score from 0 to 100.
 */
import type { DealStatus } from '#shared/contract/properties.ts'

/** Filters with a smallest and a largest value, each open when absent. Units as in the columns; `score` 0–100. */
export const RANGE_KEYS = [
  'price',
  'arv',
  'arv_percent',
  'spread',
  'sqft',
  'year',
  'score',
  'beds',
  'baths',
  'units',
  'lot',
  /** Price per square foot. */
  'ppsf',
  /** Spread as a share of ARV. */
  'spread_percent',
  'repairs',
  /** Days since it was published. */
  'days',
  'rating',
  'entry_fee',
  /** Days until closing. */
  'closing',
] as const
export type RangeKey = (typeof RANGE_KEYS)[number]

/** Filters with a set of choices by id or index; a deal passes with any of them, `tags` with all of them. */
export const CHOICE_KEYS = ['types', 'parking', 'tags', 'condition', 'occupancy'] as const
export type ChoiceKey = (typeof CHOICE_KEYS)[number]

export const FLAG_KEYS = [
  'verified',
  'address_shown',
  'open_house',
  'reduced',
  'video',
  'comps',
  /** Of the person who looks; left out of a copied address. */
  'favourites',
] as const
export type FlagKey = (typeof FLAG_KEYS)[number]

export interface Range {
  readonly min?: number
  readonly max?: number
}
export interface Point {
  readonly lat: number
  readonly lng: number
}
export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}
/** A place as the deals know it: matched by its columns, not by a circle. */
export interface PlaceFilter {
  readonly kind: 'state' | 'county' | 'city' | 'zip'
  /** As in the column: `TX`, `Harris`, `Houston`, `77008`. */
  readonly name: string
  /** The state's code, empty for a ZIP. */
  readonly state: string
}

export interface DealFilter {
  /** Empty: every status. The default is `available` alone (spec section 9). */
  readonly status: readonly DealStatus[]
  readonly ranges: Readonly<Partial<Record<RangeKey, Range>>>
  readonly choices: Readonly<Partial<Record<ChoiceKey, readonly number[]>>>
  readonly flags: readonly FlagKey[]
  /** Deals of one seller. */
  readonly account: number | null
  /** Any of these places. */
  readonly places: readonly PlaceFilter[]
  /** Inside the map's rectangle, when searching as it moves. */
  readonly bounds: Bounds | null
  /** Inside any of these drawn areas. */
  readonly areas: readonly (readonly Point[])[]
  /** Words, "phrases", OR, and -exclusions over title, addresses and tags (checklist BRW-27). */
  readonly text: string
}

export const SORT_KEYS = [
  'score',
  'newest',
  'price',
  'arv_percent',
  'spread',
  'ppsf',
  'distance',
  'price_drop',
  'closing',
  'sqft',
  'year',
  'beds',
] as const
export type SortKey = (typeof SORT_KEYS)[number]
export interface DealSort {
  readonly key: SortKey
  readonly descending: boolean
}

/** Where the map looks. */
export interface MapView {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
}

/** All that the browse page's address says. */
export interface DealQuery {
  readonly filter: DealFilter
  readonly sort: DealSort
  readonly view: MapView | null
  readonly display: 'map' | 'list' | 'grid' | 'table'
  /** Filter by what the map shows. */
  readonly isMapSearch: boolean
  readonly compare: readonly number[]
}

export const DEFAULT_FILTER: DealFilter = {
  status: ['available'],
  ranges: {},
  choices: {},
  flags: [],
  account: null,
  places: [],
  bounds: null,
  areas: [],
  text: '',
}
export const DEFAULT_QUERY: DealQuery = {
  filter: DEFAULT_FILTER,
  sort: { key: 'score', descending: true },
  view: null,
  display: 'map',
  isMapSearch: true,
  compare: [],
}
