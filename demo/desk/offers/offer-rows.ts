/** The offers on the account's deals: the list, the one that is open, a seller's moves, and keeping up with what happens elsewhere. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import { createListPages } from '#demo/desk/list-pages.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type DeskOfferWire,
  deskAskForDocuments,
  deskMoveOffer,
  deskOffer,
  deskOfferStep,
  deskOffers,
} from '#shared/contract/desk-offers.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import type { OfferStep } from '#shared/contract/offers.ts'

export type OfferDetail = z.output<typeof deskOffer.reply>['data']
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
  readonly offers: ReadonlySignal<readonly DeskOfferWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** The one that is looked at, as far as it is loaded. */
  readonly openId: ReadonlySignal<number | null>
  readonly detail: ReadonlySignal<OfferDetail | null>
  readonly trouble: ReadonlySignal<string | null>
  /** Keeps what is shown when it fails. Who asks while it runs is answered by one more. */
  load(): Promise<void>
  open(offerId: number | null): void
  /** Resolves with null once it is done, else with why not, in words. */
  move(offerId: number, ask: SellerAsk): Promise<string | null>
  step(offerId: number, step: OfferStep, change: StepChange): Promise<void>
  /** True when it was sent. */
  askForDocuments(offerId: number, message: string): Promise<boolean>
  /** An offer has moved somewhere. */
  heard(offerId: number): void
}

export function createOfferRows(api: Api): OfferRows {
  const {
    rows: offers,
    state,
    load,
  } = createListPages<DeskOfferWire>((page) => api(deskOffers, { query: { page } }))
  const openId = signal<number | null>(null)
  const detail = signal<OfferDetail | null>(null)
  const trouble = signal<string | null>(null)

  /** An older answer than what is shown changes nothing. */
  const put = (next: OfferDetail) =>
    batch(() => {
      const known = detail.peek()
      if (openId.peek() === next.id && (known?.id !== next.id || known.version <= next.version))
        detail.value = next
      offers.value = offers
        .peek()
        .map((one) => (one.id === next.id && one.version <= next.version ? next : one))
    })
  const readOpen = async (offer: number) => {
    try {
      put((await api(deskOffer, { params: { offer } })).data)
    } catch (error) {
      if (openId.peek() === offer) trouble.value = troubleText(error)
    }
  }
  const heard = (offerId: number) => {
    void load()
    if (openId.peek() === offerId) void readOpen(offerId)
  }

  return {
    ...{ offers, state, openId, detail, trouble, load, heard },
    open(offerId) {
      batch(() => {
        openId.value = offerId
        trouble.value = null
        if (detail.peek()?.id !== offerId) detail.value = null
      })
      if (offerId !== null) void readOpen(offerId)
    },
    async move(offer, { action, version, terms, reason }) {
      const words = { ...(terms ? { terms } : {}), ...(reason ? { reason } : {}) }
      try {
        put((await api(deskMoveOffer, { params: { offer }, body: { action, version, ...words } })).data)
        return null
      } catch (error) {
        heard(offer)
        return troubleText(error)
      }
    },
    async step(offer, step, change) {
      trouble.value = null
      try {
        put((await api(deskOfferStep, { params: { offer, step }, body: change })).data)
      } catch (error) {
        trouble.value = troubleText(error)
      }
    },
    async askForDocuments(offer, message) {
      trouble.value = null
      try {
        await api(deskAskForDocuments, { params: { offer }, body: { message } })
        return true
      } catch (error) {
        trouble.value = troubleText(error)
        return false
      }
    },
  }
}
