/** Where to look for a place: its outline's rectangle, else its surroundings. Pure. */
import type { PlaceWire } from '#shared/contract/places.ts'
import type { Bounds, DealFilter } from '#shared/rules/deals/filter.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'

/** About three miles around a place without an outline. */
const AROUND_DEGREES = 0.045

export function placeBounds({ geometry: { bounds, location } }: PlaceWire): Bounds {
  return (
    bounds ?? {
      south: location.lat - AROUND_DEGREES,
      west: location.lng - AROUND_DEGREES,
      north: location.lat + AROUND_DEGREES,
      east: location.lng + AROUND_DEGREES,
    }
  )
}

/** The filter of a place. What the deals do not know by name, e.g. a street, is its surroundings. */
export function filterAt(place: PlaceWire): Pick<DealFilter, 'places' | 'bounds'> {
  const known = placeFilterOf(place)
  return known ? { places: [known], bounds: null } : { places: [], bounds: placeBounds(place) }
}
