/** What the server needs of a places service. Answers have the shape of `shared/contract/places.ts`. */
import type { LocationOptionWire } from '#shared/contract/places.ts'

export interface Geocoder {
  /**
   * Best first, at most `LOCATION_RESULTS_MAX`; the US and Puerto Rico alone, or of them the `states`, by their abbreviations. Rejects
   * when the service does not answer.
   */
  query(text: string, states?: readonly string[]): Promise<LocationOptionWire[]>
  /** Where a coordinate lies, the smallest first; empty outside of the US and Puerto Rico. */
  addressOf(lat: number, lng: number): Promise<LocationOptionWire[]>
  /** Gets ready in the background, so that the first question does not wait. May be called often. */
  warm(): void
}

/** `baseUrl` stands in for the service's own address, e.g. a proxy's. */
export type PlacesSettings =
  | { driver: 'gazetteer' }
  | { driver: 'google'; key: string; baseUrl?: string }
  | { driver: 'maptiler'; key: string; baseUrl?: string }
