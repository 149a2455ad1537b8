/** The way from home into the list: its address for some places. */
import { DEFAULT_QUERY, type PlaceFilter } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'

export function browseSearch(places: readonly PlaceFilter[]): URLSearchParams {
  return writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_QUERY.filter, places } })
}

/** The browse page at these places. */
export function browseAddress(places: readonly PlaceFilter[]): string {
  const search = browseSearch(places).toString()
  return search === '' ? '/deals' : `/deals?${search}`
}
