/** The account's deals at the desk: the list with its filter, and beginning a draft. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type DeskDealRowWire,
  deskCreateDeal,
  deskDeals,
  type LISTINGS,
} from '#shared/contract/desk-listing.ts'
import { hasNextPage } from '#shared/contract/wire.ts'

export type ListingFilter = (typeof LISTINGS)[number] | 'all'

export interface DealRows {
  readonly rows: ReadonlySignal<readonly DeskDealRowWire[]>
  readonly state: ReadonlySignal<LoadState>
  readonly filter: ReadonlySignal<ListingFilter>
  readonly text: ReadonlySignal<string>
  readonly hasMore: ReadonlySignal<boolean>
  /** Why the last press did not work, in words. */
  readonly trouble: ReadonlySignal<string | null>
  load(): Promise<void>
  loadMore(): Promise<void>
  show(filter: ListingFilter): Promise<void>
  search(text: string): Promise<void>
  /** The new draft's id, or null when it did not work. */
  begin(): Promise<number | null>
}

export function createDealRows(api: Api): DealRows {
  const rows = signal<readonly DeskDealRowWire[]>([])
  const state = signal<LoadState>('loading')
  const filter = signal<ListingFilter>('all')
  const text = signal('')
  const hasMore = signal(false)
  const trouble = signal<string | null>(null)
  let page = 1
  /** An answer to an earlier question than the last one is not shown. */
  let asked = 0

  const ask = async (wanted: number) => {
    asked += 1
    const mine = asked
    const listing = filter.peek()
    const q = text.peek().trim()
    try {
      const reply = await api(deskDeals, {
        query: {
          page: wanted,
          ...(listing === 'all' ? {} : { 'filter[listing]': listing }),
          ...(q === '' ? {} : { q }),
        },
      })
      if (mine !== asked) return
      page = wanted
      batch(() => {
        rows.value = wanted === 1 ? reply.data : [...rows.peek(), ...reply.data]
        hasMore.value = hasNextPage(reply)
        state.value = 'ready'
        trouble.value = null
      })
    } catch (error) {
      if (mine !== asked) return
      if (state.peek() === 'ready') trouble.value = troubleText(error)
      else state.value = 'failed'
    }
  }

  return {
    ...{ rows, state, filter, text, hasMore, trouble },
    load: () => ask(1),
    loadMore: () => ask(page + 1),
    show(next) {
      filter.value = next
      return ask(1)
    },
    search(next) {
      text.value = next
      return ask(1)
    },
    async begin() {
      try {
        const { data } = await api(
          deskCreateDeal,
          { body: {} },
          { headers: { 'Idempotency-Key': globalThis.crypto.randomUUID() } },
        )
        return data.id
      } catch (error) {
        trouble.value = troubleText(error)
        return null
      }
    },
  }
}
