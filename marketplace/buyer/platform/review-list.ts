/** A list of reviews that comes page by page, and stays up to date as far as it is shown. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { Clock } from '#shared/lib/clock.ts'

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
  /** As many pages as are shown, which stay until the answer is there. */
  load(): Promise<void>
  /** From the first page, for another question. */
  restart(): Promise<void>
  loadMore(): Promise<void>
  /** Shows at once what `call` makes of a review, and what it was when that failed. */
  change(review: ReviewWire, to: ReviewWire, call: () => Promise<ReviewWire>): Promise<void>
}

type Page = Parameters<typeof hasNextPage>[0] & { readonly data: readonly ReviewWire[] }

interface Pages {
  readonly rows: readonly ReviewWire[]
  readonly count: number
  readonly hasMore: boolean
}
const NONE: Pages = { rows: [], count: 0, hasMore: true }

export function createReviewList(fetchPage: (page: number) => Promise<Page>, clock?: Clock): ReviewList {
  let wanted = 1
  const list = createResource(async () => {
    let pages = NONE
    while (pages.hasMore && pages.count < wanted) pages = withPage(pages, await fetchPage(pages.count + 1))
    return pages
  }, clock)
  const more = signal<'idle' | 'busy' | 'failed'>('idle')
  const state = computed((): ReviewListState => {
    const shown = list.state.value
    if (shown.phase !== 'ready') return shown
    const { rows, hasMore } = shown.value
    return { phase: 'ready', rows, hasMore, more: more.value }
  })
  const put = (review: ReviewWire) => list.change((pages) => withReview(pages, review))

  return {
    state,
    load: list.load,
    restart() {
      wanted = 1
      // An answer to the former question is too old.
      list.change((shown) => shown)
      return list.load()
    },
    async loadMore() {
      const shown = list.state.peek()
      if (shown.phase !== 'ready' || more.peek() === 'busy') return
      more.value = 'busy'
      wanted = shown.value.count + 1
      const answer = await attempt(list.merge(() => fetchPage(shown.value.count + 1), withPage))
      more.value = answer.kind === 'done' ? 'idle' : 'failed'
    },
    async change(review, to, call) {
      put(to)
      try {
        await list.merge(call, withReview)
      } catch (error) {
        put(review)
        throw error
      }
    },
  }
}

function withPage({ rows, count }: Pages, reply: Page): Pages {
  const known = new Set(rows.map(({ id }) => id))
  return {
    rows: [...rows, ...reply.data.filter(({ id }) => !known.has(id))],
    count: count + 1,
    hasMore: hasNextPage(reply),
  }
}

const withReview = (pages: Pages, review: ReviewWire): Pages => ({
  ...pages,
  rows: pages.rows.map((row) => (row.id === review.id ? review : row)),
})
