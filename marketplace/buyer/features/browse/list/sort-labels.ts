/** The orders a person can choose, in words, each with its direction (checklist BRW-31). */
import type { DealSort, SortKey } from '#shared/rules/deals/filter.ts'

export interface SortChoice extends DealSort {
  readonly label: string
}

export const SORT_CHOICES: readonly SortChoice[] = [
  { key: 'score', descending: true, label: 'Best match' },
  { key: 'newest', descending: true, label: 'Newest' },
  { key: 'newest', descending: false, label: 'Oldest' },
  { key: 'price', descending: false, label: 'Price, low to high' },
  { key: 'price', descending: true, label: 'Price, high to low' },
  { key: 'arv_percent', descending: false, label: 'Lowest % of ARV' },
  { key: 'spread', descending: true, label: 'Largest spread' },
  { key: 'ppsf', descending: false, label: 'Lowest price per sq ft' },
  { key: 'distance', descending: false, label: 'Nearest to the map’s center' },
  { key: 'price_drop', descending: true, label: 'Largest price drop' },
  { key: 'closing', descending: false, label: 'Closing soonest' },
  { key: 'sqft', descending: true, label: 'Largest' },
  { key: 'year', descending: true, label: 'Newest built' },
  { key: 'beds', descending: true, label: 'Most bedrooms' },
]

/** Keys of the table's heads, which sort both ways. */
const KEY_WORDS: Readonly<Record<SortKey, string>> = {
  score: 'Match',
  newest: 'Listed',
  price: 'Price',
  arv_percent: '% of ARV',
  spread: 'Spread',
  ppsf: 'Price per sq ft',
  distance: 'Distance',
  price_drop: 'Price drop',
  closing: 'Closing',
  sqft: 'Sq ft',
  year: 'Built',
  beds: 'Beds',
}

export const sortValue = ({ key, descending }: DealSort): string => `${key}:${descending ? 'desc' : 'asc'}`

/** The choices, and an order that came from a table's head or an address when it is none of them. */
export function sortChoices(sort: DealSort): readonly SortChoice[] {
  if (SORT_CHOICES.some((choice) => sortValue(choice) === sortValue(sort))) return SORT_CHOICES
  const way = sort.descending ? 'descending' : 'ascending'
  return [...SORT_CHOICES, { ...sort, label: `${KEY_WORDS[sort.key]}, ${way}` }]
}

export function sortOf(value: string): DealSort | null {
  const [key, way] = value.split(':')
  const known = Object.keys(KEY_WORDS).find((one): one is SortKey => one === key)
  return known === undefined ? null : { key: known, descending: way === 'desc' }
}
