/** A seller's public page: the company, whether one follows it, and its reviews by order, stars and words. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { createReviewList, type ReviewList } from '#marketplace/platform/review-list.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type CompanyWire,
  followAccount,
  getCompany,
  listReviewsAboutAccount,
  type REVIEW_ORDERS,
} from '#shared/contract/reviews.ts'

export type CompanyState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly company: CompanyWire }

export interface ReviewFilter {
  readonly sort: (typeof REVIEW_ORDERS)[number]
  /** Null: any. */
  readonly stars: number | null
  readonly words: string
}

export interface CompanyModel {
  readonly state: ReadonlySignal<CompanyState>
  readonly reviews: ReviewList
  readonly filter: ReadonlySignal<ReviewFilter>
  load(): Promise<void>
  setFilter(change: Partial<ReviewFilter>): Promise<void>
  /** Shown at once; false when it was not taken, and then as before. */
  follow(isFollowed: boolean): Promise<boolean>
}

const FIRST_FILTER: ReviewFilter = { sort: 'newest', stars: null, words: '' }
const ID = /^[1-9]\d{0,14}$/

/** `id` is what stands in the address. */
export function createCompanyModel(api: Api, id: string | undefined): CompanyModel {
  const account = id !== undefined && ID.test(id) ? Number(id) : null
  const state = signal<CompanyState>(account === null ? { phase: 'missing' } : { phase: 'loading' })
  const filter = signal(FIRST_FILTER)
  const params = { account: account ?? 0 }
  const reviews = createReviewList((page) => {
    const { sort, stars, words } = filter.peek()
    const query = { page, sort, ...(stars === null ? {} : { stars: STARS[stars - 1] }), ...worded(words) }
    return api(listReviewsAboutAccount, { params, query })
  })
  const put = (change: Pick<CompanyWire, 'is_followed' | 'followers'>) => {
    const now = state.peek()
    if (now.phase === 'ready') state.value = { phase: 'ready', company: { ...now.company, ...change } }
  }

  return {
    ...{ state, reviews, filter },
    async load() {
      if (account === null) return
      try {
        state.value = { phase: 'ready', company: (await api(getCompany, { params })).data }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isMissing(error.failure)) state.value = { phase: 'missing' }
        else if (state.peek().phase !== 'ready') state.value = { phase: 'failed', failure: error.failure }
      }
    },
    async setFilter(change) {
      filter.value = { ...filter.peek(), ...change }
      await reviews.load()
    },
    async follow(isFollowed) {
      const before = state.peek()
      if (before.phase !== 'ready') return false
      const { is_followed, followers } = before.company
      const step = Number(isFollowed) - Number(is_followed)
      put({ is_followed: isFollowed, followers: followers + step })
      try {
        put((await api(followAccount, { params, body: { is_followed: isFollowed } })).data)
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        put({ is_followed, followers })
        return false
      }
    },
  }
}

const STARS = ['1', '2', '3', '4', '5'] as const

const worded = (words: string) => (words.trim() === '' ? {} : { q: words.trim() })

const isMissing = (failure: Failure) => failure.kind === 'refused' && failure.status === 404
