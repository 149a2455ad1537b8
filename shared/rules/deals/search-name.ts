/** What a search is called until somebody gives it a name, and what it asks for in few words. */
import type { DealFilter } from './filter.ts'
import { DEFAULT_FILTER } from './filter.ts'
import { filterChips } from './filter-labels.ts'

/** Of more parts the rest goes unsaid. */
const NAMED_PARTS = 3
const NAME_MAX = 80

/** `Houston, TX, Up to $200K`; `All deals` for one without a filter. */
export function searchName(filter: DealFilter): string {
  const [first = 'All deals', ...others] = searchParts(filter)
  const name = [first, ...others.slice(0, NAMED_PARTS - 1)].join(', ')
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX - 1).trimEnd()}…`
}

/** Each part in words, the usual status left out. */
export function searchParts(filter: DealFilter): readonly string[] {
  const isUsual = filter.status.join() === DEFAULT_FILTER.status.join()
  return filterChips(isUsual ? { ...filter, status: [] } : filter).map(({ label }) => label)
}
