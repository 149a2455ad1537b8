/** What the head of the list says: where one looks, and how many deals of all there are (checklist BRW-51). Pure. */
import { formatNumber } from '#shared/format/count.ts'
import type { DealFilter, DealQuery } from '#shared/rules/deals/filter.ts'
import { placeLabel } from '#shared/rules/deals/filter-labels.ts'

/** `Houston, TX`; several places by the first and how many more; else what bounds the search. */
export function headingOf({ places, areas }: Pick<DealFilter, 'places' | 'areas'>): string {
  const [first, ...others] = places
  if (first) return others.length === 0 ? placeLabel(first) : `${placeLabel(first)} and ${others.length} more`
  if (areas.length > 0) return areas.length === 1 ? 'Drawn area' : 'Drawn areas'
  return 'Deals'
}

/** `38 deals in view` while the map narrows them, else `603 of 57,120 deals`. */
export function countOf(query: Pick<DealQuery, 'filter'>, count: number, allCount: number): string {
  const deals = `${count === allCount ? '' : `${formatNumber(count)} of `}${dealCount(allCount)}`
  return query.filter.bounds === null ? deals : `${deals} in view`
}

/** `1,500 deals`. */
export const dealCount = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'deal' : 'deals'}`
