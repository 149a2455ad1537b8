/** What choosing a place does: deals are filtered by it where they know it, and the map goes there. */
import { placeBounds } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import type { BrowseModel } from '../browse-model.ts'

export function lookAt(model: Pick<BrowseModel, 'changeFilter' | 'fit'>, place: PlaceWire): void {
  const known = placeFilterOf(place)
  const bounds = placeBounds(place)
  // A new place is another "where": the rectangle and the areas of the former one would leave nothing of it.
  if (known) model.changeFilter({ places: [known], bounds: null, areas: [] })
  else model.changeFilter({ places: [], bounds, areas: [] })
  model.fit(bounds)
}
