/** The way from the search of the home page into the list. What the deals do not know by name, e.g. a street, is looked at on the map. */
import { placeBounds } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { DEFAULT_QUERY } from '#shared/rules/deals/filter.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { browseAddress } from './browse-link.ts'

export function foundAddress(place: PlaceWire): string {
  const known = placeFilterOf(place)
  if (known) return browseAddress([known])
  const filter = { ...DEFAULT_QUERY.filter, bounds: placeBounds(place) }
  return `/deals?${writeQuery({ ...DEFAULT_QUERY, filter })}`
}
