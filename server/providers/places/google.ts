/** Google as the places service: suggestions by Places Autocomplete, coordinates and addresses by Geocoding. Never finer than a neighborhood. */
import * as z from 'zod/mini'
import type { PlaceWire } from '#shared/contract/places.ts'
import { askService, serviceUrl } from './ask-service.ts'
import { warmGazetteer } from './gazetteer/gazetteer.ts'
import type { Geocoder, PlacesSettings } from './geocoder.ts'
import { overGazetteer } from './known-places.ts'

const BASE_URL = 'https://maps.googleapis.com'
const COUNTRIES = 'country:us|country:pr'
/** Localities, sublocalities, neighborhoods, postal codes and the administrative areas above them. */
const SUGGESTED = '(regions)'
/** What a coordinate may be called: nothing that gives away a house. */
const REVERSED = 'locality|administrative_area_level_2|administrative_area_level_1'
/** Places once looked up; their coordinates do not change. */
const REMEMBERED_MAX = 5000

const status = z.enum(['OK', 'ZERO_RESULTS'])
const suggestions = z.object({ status, predictions: z.array(z.object({ place_id: z.string() })) })
const corner = z.object({ lat: z.number(), lng: z.number() })
const box = z.object({ southwest: corner, northeast: corner })
const answers = z.object({
  status,
  results: z.array(
    z.object({
      place_id: z.string(),
      formatted_address: z.string(),
      types: z.array(z.string()),
      geometry: z.object({ location: corner, bounds: z.optional(box), viewport: z.optional(box) }),
    }),
  ),
})
type Answer = z.output<typeof answers>['results'][number]

export function createGoogleGeocoder(settings: Extract<PlacesSettings, { driver: 'google' }>): Geocoder {
  const base = settings.baseUrl ?? BASE_URL
  const remembered = new Map<string, PlaceWire[]>()
  const geocode = async (query: Readonly<Record<string, string>>) => {
    const url = serviceUrl(base, '/maps/api/geocode/json', { ...query, language: 'en', key: settings.key })
    return (await askService(url, answers)).results.map(placeOf)
  }
  const lookUp = async (placeId: string) => {
    const places = remembered.get(placeId) ?? (await geocode({ place_id: placeId }))
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(placeId, places)
    return places
  }
  return {
    async query(text, states) {
      if (text.trim() === '') return []
      const asked = { input: text, components: COUNTRIES, types: SUGGESTED, language: 'en' }
      const url = serviceUrl(base, '/maps/api/place/autocomplete/json', { ...asked, key: settings.key })
      const { predictions } = await askService(url, suggestions)
      const places = await Promise.all(predictions.map(({ place_id }) => lookUp(place_id)))
      return overGazetteer(places.flat(), states)
    },
    addressOf: async (lat, lng) =>
      overGazetteer(await geocode({ latlng: `${lat},${lng}`, result_type: REVERSED })),
    warm: warmGazetteer,
  }
}

function placeOf({ place_id, formatted_address, types, geometry }: Answer): PlaceWire {
  const { location, bounds, viewport } = geometry
  const around = bounds ?? viewport
  return {
    place_id,
    formatted_address: formatted_address.replace(/, (USA|Puerto Rico, USA)$/, (end) =>
      end.includes('Rico') ? ', PR' : '',
    ),
    types,
    geometry: {
      location,
      bounds: around && {
        south: around.southwest.lat,
        west: around.southwest.lng,
        north: around.northeast.lat,
        east: around.northeast.lng,
      },
    },
  }
}
