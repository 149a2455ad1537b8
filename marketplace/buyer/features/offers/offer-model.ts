/** One offer of this customer: loaded, kept in step with the server, and the moves its buyer makes. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { OffersStore } from '#marketplace/buyer/platform/offers-store.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import {
  buyerStep,
  getOffer,
  type OfferDetailWire,
  type OfferStep,
  updateOffer,
} from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type Refusal, refusalOf } from './refusal.ts'

export type OfferModelState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly offer: OfferDetailWire }

export type BuyerAction =
  | 'revise'
  | 'counter'
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'resend'
  | 'request_release'

export interface MoveWords {
  readonly terms?: DraftTerms
  readonly reason?: string
}

export interface OfferModel {
  readonly state: ReadonlySignal<OfferModelState>
  /** What is under way. */
  readonly busy: ReadonlySignal<BuyerAction | OfferStep | null>
  readonly refusal: ReadonlySignal<Refusal | null>
  /** Also when it may have changed: the old state stays until the answer arrives. */
  load(): Promise<void>
  /** True when it was made. One at a time. */
  move(action: BuyerAction, words?: MoveWords): Promise<boolean>
  mark(step: OfferStep, isDone: boolean): Promise<void>
  forgetRefusal(): void
}

export interface OfferModelDeps {
  api: Api
  offers: Pick<OffersStore, 'put'>
  id: number
  clock?: Clock
}

/** The offer has moved on elsewhere. */
const OVERTAKEN = ['stale', 'not_now', 'taken']

export function createOfferModel({ api, offers, id, clock }: OfferModelDeps): OfferModel {
  const resource = createResource(
    async () => kept((await api(getOffer, { params: { offer: id } })).data),
    clock,
  )
  const state = computed(() => shownAs(resource.state.value))
  const busy = signal<BuyerAction | OfferStep | null>(null)
  const refusal = signal<Refusal | null>(null)

  function kept(offer: OfferDetailWire) {
    offers.put(offer)
    return offer
  }
  async function change(what: BuyerAction | OfferStep, call: () => Promise<{ data: OfferDetailWire }>) {
    if (busy.peek() !== null) return false
    busy.value = what
    refusal.value = null
    const answer = await attempt(resource.write(async () => kept((await call()).data)))
    if (answer.kind === 'failed') {
      const why = refusalOf(answer.failure)
      // Shown as it is now, with the words that say that it moved.
      if (why.code === null || OVERTAKEN.includes(why.code)) await resource.load()
      refusal.value = why
    }
    busy.value = null
    return answer.kind === 'done'
  }

  return {
    state,
    busy,
    refusal,
    load: resource.load,
    async move(action, words = {}) {
      const now = state.peek()
      if (now.phase !== 'ready') return false
      const { version } = now.offer
      return change(action, () =>
        api(updateOffer, { params: { offer: id }, body: { action, version, ...words } }),
      )
    },
    async mark(step, isDone) {
      await change(step, () => api(buyerStep, { params: { offer: id, step }, body: { is_done: isDone } }))
    },
    forgetRefusal() {
      refusal.value = null
    },
  }
}

function shownAs(resource: ResourceState<OfferDetailWire>): OfferModelState {
  if (resource.phase === 'ready') return { phase: 'ready', offer: resource.value }
  if (resource.phase === 'loading') return resource
  const { failure } = resource
  const isGone = failure.kind === 'refused' && (failure.status === 404 || failure.status === 403)
  return isGone ? { phase: 'missing' } : { phase: 'failed', failure }
}
