/** Reviews in the seller app: about the account, of its buyers, whom it may still review, and responses. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type * as z from 'zod/mini'
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
  write(about: Reviewable, words: ReviewWords): Promise<void>
  /** Empty words take the response back. */
  respond(reviewId: number, content: string): Promise<void>
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
  return {
    received,
    written,
    reviewable,
    state,
    load,
    refresh,
    async write({ customer, offer_id }, words) {
      await api(sellerWriteReview, {
        body: { customer_id: customer.id, ...(offer_id == null ? {} : { offer_id }), ...words },
      })
      await load()
    },
    async respond(review, content) {
      await api(sellerRespond, { params: { review }, body: { content } })
      await load()
    },
  }
}

const NOTHING = { received: [], written: [], reviewable: [] }
