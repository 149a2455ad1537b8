/** Reviews in the seller app: about the account, of its buyers, whom it may still review, and responses. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { readPages } from '#marketplace/seller/list-pages.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import {
  sellerRespond,
  sellerReviewable,
  sellerReviews,
  sellerWriteReview,
} from '#shared/contract/seller-offers.ts'
import type { Clock } from '#shared/lib/clock.ts'

export type Reviewable = z.output<typeof sellerReviewable.reply>['data'][number]

export interface ReviewWords {
  readonly rating: number
  readonly content: string
}

export interface ReviewRows {
  readonly received: ReadonlySignal<readonly ReviewWire[]>
  readonly written: ReadonlySignal<readonly ReviewWire[]>
  readonly reviewable: ReadonlySignal<readonly Reviewable[]>
  readonly state: ReadonlySignal<LoadState>
  load(): Promise<void>
  /** They changed elsewhere: loads again if they were ever loaded. */
  refresh(): Promise<void>
  /** Resolves with null once it is done, else with why not, in words. */
  write(about: Reviewable, words: ReviewWords): Promise<string | null>
  /** Empty words take the response back. */
  respond(reviewId: number, content: string): Promise<string | null>
}

export function createReviewRows(api: Api, clock?: Clock): ReviewRows {
  const all = (list: 'received' | 'written') =>
    readPages<ReviewWire>((page) => api(sellerReviews, { query: { page, list } }))
  const lists = createResource(async () => {
    const [received, written, may] = await Promise.all([
      ...([all('received'), all('written')] as const),
      api(sellerReviewable, {}),
    ])
    return { received, written, reviewable: may.data }
  }, clock)
  const { load, refresh } = lists
  const shown = computed(() => (lists.state.value.phase === 'ready' ? lists.state.value.value : NOTHING))
  const received = computed(() => shown.value.received)
  const written = computed(() => shown.value.written)
  const reviewable = computed(() => shown.value.reviewable)
  const state = computed(() => lists.state.value.phase)
  const doing = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      return errorText(error)
    }
    await load()
    return null
  }

  return {
    received,
    written,
    reviewable,
    state,
    load,
    refresh,
    write: ({ customer, offer_id }, words) =>
      doing(() =>
        api(sellerWriteReview, {
          body: { customer_id: customer.id, ...(offer_id == null ? {} : { offer_id }), ...words },
        }),
      ),
    respond: (review, content) => doing(() => api(sellerRespond, { params: { review }, body: { content } })),
  }
}

const NOTHING = { received: [], written: [], reviewable: [] }
