/** What the seller's Today shows, loaded again with each event while it is open. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { sellerToday } from '#shared/contract/seller-today.ts'
import { sellerTodayFigures } from '#shared/contract/seller-today-figures.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import type { LoadState } from '../load-state.ts'

/** With when it was loaded. */
export type TodayList = z.output<typeof sellerToday.reply>['data'] & { readonly atMs: number }

export type TodayFigures = z.output<typeof sellerTodayFigures.reply>['data']

export interface TodayRows {
  /** Null until it is loaded. */
  readonly list: ReadonlySignal<TodayList | null>
  readonly state: ReadonlySignal<LoadState>
  /** What is shown may be old: the last load failed. */
  readonly isStale: ReadonlySignal<boolean>
  load(): Promise<void>
  readonly figures: ReadonlySignal<TodayFigures | null>
  readonly figuresState: ReadonlySignal<LoadState>
  /** They change slowly: only asked for when Today opens. */
  loadFigures(): Promise<void>
  /** Something has happened that may change it. */
  heard(): void
}

export function createTodayRows(api: Api, isShown: () => boolean, clock: Clock = systemClock): TodayRows {
  const { state, load } = createResource(async (): Promise<TodayList> => {
    const { data } = await api(sellerToday, {})
    return { ...data, atMs: clock.now() }
  }, clock)
  const figures = createResource(async () => (await api(sellerTodayFigures, {})).data, clock)
  const ready = computed(() => (state.value.phase === 'ready' ? state.value : null))
  return {
    list: computed(() => ready.value?.value ?? null),
    state: computed(() => state.value.phase),
    isStale: computed(() => ready.value?.isStale ?? false),
    load,
    figures: computed(() => (figures.state.value.phase === 'ready' ? figures.state.value.value : null)),
    figuresState: computed(() => figures.state.value.phase),
    loadFigures: figures.load,
    heard() {
      if (isShown()) void load()
    },
  }
}
