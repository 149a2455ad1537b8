/** A seller's public page: the company, whether one follows it, and its reviews by order, stars and words. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { createReviewList, type ReviewList } from '#marketplace/buyer/platform/review-list.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type CompanyWire,
  followAccount,
  getCompany,
  listReviewsAboutAccount,
  type REVIEW_ORDERS,
} from '#shared/contract/reviews.ts'
import type { Clock } from '#shared/lib/clock.ts'

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
export function createCompanyModel(api: Api, id: string | undefined, clock?: Clock): CompanyModel {
  const account = id !== undefined && ID.test(id) ? Number(id) : null
  const filter = signal(FIRST_FILTER)
  const params = { account: account ?? 0 }
  const resource = createResource(async () => (await api(getCompany, { params })).data, clock)
  const state = computed(() => (account === null ? MISSING : shownAs(resource.state.value)))
  const reviews = createReviewList((page) => {
    const { sort, stars, words } = filter.peek()
    const query = { page, sort, ...(stars === null ? {} : { stars: STARS[stars - 1] }), ...worded(words) }
    return api(listReviewsAboutAccount, { params, query })
  }, clock)

  return {
    state,
    reviews,
    filter,
    load: () => (account === null ? Promise.resolve() : resource.load()),
    async setFilter(change) {
      filter.value = { ...filter.peek(), ...change }
      await reviews.restart()
    },
    async follow(isFollowed) {
      const before = state.peek()
      if (before.phase !== 'ready') return false
      const { is_followed, followers } = before.company
      const step = Number(isFollowed) - Number(is_followed)
      resource.change((company) =>
        withFollow(company, { is_followed: isFollowed, followers: followers + step }),
      )
      const call = async () => (await api(followAccount, { params, body: { is_followed: isFollowed } })).data
      const answer = await attempt(resource.merge(call, withFollow))
      if (answer.kind === 'failed')
        resource.change((company) => withFollow(company, { is_followed, followers }))
      return answer.kind === 'done'
    },
  }
}

const withFollow = (
  company: CompanyWire,
  { is_followed, followers }: Pick<CompanyWire, 'is_followed' | 'followers'>,
): CompanyWire => ({ ...company, is_followed, followers })

const MISSING = { phase: 'missing' } as const

function shownAs(resource: ResourceState<CompanyWire>): CompanyState {
  if (resource.phase === 'ready') return { phase: 'ready', company: resource.value }
  return resource.phase === 'failed' && isMissing(resource.failure) ? MISSING : resource
}

const STARS = ['1', '2', '3', '4', '5'] as const

const worded = (words: string) => (words.trim() === '' ? {} : { q: words.trim() })

const isMissing = (failure: Failure) => failure.kind === 'refused' && failure.status === 404
