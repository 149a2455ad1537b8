/**
 * The favorites with what was known when each was kept. What is kept is the store's to say; this adds date, price then and
 * labels, and forgets deals the server refuses with 422 (checklist FAV-03, trap T-14).
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { FavouritesStore } from '#marketplace/buyer/platform/favourites-store.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import {
  addFavourite,
  type FavouriteWire,
  labelFavourite,
  listFavourites,
} from '#shared/contract/inquiries.ts'
import type { Clock } from '#shared/lib/clock.ts'

type Kept = ReadonlyMap<number, FavouriteWire>

export interface FavouritesModel {
  /** By property id. */
  readonly state: Resource<Kept>['state']
  /** Deals that were let go because they are not listed any more. */
  readonly gone: ReadonlySignal<number>
  load(): Promise<void>
  /** Asks for what was kept elsewhere meanwhile; for each deal once, so not before the server has it. */
  follow(ids: ReadonlySet<number>): void
  /** Asks about favorites that the list of deals does not have. */
  recheck(ids: readonly number[]): Promise<void>
  /** Rejects with `ApiError`. */
  label(id: number, labels: readonly string[]): Promise<unknown>
  remove(ids: readonly number[]): Promise<void>
  /** Keeps them again, with the labels they had. */
  restore(former: readonly FavouriteWire[]): Promise<void>
}

export function createFavouritesModel(api: Api, favourites: FavouritesStore, clock?: Clock): FavouritesModel {
  const list = createResource(async (): Promise<Kept> => {
    const { data } = await api(listFavourites, {})
    return new Map(data.map((row) => [row.property_id, row]))
  }, clock)
  const gone = signal(0)
  const asked = new Set<number>()
  const missed = new Set<number>()
  const has = (id: number) => favourites.ids.peek().has(id)

  function label(id: number, labels: readonly string[]) {
    const call = () => api(labelFavourite, { params: { property: id }, body: { labels: [...labels] } })
    return list.merge(call, (rows, { data }) => new Map(rows).set(data.property_id, data))
  }

  /** True only when the server says that the deal cannot be kept. */
  async function isGone(id: number): Promise<boolean> {
    const answer = await attempt(api(addFavourite, { body: { property_id: id } }))
    return answer.kind === 'failed' && answer.failure.kind === 'refused' && answer.failure.status === 422
  }

  return {
    state: list.state,
    load: list.load,
    gone,
    label,
    follow(ids) {
      const shown = list.state.peek()
      if (shown.phase !== 'ready') return
      const unknown = favourites.kept
        .peek()
        .filter((id) => ids.has(id) && !shown.value.has(id) && !missed.has(id))
      for (const id of unknown) missed.add(id)
      if (unknown.length > 0) void list.load()
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
          if (labels.length > 0) await attempt(label(id, labels))
        }),
      )
      await list.load()
    },
  }
}
