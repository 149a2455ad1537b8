/** Reviews in the seller app: about the account, of its buyers, whom it may still review, and responses. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { createResource } from '#marketplace/kit/resource.ts'
import { asList, createGrowingList } from '#marketplace/seller/list-pages.ts'
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
  readonly received: ReviewList
  readonly written: ReviewList
  readonly reviewable: ReadonlySignal<readonly Reviewable[]>
  readonly state: ReadonlySignal<LoadState>
  load(): Promise<void>
  /** They changed elsewhere: loads again if they were ever loaded. */
  refresh(): Promise<void>
  write(about: Reviewable, words: ReviewWords): Promise<void>
  /** Empty words take the response back. */
  respond(reviewId: number, content: string): Promise<void>
}

interface ReviewList {
  readonly rows: ReadonlySignal<readonly ReviewWire[]>
  readonly hasMore: ReadonlySignal<boolean>
  loadMore(): Promise<void>
}

export function createReviewRows(api: Api, clock?: Clock): ReviewRows {
  const listOf = (list: 'received' | 'written') =>
    createGrowingList((page) => api(sellerReviews, { query: { page, list } }), clock)
  const [received, written] = [listOf('received'), listOf('written')]
  const may = createResource(async () => (await api(sellerReviewable, {})).data, clock)
  const parts = [received, written, asList(may)] as const
  const all = async (act: 'load' | 'refresh') => {
    await Promise.all(parts.map((part) => part[act]()))
  }
  const load = () => all('load')
  return {
    received,
    written,
    reviewable: parts[2].rows,
    state: computed(() => {
      const states = parts.map((part) => part.state.value)
      return states.find((one) => one === 'failed') ?? states.find((one) => one === 'loading') ?? 'ready'
    }),
    load,
    refresh: () => all('refresh'),
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
