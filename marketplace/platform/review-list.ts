/** A list of reviews that comes page by page. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { hasNextPage } from '#shared/contract/wire.ts'

export type ReviewListState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready'
      readonly rows: readonly ReviewWire[]
      readonly hasMore: boolean
      readonly more: 'idle' | 'busy' | 'failed'
    }

export interface ReviewList {
  readonly state: ReadonlySignal<ReviewListState>
  /** From the first page; what is shown stays until it is there, and when it fails. */
  load(): Promise<void>
  loadMore(): Promise<void>
  /** Puts a review in the place of the one with its id. */
  put(review: ReviewWire): void
}

type Page = Parameters<typeof hasNextPage>[0] & { readonly data: readonly ReviewWire[] }

export function createReviewList(fetchPage: (page: number) => Promise<Page>): ReviewList {
  const state = signal<ReviewListState>({ phase: 'loading' })
  let turn = 0
  let page = 1

  return {
    state,
    async load() {
      const mine = ++turn
      try {
        const reply = await fetchPage(1)
        if (mine !== turn) return
        page = 1
        state.value = { phase: 'ready', rows: reply.data, hasMore: hasNextPage(reply), more: 'idle' }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (mine === turn && state.peek().phase !== 'ready')
          state.value = { phase: 'failed', failure: error.failure }
      }
    },
    async loadMore() {
      const before = state.peek()
      if (before.phase !== 'ready' || before.more === 'busy') return
      const mine = turn
      state.value = { ...before, more: 'busy' }
      try {
        const reply = await fetchPage(page + 1)
        const now = state.peek()
        if (mine !== turn || now.phase !== 'ready') return
        page += 1
        const known = new Set(now.rows.map(({ id }) => id))
        const rows = [...now.rows, ...reply.data.filter(({ id }) => !known.has(id))]
        state.value = { phase: 'ready', rows, hasMore: hasNextPage(reply), more: 'idle' }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (mine === turn) state.value = { ...before, more: 'failed' }
      }
    },
    put(review) {
      const now = state.peek()
      if (now.phase !== 'ready') return
      state.value = { ...now, rows: now.rows.map((row) => (row.id === review.id ? review : row)) }
    },
  }
}
