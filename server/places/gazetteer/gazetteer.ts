/** All places of the US and Puerto Rico in memory. The server asks through `thread.ts`: reading them keeps a thread busy for most of a second. */
import { setImmediate as breathe } from 'node:timers/promises'
import { LOCATION_RESULTS_MAX } from '#shared/contract/limits.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { STATE_BY_FIPS } from '#shared/rules/states.ts'
import { countyId, type Entries, type Entry, makeEntries, stateId, zipId } from './entries.ts'
import { kmBetween } from './grid.ts'
import { createNameIndex } from './name-index.ts'
import { readOutlines } from './outlines.ts'
import { readSources } from './sources.ts'

export interface Gazetteer {
  /** Best first. */
  suggest(text: string, limit?: number): LocationOptionWire[]
  /** City, county and state around a point, the smallest first; empty outside of the US and Puerto Rico. */
  at(lat: number, lng: number): LocationOptionWire[]
  /** By the five digits of a county or of a ZIP; null when there is none. */
  county(fips: string): LocationOptionWire | null
  zip(code: string): LocationOptionWire | null
  /** How many places it knows, by kind. */
  counts: Readonly<Record<Entry['kind'], number>>
}

let loading: Promise<Gazetteer> | undefined

/** The one of this thread; takes most of a second the first time. A failed reading is tried again. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= readGazetteer().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readGazetteer(): Promise<Gazetteer> {
  const { atlas, ...lists } = await readSources()
  await breathe()
  const outlines = readOutlines(atlas, (fips) => STATE_BY_FIPS.has(fips.slice(0, 2)))
  const entries = makeEntries(lists, outlines)
  await breathe()
  const names = createNameIndex(entries.all)
  const counts = { state: 0, county: 0, city: 0, neighborhood: 0, zip: 0 }
  for (const { kind } of entries.all) counts[kind]++
  const optionFor = (id: string) => {
    const entry = entries.byId.get(id)
    return entry ? optionOf(entry) : null
  }
  return {
    counts,
    suggest: (text, limit = LOCATION_RESULTS_MAX) => names.find(text, limit).map(optionOf),
    at: (lat, lng) => placesAround(entries, lat, lng).map(optionOf),
    county: (fips) => optionFor(countyId(fips)),
    zip: (code) => optionFor(zipId(code)),
  }
}

/** Outlines are drawn roughly: this near to a ZIP's center a point is still on our side, unless a foreign town is near too. */
const SHORE_KM = 3
const FOREIGN_TOWN_KM = 5

function placesAround({ outlines, zips, abroad, byId }: Entries, lat: number, lng: number): Entry[] {
  const nearest = zips.nearest(lat, lng)
  const fips = outlines.countyAt(lat, lng)?.fips
  if (!fips) {
    const foreign = abroad.nearest(lat, lng)
    const isAbroad = foreign !== null && kmBetween({ lat, lng }, foreign) <= FOREIGN_TOWN_KM
    const isOnShore = nearest !== null && kmBetween({ lat, lng }, nearest) <= SHORE_KM
    return isOnShore && !isAbroad ? innermostFirst(nearest.within, byId) : []
  }
  const state = STATE_BY_FIPS.get(fips.slice(0, 2))?.abbr ?? ''
  const ids = [stateId(state), countyId(fips)]
  const town = nearest?.state === state ? nearest.within.find((id) => id.startsWith('gaz:city:')) : undefined
  return innermostFirst(town ? [...ids, town] : ids, byId)
}

const innermostFirst = (ids: readonly string[], byId: Entries['byId']): Entry[] =>
  ids.flatMap((id) => byId.get(id) ?? []).reverse()

const TYPES = {
  state: ['administrative_area_level_1', 'political'],
  county: ['administrative_area_level_2', 'political'],
  city: ['locality', 'political'],
  neighborhood: ['neighborhood', 'political'],
  zip: ['postal_code'],
} as const satisfies Record<Entry['kind'], readonly string[]>

function optionOf(entry: Entry): LocationOptionWire {
  const place: PlaceWire = {
    place_id: entry.id,
    formatted_address: entry.label,
    types: [...TYPES[entry.kind]],
    geometry: { location: { lat: entry.lat, lng: entry.lng }, bounds: entry.box },
    within: [...entry.within],
  }
  return { label: entry.label, value: { placeId: entry.id, place } }
}
