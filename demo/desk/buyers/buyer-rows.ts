/** The account's buyers at the desk: the list with its filter, how well a deal fits each, tags, and lists that are brought. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import type { Api } from '#shared/api/client.ts'
import { IMPORT_ROWS_MAX } from '#shared/contract/campaign-limits.ts'
import {
  type DeskBuyerRowWire,
  deskBuyers,
  deskImportBuyers,
  deskRemoveBuyer,
  deskTagBuyer,
  type ImportRow,
} from '#shared/contract/desk-buyers.ts'
import { hasNextPage } from '#shared/contract/wire.ts'

/** What is asked for. */
export interface BuyerFilter {
  readonly dealId: number | null
  readonly tag: string
  readonly text: string
}

export interface ImportDone {
  readonly added: number
  readonly updated: number
  readonly skipped: readonly { line: number; reason: string }[]
  /** What stopped it, in words; the rows before it are in. */
  readonly trouble: string | null
}

export interface BuyerRows {
  readonly rows: ReadonlySignal<readonly DeskBuyerRowWire[]>
  readonly state: ReadonlySignal<LoadState>
  readonly filter: ReadonlySignal<BuyerFilter>
  readonly tags: ReadonlySignal<readonly string[]>
  readonly count: ReadonlySignal<number>
  /** False for a deal that is not listed: then no row says how it fits. */
  readonly isMatched: ReadonlySignal<boolean>
  readonly hasMore: ReadonlySignal<boolean>
  /** Why the list is not up to date, in words. */
  readonly trouble: ReadonlySignal<string | null>
  load(): Promise<void>
  loadMore(): Promise<void>
  show(change: Partial<BuyerFilter>): Promise<void>
  /** Each resolves with why it did not work, in words, or null. */
  setTags(id: number, tags: readonly string[]): Promise<string | null>
  remove(id: number): Promise<string | null>
  /** In portions; `onProgress` hears how many rows are in. */
  bring(rows: readonly ImportRow[], onProgress: (done: number) => void): Promise<ImportDone>
}

export function createBuyerRows(api: Api): BuyerRows {
  const rows = signal<readonly DeskBuyerRowWire[]>([])
  const state = signal<LoadState>('loading')
  const filter = signal<BuyerFilter>({ dealId: null, tag: '', text: '' })
  const tags = signal<readonly string[]>([])
  const count = signal(0)
  const isMatched = signal(true)
  const hasMore = signal(false)
  const trouble = signal<string | null>(null)
  let page = 1
  /** An answer to an earlier question than the last one is not shown. */
  let asked = 0

  const ask = async (wanted: number) => {
    asked += 1
    const mine = asked
    try {
      const reply = await api(deskBuyers, { query: { page: wanted, ...queryOf(filter.peek()) } })
      if (mine !== asked) return
      page = wanted
      batch(() => {
        rows.value = wanted === 1 ? reply.data : [...rows.peek(), ...reply.data]
        tags.value = reply.tags
        count.value = reply.count
        isMatched.value = reply.is_matched
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
  const doing = async (work: () => Promise<unknown>): Promise<string | null> => {
    try {
      await work()
      return null
    } catch (error) {
      return troubleText(error)
    }
  }

  return {
    ...{ rows, state, filter, tags, count, isMatched, hasMore, trouble },
    load: () => ask(1),
    loadMore: () => ask(page + 1),
    show(change) {
      filter.value = { ...filter.peek(), ...change }
      return ask(1)
    },
    setTags: (id, given) =>
      doing(async () => {
        const { data } = await api(deskTagBuyer, { params: { buyer: id }, body: { tags: [...given] } })
        rows.value = rows.peek().map((row) => (row.id === id ? { ...row, tags: data.tags } : row))
        tags.value = [...new Set([...tags.peek(), ...data.tags])].sort()
      }),
    remove: (id) =>
      doing(async () => {
        await api(deskRemoveBuyer, { params: { buyer: id } })
        rows.value = rows.peek().filter((row) => row.id !== id)
        count.value -= 1
      }),
    async bring(given, onProgress) {
      const done = await bringAll(api, given, onProgress)
      await ask(1)
      return done
    },
  }
}

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
  let sum: ImportDone = { added: 0, updated: 0, skipped: [], trouble: null }
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_MAX) {
    try {
      const { data } = await api(deskImportBuyers, { body: { rows: rows.slice(at, at + IMPORT_ROWS_MAX) } })
      sum = {
        ...{ added: sum.added + data.added, updated: sum.updated + data.updated, trouble: null },
        skipped: [...sum.skipped, ...data.skipped],
      }
    } catch (error) {
      return { ...sum, trouble: troubleText(error) }
    }
    onProgress(Math.min(rows.length, at + IMPORT_ROWS_MAX))
  }
  return sum
}
