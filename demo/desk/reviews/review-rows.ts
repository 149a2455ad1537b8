/** Reviews at the desk: about the account, of its buyers, whom it may still review, and responses. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import { readPages } from '#demo/desk/list-pages.ts'
import type { Api } from '#shared/api/client.ts'
import { deskRespond, deskReviewable, deskReviews, deskWriteReview } from '#shared/contract/desk-offers.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'

export type Reviewable = z.output<typeof deskReviewable.reply>['data'][number]

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
  /** Resolves with null once it is done, else with why not, in words. */
  write(about: Reviewable, words: ReviewWords): Promise<string | null>
  /** Empty words take the response back. */
  respond(reviewId: number, content: string): Promise<string | null>
}

export function createReviewRows(api: Api): ReviewRows {
  const received = signal<readonly ReviewWire[]>([])
  const written = signal<readonly ReviewWire[]>([])
  const reviewable = signal<readonly Reviewable[]>([])
  const state = signal<LoadState>('loading')

  const all = (list: 'received' | 'written') =>
    readPages<ReviewWire>((page) => api(deskReviews, { query: { page, list } }))
  const load = async () => {
    try {
      const [about, by, may] = await Promise.all([all('received'), all('written'), api(deskReviewable, {})])
      batch(() => {
        received.value = about
        written.value = by
        reviewable.value = may.data
        state.value = 'ready'
      })
    } catch {
      if (state.peek() !== 'ready') state.value = 'failed'
    }
  }
  const doing = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      return troubleText(error)
    }
    await load()
    return null
  }

  return {
    ...{ received, written, reviewable, state, load },
    write: ({ customer, offer_id }, words) =>
      doing(() =>
        api(deskWriteReview, {
          body: { customer_id: customer.id, ...(offer_id == null ? {} : { offer_id }), ...words },
        }),
      ),
    respond: (review, content) => doing(() => api(deskRespond, { params: { review }, body: { content } })),
  }
}
