/** All places of the US and Puerto Rico in memory, about 10 MB. Reading them takes some hundredths of a second, most of it in zlib's thread. */
import { LOCATION_RESULTS_MAX } from '#shared/contract/limits.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { STATES } from '#shared/rules/states.ts'
import { placesOfAddress } from '#shared/rules/typed-address.ts'
import { countyFinder } from './counties.ts'
import { createGrid, kmBetween } from './grid.ts'
import { findByName } from './name-index.ts'
import { DEGREE, KINDS, type Kind, NONE, type PlaceColumns, readColumns, WITHIN_MAX } from './places-file.ts'

export interface Gazetteer {
  /** Best first; for a street address the place that it names. In these states alone, unless there are none. */
  suggest(text: string, states?: readonly string[]): LocationOptionWire[]
  /** City, county and state around a point, the smallest first; empty outside of the US and Puerto Rico. */
  at(lat: number, lng: number): LocationOptionWire[]
  /** By the five digits of a county or of a ZIP; null when there is none. */
  county(fips: string): LocationOptionWire | null
  zip(code: string): LocationOptionWire | null
  /** How many places it knows, by kind. */
  counts: Readonly<Record<Kind, number>>
}

let loading: Promise<Gazetteer> | undefined

/** The one of this process. A failed reading is tried again. */
export function loadGazetteer(read: () => Promise<PlaceColumns> = readColumns): Promise<Gazetteer> {
  loading ??= read()
    .then(openGazetteer)
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** The questions alone; each waits for the reading, and rejects when that fails. */
export const askGazetteer = {
  suggest: async (text: string, states?: readonly string[]) => (await loadGazetteer()).suggest(text, states),
  at: async (lat: number, lng: number) => (await loadGazetteer()).at(lat, lng),
  county: async (fips: string) => (await loadGazetteer()).county(fips),
  zip: async (code: string) => (await loadGazetteer()).zip(code),
}

/** Nobody waits for it; a failure is told to whoever asks first. */
export const warmGazetteer = (): void => void loadGazetteer().catch(() => {})

/** Outlines are drawn roughly: this near to a ZIP's center a point is still on our side, unless a foreign town is near too. */
export const SHORE_KM = 3
export const FOREIGN_TOWN_KM = 5

function openGazetteer(columns: PlaceColumns): Gazetteer {
  const counts = { state: 0, county: 0, city: 0, neighborhood: 0, zip: 0 }
  const byNumber = {
    state: new Map<number, number>(),
    county: new Map<number, number>(),
    zip: new Map<number, number>(),
  }
  columns.kind.forEach((kind, place) => {
    const name = kindAt(kind)
    counts[name]++
    if (name !== 'city' && name !== 'neighborhood') byNumber[name].set(columns.number[place] ?? 0, place)
  })
  const countyAt = countyFinder(columns)
  const zips = createGrid([...byNumber.zip.values()].map((place) => ({ place, ...pointOf(columns, place) })))
  const abroad = createGrid(pairsOf(columns.abroad))
  const option = (place: number) => optionOf(columns, place)
  const optional = (place: number | undefined) => (place === undefined ? null : option(place))

  function placesAround(lat: number, lng: number): number[] {
    const nearest = zips.nearest(lat, lng)
    const fips = countyAt(lat, lng)
    if (fips === null) {
      const foreign = abroad.nearest(lat, lng)
      const isAbroad = foreign !== null && kmBetween({ lat, lng }, foreign) <= FOREIGN_TOWN_KM
      const isOnShore = nearest !== null && kmBetween({ lat, lng }, nearest) <= SHORE_KM
      return isOnShore && !isAbroad ? around(columns, nearest.place).reverse() : []
    }
    const state = byNumber.state.get(Math.floor(fips / COUNTIES_PER_STATE))
    const town =
      nearest === null
        ? undefined
        : around(columns, nearest.place).find((place) => kindOf(columns, place) === 'city')
    const isSameState =
      nearest !== null && state !== undefined && columns.state[nearest.place] === columns.state[state]
    return [isSameState ? town : undefined, byNumber.county.get(fips), state].filter(
      (place) => place !== undefined,
    )
  }

  return {
    counts,
    suggest(text, states = []) {
      const isWanted = (place: number) =>
        states.length === 0 || states.includes(STATES[columns.state[place] ?? 0]?.abbr ?? '')
      for (const typed of [text, ...placesOfAddress(text)]) {
        const found = findByName(columns, typed, { limit: LOCATION_RESULTS_MAX, isWanted })
        if (found.length > 0) return found.map(option)
      }
      return []
    },
    at: (lat, lng) => placesAround(lat, lng).map(option),
    county: (fips) => (FIVE_DIGITS.test(fips) ? optional(byNumber.county.get(Number(fips))) : null),
    zip: (code) => (FIVE_DIGITS.test(code) ? optional(byNumber.zip.get(Number(code))) : null),
  }
}

const COUNTIES_PER_STATE = 1000
const FIVE_DIGITS = /^\d{5}$/
const NUMBER_LENGTH = 5

const TYPES = {
  state: ['administrative_area_level_1', 'political'],
  county: ['administrative_area_level_2', 'political'],
  city: ['locality', 'political'],
  neighborhood: ['neighborhood', 'political'],
  zip: ['postal_code'],
} as const satisfies Record<Kind, readonly string[]>

const kindAt = (position: number): Kind => KINDS[position] ?? 'state'
const kindOf = ({ kind }: PlaceColumns, place: number) => kindAt(kind[place] ?? 0)

/** `gaz:county:48201` */
function idOf(columns: PlaceColumns, place: number): string {
  const kind = kindOf(columns, place)
  if (kind === 'state') return `gaz:state:${STATES[columns.state[place] ?? 0]?.abbr}`
  const number = String(columns.number[place])
  return `gaz:${kind}:${kind === 'county' || kind === 'zip' ? number.padStart(NUMBER_LENGTH, '0') : number}`
}

const pointOf = ({ lat, lng }: PlaceColumns, place: number) => ({
  lat: (lat[place] ?? 0) / DEGREE,
  lng: (lng[place] ?? 0) / DEGREE,
})

/** Outermost first. */
const around = ({ within }: PlaceColumns, place: number): number[] =>
  Array.from(within.subarray(place * WITHIN_MAX, (place + 1) * WITHIN_MAX)).filter((other) => other !== NONE)

const pairsOf = (column: Int32Array) =>
  Array.from({ length: column.length / 2 }, (_, at) => ({
    lat: (column[at * 2] ?? 0) / DEGREE,
    lng: (column[at * 2 + 1] ?? 0) / DEGREE,
  }))

function boundsOf({ box }: PlaceColumns, place: number) {
  const [south = NONE, west = 0, north = 0, east = 0] = box.subarray(place * 4, place * 4 + 4)
  if (south === NONE) return null
  return { south: south / DEGREE, west: west / DEGREE, north: north / DEGREE, east: east / DEGREE }
}

function optionOf(columns: PlaceColumns, place: number): LocationOptionWire {
  const id = idOf(columns, place)
  const { labels, labelAt } = columns
  const label = Buffer.from(labels.subarray(labelAt[place], labelAt[place + 1])).toString()
  const wire: PlaceWire = {
    place_id: id,
    formatted_address: label,
    types: [...TYPES[kindOf(columns, place)]],
    geometry: { location: pointOf(columns, place), bounds: boundsOf(columns, place) },
    within: around(columns, place).map((other) => idOf(columns, other)),
  }
  return { label, value: { placeId: id, place: wire } }
}
