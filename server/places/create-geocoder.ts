/** The places service of the settings. */
import { loadGazetteer } from './gazetteer/gazetteer.ts'
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
  query: async (text) => (await loadGazetteer()).suggest(text),
  addressOf: async (lat, lng) => (await loadGazetteer()).at(lat, lng),
  // A failure is told to whoever asks first.
  warm: () => void loadGazetteer().catch(() => {}),
}
