/** MapTiler as the places service: its geocoding answers both ways, as GeoJSON. Never finer than a neighborhood. */
import * as z from 'zod/mini'
import { LOCATION_RESULTS_MAX } from '#shared/contract/limits.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { askService, serviceUrl } from './ask-service.ts'
import { warmGazetteer } from './gazetteer/gazetteer.ts'
import type { Geocoder, PlacesSettings } from './geocoder.ts'
import { overGazetteer } from './known-places.ts'

const BASE_URL = 'https://api.maptiler.com'

/** MapTiler's kinds of places in the US, and what the spec's maps service calls them. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  region: ['administrative_area_level_1', 'political'],
  subregion: ['administrative_area_level_2', 'political'],
  county: ['administrative_area_level_2', 'political'],
  municipality: ['locality', 'political'],
  locality: ['sublocality', 'political'],
  neighbourhood: ['neighborhood', 'political'],
  postal_code: ['postal_code'],
}
const COUNTRIES = 'us,pr'
/** What a coordinate may be called: nothing that gives away a house. */
const REVERSED = 'municipality,county,subregion,region'

const answers = z.object({
  features: z.array(
    z.object({
      id: z.string(),
      place_name: z.string(),
      place_type: z.array(z.string()),
      /** Longitude, latitude. */
      center: z.tuple([z.number(), z.number()]),
      /** West, south, east, north. */
      bbox: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    }),
  ),
})
type Feature = z.output<typeof answers>['features'][number]

export function createMaptilerGeocoder(settings: Extract<PlacesSettings, { driver: 'maptiler' }>): Geocoder {
  const ask = async (what: string, query: Readonly<Record<string, string>>, states?: readonly string[]) => {
    const path = `/geocoding/${encodeURIComponent(what)}.json`
    const url = serviceUrl(settings.baseUrl ?? BASE_URL, path, {
      ...query,
      language: 'en',
      key: settings.key,
    })
    return overGazetteer((await askService(url, answers)).features.flatMap(placesOf), states)
  }
  return {
    async query(text, states) {
      if (text.trim() === '') return []
      const types = Object.keys(TYPES).join(',')
      const limit = String(LOCATION_RESULTS_MAX)
      return ask(text, { country: COUNTRIES, types, autocomplete: 'true', limit }, states)
    },
    addressOf: (lat, lng) => ask(`${lng},${lat}`, { types: REVERSED }),
    warm: warmGazetteer,
  }
}

function placesOf({ id, place_name, place_type, center, bbox }: Feature): PlaceWire[] {
  const types = place_type.flatMap((type) => TYPES[type] ?? [])
  if (types.length === 0) return []
  const [lng, lat] = center
  const bounds = bbox && { west: bbox[0], south: bbox[1], east: bbox[2], north: bbox[3] }
  const formatted_address = place_name.replace(/, United States( of America)?$/, '')
  return [{ place_id: id, formatted_address, types, geometry: { location: { lat, lng }, bounds } }]
}
