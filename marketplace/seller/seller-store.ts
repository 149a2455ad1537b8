/**
 * The seller app of one seller's person, put together: list, open thread, sending, and what arrives live.
 * No React and no DOM; api and socket are handed in. It keeps no token.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Connection } from '#marketplace/kit/connection.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import type { Live } from '#marketplace/kit/live.ts'
import type { Api } from '#shared/api/client.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
import { sellerAttachment } from '#shared/contract/attachments.ts'
import { type Permission, roleMay } from '#shared/contract/member-roles.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerBlockChat, sellerProperties, sellerReply } from '#shared/contract/seller.ts'
import { sellerAssignChat } from '#shared/contract/seller-company.ts'
import type { SellerPlace } from '#shared/contract/seller-places.ts'
import { newClientId } from '#shared/lib/client-id.ts'
import { systemClock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { createBlastRows } from './blasts/blast-rows.ts'
import { createBuyerRows } from './buyers/buyer-rows.ts'
import { createChatRows } from './chat-rows.ts'
import { createCompanyStore } from './company/company-store.ts'
import { createDealEditor } from './deals/deal-editor.ts'
import { createDealRows } from './deals/deal-rows.ts'
import { createInboxSearch } from './inbox/inbox-store.ts'
import { createNotes } from './inbox/notes.ts'
import { createSetAside } from './inbox/set-aside.ts'
import type { KeptReplies } from './kept-replies.ts'
import { createListPages } from './list-pages.ts'
import { type LiveParts, lineInto } from './live-line.ts'
import { createOfferRows } from './offers/offer-rows.ts'
import { createThreadOffers } from './offers/thread-offers.ts'
import { createOpenThread, type OpenThread } from './open-thread.ts'
import { createRequestRows } from './request-rows.ts'
import { createReviewRows } from './reviews/review-rows.ts'
import { accountTopic } from './seller-events.ts'
import type { SellerMember, SellerStore, SendProblem } from './seller-model.ts'
import { type AddressBar, createPlaces } from './seller-route.ts'
import type { SendFile } from './send-file.ts'
import { createSellerSending, type SellerSending } from './sending.ts'
import { createTodayRows } from './today/today-rows.ts'
import { createVisitRows } from './visit-rows.ts'

export interface SellerStoreDeps {
  api: Api
  member: SellerMember
  sendFile: SendFile
  bar: AddressBar
  /** What this browser keeps of the member's replies. */
  kept: KeptReplies
  connection: Pick<Connection, 'isOnline' | 'onBack'>
  log: Log
  live: Pick<Live, 'follow'>
}

export function createSellerStore(deps: SellerStoreDeps): SellerStore {
  const { api, member, live, sendFile, bar, kept, connection, log } = deps
  const properties = createListPages((page) => api(sellerProperties, { query: { page } }))
  const rows = createChatRows(api)
  const open = createOpenThread(api, systemClock, followGuest)
  const requests = createRequestRows(api)
  const visits = createVisitRows(api)
  const today = createTodayRows(api, () => places.place.peek().kind === 'today')
  const offers = createOfferRows(api, systemClock, () => void rows.load())
  const reviews = createReviewRows(api)
  const buyers = createBuyerRows(api)
  const blasts = createBlastRows(api, systemClock)
  const places = createPlaces(bar)
  const deals = createDealRows(api)
  const company = createCompanyStore(api)

  const closesAt = signal(member.account.closes_at ?? null)
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
    sendFile,
    kept,
    clock: systemClock,
    log,
    isOnline: () => connection.isOnline.peek(),
    newestId: (customerId) => Math.max(rows.newestId(customerId), open.newestId(customerId)),
    onMessages(messages) {
      for (const message of messages) arrive(message)
    },
    onFinishedElsewhere() {
      void rows.load()
      void open.refresh()
    },
  })
  const endReplies = followReplies(sending, open.thread, connection)
  const errorMessage = signal<SendProblem | null>(null)
  const fail = (text: string, error: unknown) => {
    errorMessage.value = { text: `${text} ${errorText(error)}`, retry: () => void rows.load() }
  }
  const keyed = createKeyedCall(newClientId)
  const cards = createThreadOffers(open.book, offers, open.refresh)
  const notes = createNotes({ api, thread: open.thread, kept: kept.notes, clock: systemClock })
  const line = lineInto(
    { rows, open, requests, offers, today, notes, company, reviews, visits },
    {
      onMessage: arrive,
      followGuest,
    },
  )
  function followGuest(guestId: number, customerId: number): void {
    const [typed, draft] = [sending.draft(guestId), sending.draft(customerId)]
    if (draft.peek() === '') {
      draft.value = typed.peek()
      typed.value = ''
    }
    if (open.thread.peek()?.customerId !== guestId) return
    const place = places.place.peek()
    if (place.kind === 'messages') openChat(customerId)
    else open.close()
    if (place.kind === 'conversation') places.go({ kind: 'conversation', customerId }, true)
  }
  const topic = accountTopic(member.account.id, line)
  let leave = live.follow(topic)
  const wanted = signal<number | null>(null)
  const openChat = (customerId: number, messageId?: number) => {
    wanted.value = messageId ?? null
    open.open(customerId, rows.nameOf(customerId), rows.newMark(customerId))
    markSeen(customerId)
  }
  const aside = createSetAside(api, rows, systemClock)
  const endFollowing = followPlace(places.place, { rows, offers }, openChat)
  void rows.load()
  void requests.load()
  void offers.load()
  void company.loadShared()

  return {
    member,
    closesAt,
    may,
    mayChange: (permission) => closesAt.value === null && may(permission),
    properties,
    today,
    requests,
    visits,
    offers,
    reviews,
    buyers,
    blasts,
    cards,
    renewAttachment: (attachment) =>
      api(sellerAttachment, {
        params: { customer: open.thread.peek()?.customerId ?? 0, attachment },
      }).then(
        ({ data }) => data,
        () => null,
      ),
    chats: rows.chats,
    chatsState: rows.chatsState,
    loadChats: rows.load,
    thread: open.thread,
    close: open.close,
    loadOlder: open.loadOlder,
    outgoing: sending.outgoing,
    attaching: sending.attaching,
    unsent: sending.unsent,
    draft: sending.draft,
    reply: sending.reply,
    resend: sending.resend,
    discard: sending.discard,
    errorMessage,
    fail,
    dismiss() {
      errorMessage.value = null
    },
    place: places.place,
    go: places.go,
    deals,
    company,
    async sendProperty(customer, property_id) {
      const { data } = await keyed([customer, property_id], (options) =>
        api(sellerReply, { params: { customer }, body: { property_id } }, options),
      )
      arrive(data)
    },
    isUnsent: computed(() => cards.isTyped.value || (sending.unsent.value > 0 && !kept.isLasting())),
    sendFile,
    call: api,
    edit: (dealId) => createDealEditor(api, dealId),
    assign: async (customerId, memberId) => {
      try {
        await api(sellerAssignChat, { params: { customer: customerId }, body: { member_id: memberId } })
        await rows.load()
      } catch (error) {
        fail('Nobody was assigned.', error)
      }
    },
    block: async (customerId, isBlocked) => {
      const [params, body] = [{ customer: customerId }, { is_blocked: isBlocked }]
      await api(sellerBlockChat, { params, body })
      await rows.load()
    },
    inbox: createInboxSearch(api, systemClock),
    aside,
    notes,
    wanted,
    open: openChat,
    reconnect() {
      leave()
      leave = live.follow(topic)
    },
    forget() {
      kept.forget()
      sending.attaching.uploads?.forget()
    },
    dispose() {
      endReplies()
      aside.dispose()
      notes.dispose()
      endFollowing()
      places.dispose()
      leave()
    },
  }
}

/** Whatever comes into the open thread may be a reply on its way; a server that is back is asked at once. Returns what ends it. */
function followReplies(
  sending: SellerSending,
  thread: OpenThread['thread'],
  { onBack }: Pick<Connection, 'onBack'>,
): () => void {
  const endBack = onBack(sending.resume)
  const end = effect(() => {
    const open = thread.value
    if (open) untracked(() => sending.observe(open.customerId, open.messages))
  })
  return () => {
    end()
    endBack()
    sending.dispose()
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
