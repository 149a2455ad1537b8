/** Finding a place: by typing, among recent searches, or where the person is. Without React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { createSearch, type Search } from '#marketplace/kit/search-as-you-type.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  LOCATION_HISTORY_MAX,
  LOCATION_RESULTS_MAX,
  PLACE_SEARCH_DEBOUNCE_MS,
  POSITION_AGE_MS,
  POSITION_TIMEOUT_MS,
} from '#shared/contract/limits.ts'
import { addressOfCoordinates, type LocationOptionWire, queryLocations } from '#shared/contract/places.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { type PlaceHistory, serverHistory } from './place-history.ts'
import { localityOf } from './place-labels.ts'

export interface PlaceSearch extends Search<LocationOptionWire> {
  /** Places searched for earlier, newest first. */
  readonly history: ReadonlySignal<readonly LocationOptionWire[]>
  /** Once; a failure leaves the history empty, and the next call asks again. */
  loadHistory(): Promise<void>
  /** Remembers a place that was chosen, here at once and where the history is kept when it can. */
  remember(option: LocationOptionWire): void
  /** One of them, or with null all. */
  forget(option: LocationOptionWire | null): void
  readonly isLocating: ReadonlySignal<boolean>
  /** The city or county the person is in, or why that cannot be said. */
  locate(): Promise<LocationOptionWire | { problem: string }>
}

/** Where the device is; rejects when it is not known or not allowed, as the browser does with a `code`. */
export type Whereabouts = () => Promise<{ lat: number; lng: number }>

export interface PlaceSearchDeps {
  api: Api
  clock: Clock
  log: Log
  whereabouts: Whereabouts
  /** On the server unless given. */
  kept?: PlaceHistory
}

export const NO_POSITION = 'Your location is not available. Allow it in the browser, or type a place instead.'
export const POSITION_DENIED =
  'Your browser does not share your location with this site. Allow it there, or type a place instead.'
export const POSITION_SLOW = 'Finding your location took too long. Try again, or type a place instead.'
export const NO_PLACE_HERE = 'Deals are not searched at your location. Type a place instead.'
export const LOCATE_FAILED = 'Your location could not be looked up. Try again, or type a place.'

export function createPlaceSearch(deps: PlaceSearchDeps): PlaceSearch {
  const { api, clock, log, whereabouts, kept = serverHistory(api) } = deps
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
      history.value = await kept.load()
    } catch (error) {
      log.warn('Recent locations could not be loaded', kindOf(error))
      asked = null
    }
  }

  function remember(option: LocationOptionWire) {
    const others = history.value.filter((one) => one.value.placeId !== option.value.placeId)
    history.value = [option, ...others].slice(0, LOCATION_HISTORY_MAX)
    kept.push(option).catch((error: unknown) => log.warn('A location could not be remembered', kindOf(error)))
  }

  function forget(option: LocationOptionWire | null) {
    const id = option?.value.placeId
    history.value = option ? history.value.filter((one) => one.value.placeId !== id) : []
    kept
      .forget(option)
      .catch((error: unknown) => log.warn('A location could not be forgotten', kindOf(error)))
  }

  async function lookUp(): Promise<LocationOptionWire | { problem: string }> {
    const position = await whereabouts().catch((error: unknown) => ({ problem: positionProblem(error) }))
    if ('problem' in position) return position
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
    forget,
    isLocating,
    async locate() {
      isLocating.value = true
      const found = await lookUp()
      isLocating.value = false
      return found
    },
  }
}

/** By the codes of the browser's own error: 1 is denied, 3 too late. */
function positionProblem(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return code === 1 ? POSITION_DENIED : code === 3 ? POSITION_SLOW : NO_POSITION
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
