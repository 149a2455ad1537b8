/** The deals as an array of objects, filtered and sorted the plain way: what the engine must agree with, and is measured against. */
import {
  DEAL_COLUMNS,
  DEAL_STATUSES,
  type DealColumn,
  type DealListWire,
} from '#shared/contract/properties.ts'
import { inArea, inBounds, milesBetween } from '#shared/rules/deals/area.ts'
import type {
  ChoiceKey,
  DealFilter,
  DealSort,
  FlagKey,
  PlaceFilter,
  RangeKey,
  SortKey,
} from '#shared/rules/deals/filter.ts'
import { matchesKeywords, parseKeywords } from '#shared/rules/deals/keywords.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import { PROPERTY_TAGS } from '#shared/rules/dictionaries.ts'

type Cell = number | string | null
/** A row of the list by the names of its columns. */
export type PlainDeal = Readonly<Record<DealColumn, Cell>>

const NOTHING = Object.fromEntries(DEAL_COLUMNS.map((column) => [column, null])) as PlainDeal

/** A deal of which only what is given is known. */
export const plainDeal = (given: Partial<PlainDeal> & { id: number }): PlainDeal => ({
  ...NOTHING,
  status: 0,
  street_address_show: 0,
  tags: 0,
  is_verified: 0,
  has_video: 0,
  has_comps: 0,
  ...given,
})

export const wireOf = (deals: readonly PlainDeal[], more: Partial<DealListWire> = {}): DealListWire => ({
  columns: [...DEAL_COLUMNS],
  data: deals.map((deal) => DEAL_COLUMNS.map((column) => deal[column])),
  img_paths: [],
  all_count: deals.length,
  ...more,
})

const DAY_MS = 86_400_000
const number = (cell: Cell): number => (typeof cell === 'number' ? cell : Number.NaN)
const text = (cell: Cell): string => (typeof cell === 'string' ? cell : '')
const wholeMinute = (ms: number): number => Math.floor(ms / 60_000) * 60_000

const margin = (deal: PlainDeal): number =>
  deal.gross_margin === null ? number(deal.arv_estimate) - number(deal.price) : number(deal.gross_margin)
const shareOfArv = (deal: PlainDeal): number =>
  deal.arv_percentage === null
    ? Math.round((number(deal.price) / number(deal.arv_estimate)) * 1000) / 10
    : number(deal.arv_percentage)
const scoreOf = (deal: PlainDeal, { scores }: DealContext): number =>
  scores?.get(number(deal.id)) ?? number(deal.score)
const daysToClosing = (deal: PlainDeal, { nowMs }: DealContext): number =>
  Math.floor((number(deal.closing_at) * 1000 - wholeMinute(nowMs)) / DAY_MS)

const RANGE_VALUE: Readonly<Record<RangeKey, (deal: PlainDeal, context: DealContext) => number>> = {
  price: (deal) => number(deal.price),
  arv: (deal) => number(deal.arv_estimate),
  arv_percent: shareOfArv,
  spread: margin,
  sqft: (deal) => number(deal.sq_footage),
  year: (deal) => number(deal.year_built),
  score: (deal, context) => Math.floor(scoreOf(deal, context) * 100 + 1e-9),
  beds: (deal) => number(deal.bedrooms),
  baths: (deal) =>
    number(deal.bathrooms) + (deal.half_bathrooms === null ? 0 : number(deal.half_bathrooms) / 2),
  units: (deal) => number(deal.units),
  lot: (deal) => number(deal.lot_size),
  ppsf: (deal) => number(deal.price) / number(deal.sq_footage),
  spread_percent: (deal) => (margin(deal) / number(deal.arv_estimate)) * 100,
  repairs: (deal) => number(deal.repair_max ?? deal.repair_min),
  days: (deal, { nowMs }) =>
    Math.max(0, Math.floor((wholeMinute(nowMs) - number(deal.published_at) * 1000) / DAY_MS)),
  rating: (deal) => number(deal.seller_rating),
  entry_fee: (deal) => number(deal.entry_fee),
  closing: daysToClosing,
}

const CHOICE_CELL: Readonly<Record<Exclude<ChoiceKey, 'tags'>, DealColumn>> = {
  types: 'property_type_id',
  parking: 'parking_type_id',
  condition: 'condition',
  occupancy: 'occupancy',
}

const FLAG: Readonly<Record<FlagKey, (deal: PlainDeal, context: DealContext) => boolean>> = {
  verified: (deal) => deal.is_verified === 1,
  address_shown: (deal) => deal.street_address_show === 1,
  open_house: (deal, { nowMs }) => {
    const inHours = (number(deal.open_house_at) * 1000 - wholeMinute(nowMs)) / 3_600_000
    return inHours >= -3 && inHours <= 7 * 24
  },
  reduced: (deal) => number(deal.price_drop) > 0,
  video: (deal) => deal.has_video === 1,
  comps: (deal) => deal.has_comps === 1,
  favourites: (deal, { favourites }) => favourites.has(number(deal.id)),
}

const hasTag = (deal: PlainDeal, id: number): boolean => ((number(deal.tags) >> id) & 1) === 1
const isIn = (deal: PlainDeal, { kind, name, state }: PlaceFilter): boolean => {
  if (kind === 'state') return deal.state_code === name
  if (kind === 'zip') return deal.zip === name
  return (kind === 'city' ? deal.city : deal.county) === name && deal.state_code === state
}

const searchedTexts = (deal: PlainDeal): string[] => [
  ...[deal.title, deal.public_address, deal.full_address, deal.city, deal.county, deal.zip].map(text),
  ...PROPERTY_TAGS.filter(({ id }) => hasTag(deal, id)).map(({ label }) => label),
]

export function plainTest(filter: DealFilter, context: DealContext): (deal: PlainDeal) => boolean {
  const keywords = parseKeywords(filter.text)
  const ranges = Object.entries(filter.ranges) as [RangeKey, { min?: number; max?: number }][]
  const choices = (Object.entries(filter.choices) as [ChoiceKey, readonly number[]][]).filter(
    ([, ids]) => ids.length > 0,
  )
  return (deal) =>
    (filter.status.length === 0 ||
      filter.status.some((status) => DEAL_STATUSES.indexOf(status) === deal.status)) &&
    ranges.every(([key, { min, max }]) => {
      if (min === undefined && max === undefined) return true
      const value = RANGE_VALUE[key](deal, context)
      return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
    }) &&
    choices.every(([key, ids]) =>
      key === 'tags' ? ids.every((id) => hasTag(deal, id)) : ids.includes(number(deal[CHOICE_CELL[key]])),
    ) &&
    filter.flags.every((flag) => FLAG[flag](deal, context)) &&
    (filter.account === null || deal.account_id === filter.account) &&
    (filter.places.length === 0 || filter.places.some((place) => isIn(deal, place))) &&
    (!filter.bounds || inBounds(filter.bounds, number(deal.latitude), number(deal.longitude))) &&
    (filter.areas.length === 0 ||
      filter.areas.some((area) => inArea(area, number(deal.latitude), number(deal.longitude)))) &&
    (filter.text.trim() === '' || matchesKeywords(keywords, searchedTexts(deal)))
}

const SORT_VALUE: Readonly<Record<SortKey, (deal: PlainDeal, context: DealContext) => number>> = {
  score: scoreOf,
  newest: (deal) => number(deal.published_at),
  price: RANGE_VALUE.price,
  arv_percent: shareOfArv,
  spread: margin,
  ppsf: RANGE_VALUE.ppsf,
  distance: (deal, { center }) =>
    center ? milesBetween(center, { lat: number(deal.latitude), lng: number(deal.longitude) }) : Number.NaN,
  price_drop: (deal) => number(deal.price_drop),
  closing: (deal, context) => (daysToClosing(deal, context) < 0 ? Number.NaN : number(deal.closing_at)),
  sqft: RANGE_VALUE.sqft,
  year: RANGE_VALUE.year,
  beds: RANGE_VALUE.beds,
}

/** Unknown values last either way, then the newest id first. */
export function plainOrder({ key, descending }: DealSort, context: DealContext) {
  const value = SORT_VALUE[key]
  return (a: PlainDeal, b: PlainDeal): number => {
    const [one, other] = [value(a, context), value(b, context)]
    const unknown = Number(Number.isNaN(one)) - Number(Number.isNaN(other))
    const byValue = one === other || Number.isNaN(one - other) ? 0 : descending ? other - one : one - other
    return unknown || byValue || number(b.id) - number(a.id)
  }
}

export const plainRun = (
  deals: readonly PlainDeal[],
  filter: DealFilter,
  sort: DealSort,
  context: DealContext,
): readonly PlainDeal[] => deals.filter(plainTest(filter, context)).sort(plainOrder(sort, context))
