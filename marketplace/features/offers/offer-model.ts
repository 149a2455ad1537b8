/** One offer of this customer: loaded, kept in step with the server, and the moves its buyer makes. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt } from '#marketplace/platform/attempt.ts'
import type { OffersStore } from '#marketplace/platform/offers-store.ts'
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
  load(): Promise<void>
  /** It may have moved; keeps what is shown when the server does not answer. */
  refresh(): Promise<void>
  /** True when it was made. One at a time. */
  move(action: BuyerAction, words?: MoveWords): Promise<boolean>
  mark(step: OfferStep, isDone: boolean): Promise<void>
  forgetRefusal(): void
}

export interface OfferModelDeps {
  api: Api
  offers: Pick<OffersStore, 'put'>
  id: number
}

/** The offer has moved on elsewhere. */
const OVERTAKEN = ['stale', 'not_now', 'taken']

export function createOfferModel({ api, offers, id }: OfferModelDeps): OfferModel {
  const state = signal<OfferModelState>({ phase: 'loading' })
  const busy = signal<BuyerAction | OfferStep | null>(null)
  const refusal = signal<Refusal | null>(null)
  let turn = 0

  function show(offer: OfferDetailWire) {
    turn++
    state.value = { phase: 'ready', offer }
    offers.put(offer)
  }
  async function ask(): Promise<void> {
    const mine = ++turn
    const answer = await attempt(api(getOffer, { params: { offer: id } }))
    // A move that was made meanwhile knows better.
    if (mine !== turn) return
    if (answer.kind === 'done') return show(answer.value.data)
    const { failure } = answer
    const isGone = failure.kind === 'refused' && (failure.status === 404 || failure.status === 403)
    if (isGone) state.value = { phase: 'missing' }
    else if (state.peek().phase !== 'ready') state.value = { phase: 'failed', failure }
  }
  async function change(what: BuyerAction | OfferStep, call: () => Promise<{ data: OfferDetailWire }>) {
    if (busy.peek() !== null) return false
    busy.value = what
    refusal.value = null
    const answer = await attempt(call())
    if (answer.kind === 'done') show(answer.value.data)
    else {
      const why = refusalOf(answer.failure)
      // Shown as it is now, with the words that say that it moved.
      if (why.code === null || OVERTAKEN.includes(why.code)) await ask()
      refusal.value = why
    }
    busy.value = null
    return answer.kind === 'done'
  }

  return {
    ...{ state, busy, refusal },
    async load() {
      state.value = { phase: 'loading' }
      await ask()
    },
    async refresh() {
      if (state.peek().phase === 'ready' && busy.peek() === null) await ask()
    },
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
