/** The places service of the settings. */
import { askGazetteer, warmGazetteer } from './gazetteer/gazetteer.ts'
import type { Geocoder, PlacesSettings } from './geocoder.ts'
import { createGoogleGeocoder } from './google.ts'
import { createMaptilerGeocoder } from './maptiler.ts'

export function createGeocoder(settings: PlacesSettings): Geocoder {
  switch (settings.driver) {
    case 'gazetteer':
      return EMBEDDED
    case 'google':
      return createGoogleGeocoder(settings)
    case 'maptiler':
      return createMaptilerGeocoder(settings)
  }
}

const EMBEDDED: Geocoder = {
  query: askGazetteer.suggest,
  addressOf: (lat, lng) => askGazetteer.at(lat, lng),
  warm: warmGazetteer,
}
