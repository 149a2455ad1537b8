/**
 * The seller app of one seller's person, put together: list, open thread, sending, and what arrives live.
 * No React and no DOM; api and socket are handed in. It keeps no token.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { type Permission, roleMay } from '#shared/contract/member-roles.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerBlockChat, sellerProperties } from '#shared/contract/seller.ts'
import { sellerAssignChat } from '#shared/contract/seller-company.ts'
import type { SellerPlace } from '#shared/contract/seller-places.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { toOfferNow } from '#shared/thread/translate.ts'
import { createBlastRows } from './blasts/blast-rows.ts'
import { createBuyerRows } from './buyers/buyer-rows.ts'
import { type ChatRows, createChatRows } from './chat-rows.ts'
import { createCompanyStore } from './company/company-store.ts'
import { createDealEditor } from './deals/deal-editor.ts'
import { createDealRows } from './deals/deal-rows.ts'
import { createListPages } from './list-pages.ts'
import { createOfferRows, type OfferRows } from './offers/offer-rows.ts'
import { createThreadOffers } from './offers/thread-offers.ts'
import { createOpenThread, type OpenThread } from './open-thread.ts'
import { createRequestRows, type RequestRows } from './request-rows.ts'
import { createReviewRows } from './reviews/review-rows.ts'
import { listenAsSeller, type SellerLine } from './seller-events.ts'
import type { SellerMember, SellerStore } from './seller-model.ts'
import { type AddressBar, createPlaces } from './seller-route.ts'
import type { SendFile } from './send-file.ts'
import { createSellerSending } from './sending.ts'
import { createVisitRows } from './visit-rows.ts'

export interface SellerStoreDeps {
  api: Api
  member: SellerMember
  sendFile: SendFile
  bar: AddressBar
  /** Joins the account's channel and reports to the line; resolves with what leaves it. */
  connect(line: SellerLine): Promise<() => void>
  onState: SellerLine['onState']
}

export function createSellerStore(deps: SellerStoreDeps): SellerStore {
  const { api, member, connect, sendFile, bar } = deps
  const properties = createListPages((page) => api(sellerProperties, { query: { page } }))
  const rows = createChatRows(api)
  const open = createOpenThread(api)
  const requests = createRequestRows(api)
  const visits = createVisitRows(api)
  const offers = createOfferRows(api)
  const reviews = createReviewRows(api)
  const buyers = createBuyerRows(api)
  const blasts = createBlastRows(api, systemClock)
  const places = createPlaces(bar)
  const deals = createDealRows(api)
  const company = createCompanyStore(api)

  const may = (permission: Permission) => roleMay(member.role ?? 'administrator', permission)
  // Who cannot answer reads without marking: for the team the message waits.
  const markSeen = (customerId: number) => {
    if (may('reply')) void rows.markSeen(customerId)
  }
  const arrive = (message: TextMessageWire) => {
    const isOpen = batch(() => {
      const belongs = open.merge(message)
      rows.arrive(message, belongs)
      return belongs
    })
    if (isOpen && message.type === 'inbound' && message.customer_id) markSeen(message.customer_id)
  }
  const sending = createSellerSending({
    api,
    openCustomer: () => open.thread.peek()?.customerId,
    onSent: arrive,
  })
  const cards = createThreadOffers(open.book, offers, open.refresh)
  const drafts = signal<ReadonlyMap<number, string>>(new Map())
  const line = lineInto({ rows, open, requests, offers }, { onState: deps.onState, onMessage: arrive })
  let leave = listenAsSeller(connect, line)
  const openChat = (customerId: number) => {
    open.open(customerId, rows.nameOf(customerId))
    markSeen(customerId)
  }
  const endFollowing = followPlace(places.place, { rows, offers }, openChat)
  void rows.load()
  void requests.load()
  void offers.load()
  void company.loadShared()

  return {
    member,
    closesAt: signal(member.account.closes_at ?? null),
    may,
    properties,
    requests,
    visits,
    offers,
    reviews,
    buyers,
    blasts,
    cards,
    chats: rows.chats,
    chatsState: rows.chatsState,
    loadChats: rows.load,
    thread: open.thread,
    close: open.close,
    loadOlder: open.loadOlder,
    ...sending,
    place: places.place,
    go: places.go,
    deals,
    company,
    drafts,
    isUnsent: computed(
      () =>
        cards.isTyped.value ||
        sending.waiting.value > 0 ||
        [...drafts.value.values()].some((text) => text.trim() !== ''),
    ),
    sendFile,
    call: api,
    edit: (dealId) => createDealEditor(api, dealId),
    assign: async (customerId, memberId) => {
      try {
        await api(sellerAssignChat, { params: { customer: customerId }, body: { member_id: memberId } })
        await rows.load()
      } catch (error) {
        sending.fail(error, 'Nobody was assigned.', () => void rows.load())
      }
    },
    block: async (customerId, isBlocked) => {
      const [params, body] = [{ customer: customerId }, { is_blocked: isBlocked }]
      await api(sellerBlockChat, { params, body })
      await rows.load()
    },
    open: openChat,
    reconnect() {
      leave()
      leave = listenAsSeller(connect, line)
    },
    dispose() {
      endFollowing()
      places.dispose()
      leave()
    },
  }
}

interface LiveParts {
  rows: ChatRows
  open: OpenThread
  requests: RequestRows
  offers: OfferRows
}

/** Where each live event goes. */
function lineInto(
  { rows, open, requests, offers }: LiveParts,
  heard: Pick<SellerLine, 'onState' | 'onMessage'>,
): SellerLine {
  return {
    ...heard,
    onRead: ({ customerId, ids }) => open.markRead(customerId, ids),
    onRequest: ({ customerId }) => {
      void requests.load()
      if (open.thread.peek()?.customerId === customerId) void open.refresh()
    },
    onOffer(offer) {
      const now = toOfferNow(offer)
      if (now) open.book.hear(now)
      offers.heard(offer.id)
    },
    // Whatever happened while the line was down is fetched, never guessed.
    onSubscribed: () => {
      void rows.load()
      void requests.load()
      offers.refresh()
      void open.refresh()
    },
  }
}

/** Opens what the address names, and returns what ends that. Back closes an offer as it opened it. */
function followPlace(
  current: ReadonlySignal<SellerPlace>,
  { rows, offers }: Pick<LiveParts, 'rows' | 'offers'>,
  openChat: (customerId: number) => void,
): () => void {
  let last: SellerPlace | null = null
  return effect(() => {
    const place = current.value
    // The list has the buyer's name. Closed by hand, the conversation stays closed.
    if (place.kind === 'conversation' && place !== last && rows.chatsState.value === 'ready') {
      last = place
      untracked(() => openChat(place.customerId))
    }
    if (place.kind === 'offers' && place.offerId !== offers.openId.peek())
      untracked(() => offers.open(place.offerId))
  })
}
