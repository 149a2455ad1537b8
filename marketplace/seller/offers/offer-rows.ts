/** The offers on the account's deals: the list, the one that is open, a seller's moves, and keeping up with what happens elsewhere. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { createListPages } from '#marketplace/seller/list-pages.ts'
import { isUnknown, type LoadState } from '#marketplace/seller/load-state.ts'

import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import {
  type SellerOfferWire,
  sellerAskForDocuments,
  sellerMoveOffer,
  sellerOffer,
  sellerOfferStep,
  sellerOffers,
} from '#shared/contract/seller-offers.ts'
import type { Clock } from '#shared/lib/clock.ts'

export type OfferDetail = z.output<typeof sellerOffer.reply>['data']
export type SellerMove =
  | 'accept'
  | 'counter'
  | 'decline'
  | 'sign'
  | 'close'
  | 'fall_through'
  | 'refuse_release'

export interface SellerAsk {
  readonly action: SellerMove
  /** The one that was on the screen. */
  readonly version: number
  readonly terms?: DraftTerms
  readonly reason?: string
}

export interface StepChange {
  readonly is_done?: boolean
  readonly due_on?: string | null
}

export interface OfferRows {
  readonly offers: ReadonlySignal<readonly SellerOfferWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** The one that is looked at, as far as it is loaded. */
  readonly openId: ReadonlySignal<number | null>
  readonly detail: ReadonlySignal<OfferDetail | null>
  readonly errorMessage: ReadonlySignal<string | null>
  /** Keeps what is shown when it fails. Who asks while it runs is answered by one more. */
  load(): Promise<void>
  open(offerId: number | null): void
  move(offerId: number, ask: SellerAsk): Promise<void>
  step(offerId: number, step: OfferStep, change: StepChange): Promise<void>
  askForDocuments(offerId: number, message: string): Promise<void>
  /** An offer has moved somewhere. */
  heard(offerId: number): void
  /** Any may have moved: asks for the list, and for the open one. */
  refresh(): void
}

/** `onOwnMove` runs after a move of this page, whose message this socket is spared. */
export function createOfferRows(api: Api, clock?: Clock, onOwnMove: () => void = () => {}): OfferRows {
  const list = createListPages<SellerOfferWire>((page) => api(sellerOffers, { query: { page } }), clock)
  const { rows: offers, state, load } = list
  const openId = signal<number | null>(null)
  /** Why the last change of a step, or the open offer's last load, did not work. */
  const stepProblem = signal<string | null>(null)
  const loadProblem = signal<string | null>(null)
  const errorMessage = computed(() => stepProblem.value ?? loadProblem.value)
  const opened = createResource(async () => {
    try {
      const { data } = await api(sellerOffer, { params: { offer: Number(openId.peek()) } })
      loadProblem.value = null
      return data
    } catch (error) {
      const isNone = error instanceof ApiError && isUnknown(error.failure)
      loadProblem.value = isNone ? 'This offer does not exist in your account.' : errorText(error)
      throw error
    }
  }, clock)
  const detail = computed(() => (opened.state.value.phase === 'ready' ? opened.state.value.value : null))

  const change = (offer: number, call: () => Promise<{ data: OfferDetail }>) => {
    const ask = async () => (await call()).data
    return list.merge(
      () => (openId.peek() === offer ? opened.write(ask) : ask()),
      (all, next) => all.map((one) => (one.id === offer ? next : one)),
    )
  }
  const heard = (offerId: number) => {
    void load()
    if (openId.peek() === offerId) void opened.load()
  }
  const refresh = () => {
    void load()
    if (openId.peek() !== null) void opened.load()
  }

  return {
    refresh,
    offers,
    state,
    openId,
    detail,
    errorMessage,
    load,
    heard,
    open(offerId) {
      batch(() => {
        stepProblem.value = null
        loadProblem.value = null
        if (openId.peek() !== offerId) opened.reset()
        openId.value = offerId
      })
      if (offerId !== null) void opened.load()
    },
    async move(offer, { action, version, terms, reason }) {
      const words = { ...(terms ? { terms } : {}), ...(reason ? { reason } : {}) }
      try {
        await change(offer, () =>
          api(sellerMoveOffer, { params: { offer }, body: { action, version, ...words } }),
        )
      } catch (error) {
        heard(offer)
        throw error
      }
      onOwnMove()
    },
    async step(offer, step, body) {
      stepProblem.value = null
      try {
        await change(offer, () => api(sellerOfferStep, { params: { offer, step }, body }))
      } catch (error) {
        stepProblem.value = errorText(error)
      }
    },
    async askForDocuments(offer, message) {
      await api(sellerAskForDocuments, { params: { offer }, body: { message } })
      onOwnMove()
    },
  }
}
