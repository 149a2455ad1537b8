/** How a place is named on screen. Pure. */
import type { GeotagWire } from '#shared/contract/buy-box.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { isTypedAddress } from '#shared/rules/typed-address.ts'

const KINDS: readonly (readonly [type: string, word: string])[] = [
  ['administrative_area_level_1', 'State'],
  ['administrative_area_level_2', 'County'],
  ['locality', 'City'],
  ['sublocality', 'District'],
  ['sublocality_level_1', 'District'],
  ['neighborhood', 'Neighborhood'],
  ['postal_code', 'ZIP'],
]

/** What stands at the right of an option; empty for a type we have no word for. */
export const placeKind = (place: PlaceWire): string =>
  KINDS.find(([type]) => place.types.includes(type))?.[1] ?? ''

/** The finest place that is still no address: a rooftop tells too much and covers too little. */
export function localityOf<T extends { value: { place: PlaceWire } }>(options: readonly T[]): T | null {
  for (const wanted of ['locality', 'administrative_area_level_2', 'administrative_area_level_1']) {
    const found = options.find((option) => option.value.place.types.includes(wanted))
    if (found) return found
  }
  return null
}

/** The name of a target market, with its radius when it has one: `Houston, TX, 10 mi around`. */
export function marketLabel(tag: GeotagWire): string {
  const name = tag.geotag.name_formated
  if (tag.kind === 'radius' && tag.radius_miles) return `${name}, ${tag.radius_miles} mi around`
  return tag.kind === 'polygon' ? `${name}, drawn area` : name
}

/** What is said above the places found for a text: null when they speak for themselves. */
export function placesNote(typed: string, count: number): string | null {
  if (isTypedAddress(typed))
    return `Streets are not searched. ${
      count === 0
        ? 'Add the city and state, or the ZIP code.'
        : count === 1
          ? 'This is where the address is.'
          : 'Choose where the address is.'
    }`
  return count > 0 ? null : 'No places found. Type a state, county, city or ZIP code.'
}
