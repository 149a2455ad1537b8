/** The account's buyers in the seller app: the list with its filter, how well a deal fits each, tags, and lists that are brought. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createGrowingList } from '#marketplace/seller/list-pages.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import { IMPORT_ROWS_MAX } from '#shared/contract/campaign-limits.ts'
import {
  type ImportRow,
  type SellerBuyerRowWire,
  sellerBuyers,
  sellerImportBuyers,
  sellerRemoveBuyer,
  sellerTagBuyer,
} from '#shared/contract/seller-buyers.ts'
import type { Clock } from '#shared/lib/clock.ts'

/** What is asked for. */
export interface BuyerFilter {
  readonly dealId: number | null
  readonly tag: string
  readonly text: string
}

export interface ImportDone {
  readonly added: number
  readonly updated: number
  /** Who get an email in which they confirm. */
  readonly unconfirmed: number
  readonly skipped: readonly { line: number; reason: string }[]
  /** What stopped it, in words; the rows before it are in. */
  readonly errorMessage: string | null
}

export interface BuyerRows {
  readonly rows: ReadonlySignal<readonly SellerBuyerRowWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** The deal of the filter does not exist. */
  readonly isGone: ReadonlySignal<boolean>
  readonly filter: ReadonlySignal<BuyerFilter>
  readonly tags: ReadonlySignal<readonly string[]>
  readonly count: ReadonlySignal<number>
  /** False for a deal that is not listed: then no row says how it fits. */
  readonly isMatched: ReadonlySignal<boolean>
  readonly hasMore: ReadonlySignal<boolean>
  /** Why the list is not up to date, in words. */
  readonly errorMessage: ReadonlySignal<string | null>
  load(): Promise<void>
  loadMore(): Promise<void>
  show(change: Partial<BuyerFilter>): Promise<void>
  setTags(id: number, tags: readonly string[]): Promise<void>
  remove(id: number): Promise<void>
  /** In portions; `onProgress` hears how many rows are in. */
  bring(rows: readonly ImportRow[], onProgress: (done: number) => void): Promise<ImportDone>
}

export function createBuyerRows(api: Api, clock?: Clock): BuyerRows {
  const filter = signal<BuyerFilter>({ dealId: null, tag: '', text: '' })
  const list = createGrowingList(
    (page) => api(sellerBuyers, { query: { page, ...queryOf(filter.peek()) } }),
    clock,
  )
  const { rows, state, isGone, hasMore, errorMessage, load, loadMore } = list
  const first = computed(() => list.first.value ?? NOTHING)

  return {
    rows,
    state,
    isGone,
    filter,
    hasMore,
    errorMessage,
    load,
    loadMore,
    tags: computed(() => first.value.tags),
    count: computed(() => first.value.count),
    isMatched: computed(() => first.value.is_matched),
    show(change) {
      filter.value = { ...filter.peek(), ...change }
      return list.restart()
    },
    async setTags(id, given) {
      await list.merge(
        () => api(sellerTagBuyer, { params: { buyer: id }, body: { tags: [...given] } }),
        (pages, { data }) => ({
          rows: pages.rows.map((row) => (row.id === id ? { ...row, tags: data.tags } : row)),
          first: { ...pages.first, tags: [...new Set([...pages.first.tags, ...data.tags])].sort() },
        }),
      )
    },
    async remove(id) {
      await list.merge(
        () => api(sellerRemoveBuyer, { params: { buyer: id } }),
        (pages) => ({
          rows: pages.rows.filter((row) => row.id !== id),
          first: { ...pages.first, count: pages.first.count - 1 },
        }),
      )
    },
    async bring(given, onProgress) {
      const done = await bringAll(api, given, onProgress)
      await list.restart()
      return done
    },
  }
}

const NOTHING = { tags: [], count: 0, is_matched: true }

const queryOf = ({ dealId, tag, text }: BuyerFilter) => ({
  ...(dealId === null ? {} : { deal: dealId }),
  ...(tag === '' ? {} : { tag }),
  ...(text.trim() === '' ? {} : { q: text.trim() }),
})

async function bringAll(
  api: Api,
  rows: readonly ImportRow[],
  onProgress: (done: number) => void,
): Promise<ImportDone> {
  let sum: ImportDone = { added: 0, updated: 0, unconfirmed: 0, skipped: [], errorMessage: null }
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_MAX) {
    try {
      const { data } = await api(sellerImportBuyers, { body: { rows: rows.slice(at, at + IMPORT_ROWS_MAX) } })
      sum = {
        added: sum.added + data.added,
        updated: sum.updated + data.updated,
        unconfirmed: sum.unconfirmed + data.unconfirmed,
        errorMessage: null,
        skipped: [...sum.skipped, ...data.skipped],
      }
    } catch (error) {
      return { ...sum, errorMessage: errorText(error) }
    }
    onProgress(Math.min(rows.length, at + IMPORT_ROWS_MAX))
  }
  return sum
}
