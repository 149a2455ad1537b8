/**
 * The favorites with what was known when each was kept. What is kept is the store's to say; this adds date, price then and
 * labels, and forgets deals the server refuses with 422 (checklist FAV-03, trap T-14).
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { FavouritesStore } from '#marketplace/platform/favourites-store.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  addFavourite,
  type FavouriteWire,
  labelFavourite,
  listFavourites,
} from '#shared/contract/inquiries.ts'

export type FavouritesState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly byId: ReadonlyMap<number, FavouriteWire> }

export interface FavouritesModel {
  readonly state: ReadonlySignal<FavouritesState>
  /** Deals that were let go because they are not listed any more. */
  readonly gone: ReadonlySignal<number>
  load(): Promise<void>
  /** Asks for what was kept elsewhere meanwhile; for each deal once, so not before the server has it. */
  follow(ids: ReadonlySet<number>): void
  /** Asks about favorites that the list of deals does not have. */
  recheck(ids: readonly number[]): Promise<void>
  /** The failure when it did not work. */
  label(id: number, labels: readonly string[]): Promise<Failure | null>
  remove(ids: readonly number[]): Promise<void>
  /** Keeps them again, with the labels they had. */
  restore(former: readonly FavouriteWire[]): Promise<void>
}

export function createFavouritesModel(api: Api, favourites: FavouritesStore): FavouritesModel {
  const state = signal<FavouritesState>({ phase: 'loading' })
  const gone = signal(0)
  const asked = new Set<number>()
  const missed = new Set<number>()
  const has = (id: number) => favourites.ids.peek().has(id)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    try {
      const { data } = await api(listFavourites, {})
      if (mine === turn)
        state.value = { phase: 'ready', byId: new Map(data.map((row) => [row.property_id, row])) }
    } catch (error) {
      const failure = failureOf(error)
      if (mine === turn && state.peek().phase !== 'ready') state.value = { phase: 'failed', failure }
    }
  }

  function put(row: FavouriteWire) {
    const shown = state.peek()
    if (shown.phase === 'ready')
      state.value = { phase: 'ready', byId: new Map(shown.byId).set(row.property_id, row) }
  }

  async function label(id: number, labels: readonly string[]): Promise<Failure | null> {
    try {
      put((await api(labelFavourite, { params: { property: id }, body: { labels: [...labels] } })).data)
      return null
    } catch (error) {
      return failureOf(error)
    }
  }

  /** True only when the server says that the deal cannot be kept. */
  async function isGone(id: number): Promise<boolean> {
    try {
      await api(addFavourite, { body: { property_id: id } })
      return false
    } catch (error) {
      const failure = failureOf(error)
      return failure.kind === 'refused' && failure.status === 422
    }
  }

  return {
    ...{ state, gone, load, label },
    follow(ids) {
      const shown = state.peek()
      if (shown.phase !== 'ready') return
      const unknown = favourites.kept
        .peek()
        .filter((id) => ids.has(id) && !shown.byId.has(id) && !missed.has(id))
      for (const id of unknown) missed.add(id)
      if (unknown.length > 0) void load()
    },
    async recheck(ids) {
      for (const id of ids.filter((one) => !asked.has(one))) {
        asked.add(id)
        if (!(await isGone(id)) || !has(id)) continue
        await favourites.toggle(id)
        gone.value++
      }
    },
    async remove(ids) {
      await Promise.all(ids.filter(has).map((id) => favourites.toggle(id)))
    },
    async restore(former) {
      await Promise.all(
        former.map(async ({ property_id: id, labels }) => {
          if (!has(id)) await favourites.toggle(id, { isQuiet: true })
          if (labels.length > 0) await label(id, labels)
        }),
      )
      await load()
    },
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}
