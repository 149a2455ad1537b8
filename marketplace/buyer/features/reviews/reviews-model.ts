/** The reviews of one customer: those about them, those they wrote, and whom they may review. */
import { computed, type ReadonlySignal } from '@preact/signals-core'
import { createReviewList, type ReviewList } from '#marketplace/buyer/platform/review-list.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import {
  addReviewResponse,
  listReviewable,
  listReviewsAboutCustomer,
  listWrittenReviews,
  type ReviewScore,
  type ReviewWire,
  removeReview,
  removeReviewResponse,
  updateReview,
  updateReviewResponse,
  writeReview,
} from '#shared/contract/reviews.ts'
import type { Clock } from '#shared/lib/clock.ts'

export type Reviewable = Reply<typeof listReviewable>['data'][number]

export interface ReviewWords {
  rating: number
  scores: Partial<Record<ReviewScore, number>>
  content: string
}

export interface ReviewsModel {
  readonly about: ReviewList
  readonly written: ReviewList
  readonly reviewable: ReadonlySignal<readonly Reviewable[]>
  load(): Promise<void>
  /** This and the others reject with `ApiError` when it was not taken. */
  write(target: Reviewable, words: ReviewWords): Promise<void>
  change(review: ReviewWire, words: ReviewWords): Promise<void>
  remove(review: ReviewWire): Promise<void>
  /** Shown at once and taken back when the server would not have it. Empty words take the response away. */
  respond(review: ReviewWire, content: string): Promise<void>
}

export function createReviewsModel(api: Api, customer: number, clock: Clock): ReviewsModel {
  const params = { customer }
  const about = createReviewList(
    (page) => api(listReviewsAboutCustomer, { params, query: { page, with: 'response' } }),
    clock,
  )
  const written = createReviewList((page) => api(listWrittenReviews, { params, query: { page } }), clock)
  const due = createResource(async () => (await api(listReviewable, { params })).data, clock)
  // Nothing of the page hangs on it.
  const reviewable = computed(() => (due.state.value.phase === 'ready' ? due.state.value.value : []))
  const load = async () => void (await Promise.all([about.load(), written.load(), due.load()]))

  return {
    about,
    written,
    reviewable,
    load,
    write: ({ account, property, offer_id }, words) =>
      api(writeReview, {
        params,
        body: {
          account_id: account.id,
          ...words,
          ...(offer_id ? { offer_id } : property ? { property_id: property.id } : {}),
        },
      }).then(load),
    change: ({ id }, words) =>
      api(updateReview, { params: { customer, review: id }, body: words }).then(load),
    remove: ({ id }) => api(removeReview, { params: { customer, review: id } }).then(load),
    async respond(review, content) {
      const { id, response: before = null } = review
      const at = { params: { customer, review: id } }
      const now = new Date(clock.now()).toISOString()
      const next = { ...review, response: content === '' ? null : responseAt(before, content, now) }
      await about.change(review, next, async () => {
        if (content === '') {
          await api(removeReviewResponse, at)
          return next
        }
        const call = before ? updateReviewResponse : addReviewResponse
        return (await api(call, { ...at, body: { content } })).data
      })
    },
  }
}

const responseAt = (before: ReviewWire['response'] | null, content: string, now: string) => ({
  content,
  created_at: before?.created_at ?? now,
  edited_at: before ? now : null,
})
