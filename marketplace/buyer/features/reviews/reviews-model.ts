/** The reviews of one customer: those about them, those they wrote, and whom they may review. */
import { computed, type ReadonlySignal } from '@preact/signals-core'
import { createReviewList, type ReviewList } from '#marketplace/buyer/platform/review-list.ts'
import { refusedWords } from '#marketplace/buyer/ui/reviews/refused-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
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

/** What a form says when it was not taken; null when it was. */
export type Outcome = string | null

export interface ReviewsModel {
  readonly about: ReviewList
  readonly written: ReviewList
  readonly reviewable: ReadonlySignal<readonly Reviewable[]>
  load(): Promise<void>
  write(target: Reviewable, words: ReviewWords): Promise<Outcome>
  change(review: ReviewWire, words: ReviewWords): Promise<Outcome>
  remove(review: ReviewWire): Promise<Outcome>
  /** Shown at once and taken back when the server would not have it. Empty words take the response away. */
  respond(review: ReviewWire, content: string): Promise<Outcome>
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
  const attempt = async (call: () => Promise<unknown>): Promise<Outcome> => {
    try {
      await call()
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refusedWords(error.failure)
    }
  }
  const thenLoad = async (call: () => Promise<unknown>) => {
    const outcome = await attempt(call)
    if (outcome === null) await load()
    return outcome
  }

  return {
    about,
    written,
    reviewable,
    load,
    write: ({ account, property, offer_id }, words) =>
      thenLoad(() =>
        api(writeReview, {
          params,
          body: {
            account_id: account.id,
            ...words,
            ...(offer_id ? { offer_id } : property ? { property_id: property.id } : {}),
          },
        }),
      ),
    change: ({ id }, words) =>
      thenLoad(() => api(updateReview, { params: { customer, review: id }, body: words })),
    remove: ({ id }) => thenLoad(() => api(removeReview, { params: { customer, review: id } })),
    async respond(review, content) {
      const { id, response: before = null } = review
      const at = { params: { customer, review: id } }
      const now = new Date(clock.now()).toISOString()
      const next = { ...review, response: content === '' ? null : responseAt(before, content, now) }
      return attempt(() =>
        about.change(review, next, async () => {
          if (content === '') {
            await api(removeReviewResponse, at)
            return next
          }
          const call = before ? updateReviewResponse : addReviewResponse
          return (await api(call, { ...at, body: { content } })).data
        }),
      )
    },
  }
}

const responseAt = (before: ReviewWire['response'] | null, content: string, now: string) => ({
  content,
  created_at: before?.created_at ?? now,
  edited_at: before ? now : null,
})
