/**
 * The target markets somebody chose, and choosing them: each is sent as soon as it is picked, a failure puts everything back
 * and says so. Without React; the combobox is place-select.tsx.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { addGeotag, type GeotagWire, removeGeotag } from '#shared/contract/buy-box.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import type { Log } from '#shared/lib/log.ts'
import { marketLabel } from './place-labels.ts'

export interface TargetMarket {
  /** Stays the same while the market is being saved. */
  readonly key: string
  /** What the server calls it (the "rest place id"); null until it has answered. */
  readonly id: number | null
  readonly label: string
  /** `google_place_id` of the spec, whichever service it came from; null when the server did not say. */
  readonly placeId: string | null
  readonly place: PlaceWire | null
  readonly radiusMiles: number | null
  readonly isBusy: boolean
}

export interface TargetMarkets {
  readonly list: ReadonlySignal<readonly TargetMarket[]>
  /** The ones the server has. */
  readonly savedCount: ReadonlySignal<number>
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  /** Takes what was loaded. */
  adopt(tags: readonly GeotagWire[]): void
  /** True when it was added. `radiusMiles`: a circle around the place instead of the place. */
  add(option: LocationOptionWire, radiusMiles?: number): Promise<boolean>
  remove(key: string): Promise<boolean>
  /** Says something about the markets, e.g. that the position is not known. */
  say(problem: string | null): void
}

export interface TargetMarketsDeps {
  api: Api
  log: Log
  /** The box they belong to; the first manual one when there is none. */
  boxId?: number
  /** After each change the server took. */
  onChanged?: (list: readonly TargetMarket[]) => void
  /** A change had no answer: the server may have taken it. */
  onDoubt?: () => void
}

/** The status of a place that was found, as the maps services say it. */
const FOUND = 'OK'

export function createTargetMarkets({
  api,
  log,
  boxId,
  onChanged,
  onDoubt,
}: TargetMarketsDeps): TargetMarkets {
  const list = signal<readonly TargetMarket[]>([])
  const problem = signal<string | null>(null)
  let added = 0

  function change(key: string, to: Partial<TargetMarket> | null) {
    list.value = list.value.flatMap((one) =>
      one.key !== key ? [one] : to === null ? [] : [{ ...one, ...to }],
    )
  }

  async function add(
    { label, value: { place } }: LocationOptionWire,
    radiusMiles?: number,
  ): Promise<boolean> {
    problem.value = null
    const isSame = (one: TargetMarket) =>
      one.placeId === place.place_id && one.radiusMiles === (radiusMiles ?? null)
    if (list.value.some(isSame)) {
      problem.value = `${label} is one of your target markets already.`
      return false
    }
    const key = `new-${added++}`
    list.value = [...list.value, draft(key, label, place, radiusMiles)]
    try {
      const reply = await api(addGeotag, {
        body: {
          status: FOUND,
          results: [place],
          ...(boxId === undefined ? {} : { buy_box_id: boxId }),
          ...(radiusMiles === undefined ? {} : { radius_miles: radiusMiles }),
        },
      })
      change(key, { ...marketOf(reply.data), key, place })
      onChanged?.(list.value)
      return true
    } catch (error) {
      change(key, null)
      problem.value = refusalText(error) ?? `${label} could not be added. Try again.`
      log.warn('Adding a target market failed', kindOf(error))
      if (isInDoubt(error)) onDoubt?.()
      return false
    }
  }

  async function remove(key: string): Promise<boolean> {
    const market = list.value.find((one) => one.key === key)
    if (market?.id == null || market.isBusy) return false
    problem.value = null
    change(key, { isBusy: true })
    try {
      await api(removeGeotag, { params: { geotag: market.id } })
    } catch (error) {
      // Gone already, e.g. removed in another tab.
      if (!isGone(error)) {
        change(key, { isBusy: false })
        problem.value = `${market.label} could not be removed. Try again.`
        log.warn('Removing a target market failed', kindOf(error))
        if (isInDoubt(error)) onDoubt?.()
        return false
      }
    }
    change(key, null)
    onChanged?.(list.value)
    return true
  }

  return {
    list,
    savedCount: computed(() => list.value.filter((one) => one.id !== null).length),
    isBusy: computed(() => list.value.some((one) => one.isBusy)),
    problem,
    adopt(tags) {
      list.value = tags.map(marketOf)
    },
    add,
    remove,
    say(text) {
      problem.value = text
    },
  }
}

const draft = (key: string, label: string, place: PlaceWire, radiusMiles?: number): TargetMarket => ({
  key,
  id: null,
  label: radiusMiles === undefined ? label : `${label}, ${radiusMiles} mi around`,
  placeId: place.place_id,
  place,
  radiusMiles: radiusMiles ?? null,
  isBusy: true,
})

function marketOf(tag: GeotagWire): TargetMarket {
  const place = tag.geotag.results?.[0] ?? null
  return {
    key: `tag-${tag.id}`,
    id: tag.id,
    label: marketLabel(tag),
    placeId: place?.place_id ?? null,
    place,
    radiusMiles: tag.radius_miles ?? null,
    isBusy: false,
  }
}

/** What the server says is wrong with it; null when it did not say. A bug goes on up. */
function refusalText(error: unknown): string | null {
  if (!(error instanceof ApiError)) throw error
  if (error.failure.kind !== 'refused' || error.failure.status !== 422) return null
  const { problem } = error.failure
  return Object.values(problem.errors ?? {})[0]?.[0] ?? (problem.message || null)
}

function kindOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.failure.kind
}

const isInDoubt = (error: unknown): boolean => error instanceof ApiError && isOutcomeUnknown(error.failure)

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404
