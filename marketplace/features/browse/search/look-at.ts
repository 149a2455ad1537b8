/** What choosing a place does: deals are filtered by it where they know it, and the map goes there. */
import type { PlaceWire } from '#shared/contract/places.ts'
import type { Bounds } from '#shared/rules/deals/filter.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import type { BrowseModel } from '../browse-model.ts'

export function lookAt(model: Pick<BrowseModel, 'changeFilter' | 'fit'>, place: PlaceWire): void {
  const known = placeFilterOf(place)
  const bounds = boundsOf(place)
  // A new place is another "where": the rectangle and the areas of the former one would leave nothing of it.
  if (known) model.changeFilter({ places: [known], bounds: null, areas: [] })
  else model.changeFilter({ places: [], bounds, areas: [] })
  model.fit(bounds)
}

/** About three miles around a place without an outline. */
const AROUND_DEGREES = 0.045

function boundsOf({ geometry: { bounds, location } }: PlaceWire): Bounds {
  return (
    bounds ?? {
      south: location.lat - AROUND_DEGREES,
      west: location.lng - AROUND_DEGREES,
      north: location.lat + AROUND_DEGREES,
      east: location.lng + AROUND_DEGREES,
    }
  )
}
