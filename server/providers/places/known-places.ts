/**
 * Lays an outside service's places over the embedded gazetteer: states and counties become ours, and every finer place says in
 * which of them it lies. So areas can be compared whichever service they came from.
 */
import { LOCATION_RESULTS_MAX } from '#shared/contract/limits.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { askGazetteer } from './gazetteer/gazetteer.ts'

/** In the service's order, each once; what lies outside of the US and Puerto Rico, or of the states if there are any, is left out. */
export async function overGazetteer(
  places: readonly PlaceWire[],
  states: readonly string[] = [],
): Promise<LocationOptionWire[]> {
  const options = new Map<string, LocationOptionWire>()
  for (const option of await Promise.all(places.map(known))) {
    if (option && liesIn(option, states) && !options.has(option.value.placeId))
      options.set(option.value.placeId, option)
  }
  return [...options.values()].slice(0, LOCATION_RESULTS_MAX)
}

/** True without `states`, which are named by their abbreviations. */
export function liesIn(
  { value: { placeId, place } }: LocationOptionWire,
  states: readonly string[],
): boolean {
  const around = [placeId, ...(place.within ?? [])]
  return states.length === 0 || states.some((abbr) => around.includes(`gaz:state:${abbr}`))
}

const STATE = 'administrative_area_level_1'
const COUNTY = 'administrative_area_level_2'

async function known(place: PlaceWire): Promise<LocationOptionWire | null> {
  const { lat, lng } = place.geometry.location
  const around = await askGazetteer.at(lat, lng)
  const ofType = (type: string) => around.find((option) => option.value.place.types.includes(type))
  const [state, county] = [ofType(STATE), ofType(COUNTY)]
  if (!state) return null
  if (place.types.includes(STATE)) return state
  if (place.types.includes(COUNTY)) return county ?? null
  const within = [state, county].flatMap((option) => option?.value.placeId ?? [])
  const label = place.formatted_address
  return { label, value: { placeId: place.place_id, place: { ...place, within } } }
}
