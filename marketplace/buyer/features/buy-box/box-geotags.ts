/** The target markets of a box as they stand on the screen, also those that were added since the box was loaded. */
import type { TargetMarket } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import type { BuyBoxWire, GeotagWire } from '#shared/contract/buy-box.ts'

export function geotagsNow(box: BuyBoxWire, markets: readonly TargetMarket[]): GeotagWire[] {
  const known = new Map(box.geotags.map((geotag) => [geotag.id, geotag]))
  return markets.flatMap(({ id, label, place, radiusMiles }): GeotagWire[] => {
    const loaded = id === null ? undefined : known.get(id)
    if (loaded) return [loaded]
    if (id === null || place === null) return []
    return [
      {
        id,
        geotag_id: id,
        geotag: { id, name_formated: label, results: [place] },
        radius_miles: radiusMiles,
      },
    ]
  })
}
