/** Which favorites are shown and in what order; and how a price has moved since one was kept. Pure. */
import type { FavouriteWire } from '#shared/contract/inquiries.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'

export interface Favourite {
  readonly kept: FavouriteWire
  /** Null while the list of deals does not have it. */
  readonly deal: DealFacts | null
}

export const SORTS = [
  { key: 'kept', label: 'Last saved' },
  { key: 'price', label: 'Price, low to high' },
  { key: '-price', label: 'Price, high to low' },
  { key: 'spread', label: 'Spread, high to low' },
  { key: 'change', label: 'Biggest price drop' },
] as const
export type SortKey = (typeof SORTS)[number]['key']

/** In units of the currency, negative when it fell; null when nothing changed or nothing is known. */
export function priceChange({ kept, deal }: Favourite): number | null {
  if (deal === null || deal.price === null || kept.price === null || kept.price === undefined) return null
  return deal.price - kept.price || null
}

const VALUES: Readonly<Record<SortKey, (one: Favourite) => number | null>> = {
  kept: ({ kept }) => -Date.parse(kept.created_at),
  price: ({ deal }) => deal?.price ?? null,
  '-price': ({ deal }) => (deal === null || deal.price === null ? null : -deal.price),
  spread: ({ deal }) => (deal === null || deal.spread === null ? null : -deal.spread),
  change: priceChange,
}

/** What has no value comes last; equal ones stay in the order they were kept in. */
export function arranged(
  all: readonly Favourite[],
  sort: SortKey,
  label: string | null,
): readonly Favourite[] {
  const value = (one: Favourite) => VALUES[sort](one) ?? Number.POSITIVE_INFINITY
  return all
    .filter(({ kept }) => label === null || kept.labels.includes(label))
    .toSorted((a, b) => compare(value(a), value(b)) || compare(VALUES.kept(a) ?? 0, VALUES.kept(b) ?? 0))
}

/** Infinity less Infinity is no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Every label there is, in the order of the alphabet. */
export const labelsOf = (all: readonly Favourite[]): readonly string[] =>
  [...new Set(all.flatMap(({ kept }) => kept.labels))].toSorted((a, b) => a.localeCompare(b))

const LABEL_MAX = 40
const LABELS_MAX = 10

/** `Flips,  Houston ,Flips` as labels. */
export const readLabels = (text: string): readonly string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((label) => label.trim().slice(0, LABEL_MAX))
        .filter((label) => label !== ''),
    ),
  ].slice(0, LABELS_MAX)
