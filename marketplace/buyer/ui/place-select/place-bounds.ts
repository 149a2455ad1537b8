/** Where to look for a place: its outline's rectangle, else its surroundings. Pure. */
import type { PlaceWire } from '#shared/contract/places.ts'
import type { Bounds } from '#shared/rules/deals/filter.ts'

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
