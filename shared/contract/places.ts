/**
 * Finding places (spec section 7, Buy box: the operations without a path). A place has the shape of the maps service the
 * spec speaks of, so that one may stand in for the other.
 */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { LOCATION_HISTORY_MAX } from './limits.ts'
import { maybe, wrapped } from './wire.ts'

const point = z.object({ lat: z.number(), lng: z.number() })

/** A native place. `place_id` of the embedded gazetteer begins with `gaz:`. */
export const place = z.object({
  place_id: z.string().check(z.minLength(1), z.maxLength(300)),
  formatted_address: z.string().check(z.minLength(1), z.maxLength(300)),
  /** `administrative_area_level_1` state, `administrative_area_level_2` county, `locality`, `sublocality`, `neighborhood`, … */
  types: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
  geometry: z.object({
    location: point,
    bounds: maybe(z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })),
  }),
  /** The place it lies in, outermost first: `gaz:state:TX`, `gaz:county:48201`. Ours. */
  within: maybe(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(10))),
})
export type PlaceWire = z.output<typeof place>

/** An option of a location search (spec section 3): label, `value.placeId`, and the native place. */
export const locationOption = z.object({
  label: z.string(),
  value: z.object({ placeId: z.string(), place: place }),
})
export type LocationOptionWire = z.output<typeof locationOption>

export const queryLocations = endpoint({
  name: 'queryLocations',
  method: 'GET',
  path: '/geo/locations',
  auth: 'none',
  spec: ['geo query location (path not shown)'],
  summary:
    'Places of the US and Puerto Rico whose name begins like `q`: states, counties, cities, neighborhoods, ZIPs; only in the states of the installation’s markets, if it has any. At most 8.',
  query: z.object({ q: z.string().check(z.maxLength(120)) }),
  reply: wrapped(z.array(locationOption)),
})

/** A coordinate inside a query string. */
const degrees = () =>
  z.codec(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'must be degrees')), z.number(), {
    decode: (value) => Number(value),
    encode: (value) => value.toFixed(6),
  })

export const addressOfCoordinates = endpoint({
  name: 'addressOfCoordinates',
  method: 'GET',
  path: '/geo/address',
  auth: 'none',
  spec: ['geo coordinates to address (path not shown)'],
  summary:
    'The places that contain a coordinate: city, county, state, the smallest first, never a street address.',
  query: z.object({ lat: degrees(), lng: degrees() }),
  reply: wrapped(z.array(locationOption)),
})

/** An earlier location search (spec section 3): label, value, meta. */
export const locationQuery = z.object({
  label: z.string().check(z.maxLength(300)),
  value: z.string().check(z.maxLength(300)),
  meta: maybe(z.unknown()),
})
export type LocationQueryWire = z.output<typeof locationQuery>

export const listLocationQueries = endpoint({
  name: 'listLocationQueries',
  method: 'GET',
  path: '/auth/location-queries',
  spec: ['location queries history, load (path not shown)'],
  summary: `The last location searches, newest first, at most ${LOCATION_HISTORY_MAX}; of places, only those in the installation’s markets.`,
  reply: wrapped(z.array(locationQuery)),
})

export const pushLocationQuery = endpoint({
  name: 'pushLocationQuery',
  method: 'POST',
  path: '/auth/location-queries',
  spec: ['location queries history, push (path not shown)'],
  summary: 'Remember a location search; a repeated one moves to the front.',
  body: locationQuery,
  reply: done,
  status: 201,
})

/** Ours (checklist BRW-34). */
export const forgetLocationQueries = endpoint({
  name: 'forgetLocationQueries',
  method: 'DELETE',
  path: '/auth/location-queries',
  summary: 'Delete the location search with this value, or all of them without a value.',
  query: z.object({ value: z.optional(z.string().check(z.minLength(1), z.maxLength(300))) }),
  reply: done,
})
