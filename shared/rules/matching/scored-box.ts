/** A buy box as the score reads it: its criteria, and its target markets as places, circles and drawn areas. */
import type { BuyBoxWire, CriterionWire, GeotagWire } from '#shared/contract/buy-box.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import type { PlaceFilter, Point } from '../deals/filter.ts'
import { placeFilterOf } from '../deals/location.ts'

export type BoxArea =
  /** By the columns of the deals, never by a circle. */
  | {
      readonly kind: 'place'
      readonly label: string
      readonly center: Point
      readonly place: PlaceFilter
    }
  | { readonly kind: 'radius'; readonly label: string; readonly center: Point; readonly miles: number }
  | {
      readonly kind: 'polygon'
      readonly label: string
      readonly center: Point
      readonly points: readonly Point[]
    }

export interface ScoredBox {
  readonly id: number
  readonly name: string
  readonly criteria: readonly CriterionWire[]
  /** A deal outside of all of them does not match. Empty: anywhere. */
  readonly areas: readonly BoxArea[]
  /** ZIPs that a smart box learned, with how often was bought there. */
  readonly boughtIn: ReadonlyMap<string, number>
}

/** A box that asks for nothing would match every deal: it matches none until it does. */
export const asksForSomething = ({ areas, criteria }: Pick<ScoredBox, 'areas' | 'criteria'>): boolean =>
  areas.length > 0 || criteria.length > 0

/** Without target markets of its own, a smart box looks where it learned that is bought. */
export function scoredBoxOf(wire: BuyBoxWire): ScoredBox {
  const chosen = wire.geotags.flatMap(({ geotag, ...shape }) => {
    const [place] = geotag.results ?? []
    return place ? [areaOf(place, shape)] : []
  })
  const learned = wire.learned?.areas ?? []
  const areas = chosen.length > 0 ? chosen : learned.flatMap(({ place }) => (place ? [placeArea(place)] : []))
  const zips = learned.flatMap(({ kind, label, purchases }) => {
    const zip = kind === 'zip' ? /\b\d{5}\b/.exec(label)?.[0] : undefined
    return zip === undefined ? [] : [[zip, purchases] as const]
  })
  return { id: wire.id, name: wire.name, criteria: wire.criteria, areas, boughtIn: new Map(zips) }
}

/** Around a place whose outline nobody knows. */
const AROUND_MILES = 3

/** A target market: what was drawn there, else a circle around the place, else the place. */
export function areaOf(
  place: PlaceWire,
  { radius_miles, polygon }: Pick<GeotagWire, 'radius_miles' | 'polygon'>,
): BoxArea {
  const { location: center } = place.geometry
  const label = place.formatted_address
  if (polygon) return { kind: 'polygon', label: `the area you drew near ${label}`, center, points: polygon }
  if (radius_miles) return { kind: 'radius', label, center, miles: radius_miles }
  return placeArea(place)
}

function placeArea(place: PlaceWire): BoxArea {
  const { location: center, bounds } = place.geometry
  const label = place.formatted_address
  const filter = placeFilterOf(place)
  if (filter) return { kind: 'place', label, center, place: filter }
  if (!bounds) return { kind: 'radius', label, center, miles: AROUND_MILES }
  const { south, west, north, east } = bounds
  const points = [
    { lat: south, lng: west },
    { lat: south, lng: east },
    { lat: north, lng: east },
    { lat: north, lng: west },
  ]
  return { kind: 'polygon', label, center, points }
}
