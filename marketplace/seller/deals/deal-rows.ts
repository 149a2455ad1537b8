/** The account's deals in the seller app: the list with its filter, and beginning a draft. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createGrowingList } from '#marketplace/seller/list-pages.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import {
  type LISTINGS,
  type SellerDealRowWire,
  sellerCreateDeal,
  sellerDeals,
} from '#shared/contract/seller-listing.ts'
import type { Clock } from '#shared/lib/clock.ts'

export type ListingFilter = (typeof LISTINGS)[number] | 'all'

export interface DealRows {
  readonly rows: ReadonlySignal<readonly SellerDealRowWire[]>
  readonly state: ReadonlySignal<LoadState>
  readonly filter: ReadonlySignal<ListingFilter>
  readonly text: ReadonlySignal<string>
  readonly hasMore: ReadonlySignal<boolean>
  /** Why there is no new draft, in words. */
  readonly notBegun: ReadonlySignal<string | null>
  /** Why the last press did not work, in words. */
  readonly errorMessage: ReadonlySignal<string | null>
  load(): Promise<void>
  loadMore(): Promise<void>
  show(filter: ListingFilter): Promise<void>
  search(text: string): Promise<void>
  /** The new draft's id, or null when it did not work. */
  begin(): Promise<number | null>
}

export function createDealRows(api: Api, clock?: Clock): DealRows {
  const filter = signal<ListingFilter>('all')
  const text = signal('')
  const notBegun = signal<string | null>(null)
  const list = createGrowingList((page) => {
    const listing = filter.peek()
    const q = text.peek().trim()
    return api(sellerDeals, {
      query: {
        page,
        ...(listing === 'all' ? {} : { 'filter[listing]': listing }),
        ...(q === '' ? {} : { q }),
      },
    })
  }, clock)
  const { rows, state, hasMore, load, loadMore } = list

  return {
    rows,
    state,
    filter,
    text,
    hasMore,
    load,
    loadMore,
    notBegun,
    errorMessage: computed(() => notBegun.value ?? list.errorMessage.value),
    show(next) {
      filter.value = next
      return list.restart()
    },
    search(next) {
      text.value = next
      return list.restart()
    },
    async begin() {
      notBegun.value = null
      try {
        return await beginDeal(api, globalThis.crypto.randomUUID())
      } catch (error) {
        notBegun.value = errorText(error)
        return null
      }
    },
  }
}

/** An empty draft; its id. Again with the same key: the same draft. */
export const beginDeal = async (api: Api, key: string): Promise<number> =>
  (await api(sellerCreateDeal, { body: {} }, { headers: { 'Idempotency-Key': key } })).data.id
