/** Where earlier location searches are kept: with the customer, or for a visitor in this browser (checklist BRW-34). */
import * as z from 'zod/mini'
import type { Api } from '#shared/api/client.ts'
import { LOCATION_HISTORY_MAX } from '#shared/contract/limits.ts'
import {
  forgetLocationQueries,
  type LocationOptionWire,
  listLocationQueries,
  place,
  pushLocationQuery,
} from '#shared/contract/places.ts'

export interface PlaceHistory {
  /** Newest first. */
  load(): Promise<readonly LocationOptionWire[]>
  push(option: LocationOptionWire): Promise<void>
  /** Null: all of them. */
  forget(option: LocationOptionWire | null): Promise<void>
}

/** Rejects with `ApiError`. */
export function serverHistory(api: Api): PlaceHistory {
  return {
    load: async () => (await api(listLocationQueries, {})).data.flatMap(optionOf),
    async push({ label, value }) {
      await api(pushLocationQuery, { body: { label, value: value.placeId, meta: value.place } })
    },
    async forget(option) {
      await api(forgetLocationQueries, { query: option ? { value: option.value.placeId } : {} })
    },
  }
}

const KEY = 'plat.places'

/** Where nothing can be kept there is no history, and nobody is troubled. */
export function localHistory(storage: () => Storage): PlaceHistory {
  const read = (): LocationOptionWire[] => {
    try {
      const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
      return Array.isArray(kept) ? kept.flatMap(optionOf).slice(0, LOCATION_HISTORY_MAX) : []
    } catch {
      return []
    }
  }
  const write = (options: readonly LocationOptionWire[]) => {
    const kept = options.slice(0, LOCATION_HISTORY_MAX).map(({ label, value }) => ({
      label,
      value: value.placeId,
      meta: value.place,
    }))
    try {
      storage().setItem(KEY, JSON.stringify(kept))
    } catch {
      return
    }
  }
  const others = ({ value }: LocationOptionWire) =>
    read().filter((one) => one.value.placeId !== value.placeId)
  return {
    load: async () => read(),
    push: async (option) => write([option, ...others(option)]),
    forget: async (option) => write(option ? others(option) : []),
  }
}

/** An earlier search that still names its place; others cannot be chosen. */
function optionOf(query: unknown): LocationOptionWire[] {
  const { label, value, meta } = (query ?? {}) as Record<string, unknown>
  const parsed = z.safeDecode(place, meta as z.input<typeof place>)
  if (!parsed.success || typeof label !== 'string' || typeof value !== 'string') return []
  return [{ label, value: { placeId: value, place: parsed.data } }]
}
