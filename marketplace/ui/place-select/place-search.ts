/** Finding a place: by typing, among recent searches, or where the person is. Without React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import * as z from 'zod/mini'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  LOCATION_HISTORY_MAX,
  LOCATION_RESULTS_MAX,
  PLACE_SEARCH_DEBOUNCE_MS,
  POSITION_AGE_MS,
  POSITION_TIMEOUT_MS,
} from '#shared/contract/limits.ts'
import {
  addressOfCoordinates,
  type LocationOptionWire,
  listLocationQueries,
  place,
  pushLocationQuery,
  queryLocations,
} from '#shared/contract/places.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { createSearch, type Search } from '../search-as-you-type.ts'
import { localityOf } from './place-words.ts'

export interface PlaceSearch extends Search<LocationOptionWire> {
  /** Places searched for earlier, newest first. */
  readonly history: ReadonlySignal<readonly LocationOptionWire[]>
  /** Once; a failure leaves the history empty. */
  loadHistory(): Promise<void>
  /** Remembers a place that was chosen, here at once and on the server when it can. */
  remember(option: LocationOptionWire): void
  readonly isLocating: ReadonlySignal<boolean>
  /** The city or county the person is in, or why that cannot be said. */
  locate(): Promise<LocationOptionWire | { problem: string }>
}

/** Where the device is; rejects when it is not known or not allowed. */
export type Whereabouts = () => Promise<{ lat: number; lng: number }>

export interface PlaceSearchDeps {
  api: Api
  clock: Clock
  log: Log
  whereabouts: Whereabouts
}

export const NO_POSITION = 'Your location is not available. Allow it in the browser, or type a place instead.'
export const NO_PLACE_HERE = 'No place in the US or Puerto Rico was found at your location.'
export const LOCATE_FAILED = 'Your location could not be looked up. Try again, or type a place.'

export function createPlaceSearch({ api, clock, log, whereabouts }: PlaceSearchDeps): PlaceSearch {
  const history = signal<readonly LocationOptionWire[]>([])
  const isLocating = signal(false)
  let asked: Promise<void> | null = null

  const search = createSearch<LocationOptionWire>({
    ask: async (q, signal) =>
      (await api(queryLocations, { query: { q } }, { signal })).data.slice(0, LOCATION_RESULTS_MAX),
    delayMs: PLACE_SEARCH_DEBOUNCE_MS,
    minLength: 1,
    clock,
    log,
    name: 'Location search',
  })

  async function load() {
    try {
      const reply = await api(listLocationQueries, {})
      history.value = reply.data.flatMap(optionOf)
    } catch (error) {
      log.warn('Recent locations could not be loaded', kindOf(error))
      asked = null
    }
  }

  function remember(option: LocationOptionWire) {
    const others = history.value.filter((one) => one.value.placeId !== option.value.placeId)
    history.value = [option, ...others].slice(0, LOCATION_HISTORY_MAX)
    const { label, value } = option
    api(pushLocationQuery, { body: { label, value: value.placeId, meta: value.place } }).catch((error) =>
      log.warn('A location could not be remembered', kindOf(error)),
    )
  }

  async function lookUp(): Promise<LocationOptionWire | { problem: string }> {
    const position = await whereabouts().catch(() => null)
    if (position === null) return { problem: NO_POSITION }
    try {
      const { data } = await api(addressOfCoordinates, { query: position })
      return localityOf(data) ?? { problem: NO_PLACE_HERE }
    } catch (error) {
      log.warn('Looking up the current location failed', kindOf(error))
      return { problem: LOCATE_FAILED }
    }
  }

  return {
    ...search,
    history,
    loadHistory() {
      asked ??= load()
      return asked
    },
    remember,
    isLocating,
    async locate() {
      isLocating.value = true
      const found = await lookUp()
      isLocating.value = false
      return found
    },
  }
}

/** An earlier search that still names its place; others cannot be chosen. */
function optionOf(query: { label: string; value: string; meta?: unknown }): LocationOptionWire[] {
  const parsed = z.safeDecode(place, query.meta as z.input<typeof place>)
  return parsed.success ? [{ label: query.label, value: { placeId: query.value, place: parsed.data } }] : []
}

function kindOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.failure.kind
}

/** The browser's own answer, asked for when it is needed. */
export const deviceWhereabouts: Whereabouts = () =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('no geolocation'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      { maximumAge: POSITION_AGE_MS, timeout: POSITION_TIMEOUT_MS },
    )
  })
