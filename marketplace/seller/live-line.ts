/** Where each live event of the seller app goes. */
import type { ChatRows } from './chat-rows.ts'
import type { CompanyStore } from './company/company-store.ts'
import type { Notes } from './inbox/notes.ts'
import type { OfferRows } from './offers/offer-rows.ts'
import type { OpenThread } from './open-thread.ts'
import type { RequestRows } from './request-rows.ts'
import type { ReviewRows } from './reviews/review-rows.ts'
import type { SellerLine } from './seller-events.ts'
import type { TodayRows } from './today/today-rows.ts'
import type { VisitRows } from './visit-rows.ts'

export interface LiveParts {
  rows: ChatRows
  open: OpenThread
  requests: RequestRows
  offers: OfferRows
  today: TodayRows
  notes: Notes
  company: CompanyStore
  reviews: ReviewRows
  visits: VisitRows
}

export function lineInto(
  { rows, open, requests, offers, today, notes, company, reviews, visits }: LiveParts,
  {
    followGuest,
    ...heard
  }: Pick<SellerLine, 'onMessage'> & {
    /** A guest's conversation is a buyer's by now. */
    followGuest(guestId: number, customerId: number): void
  },
): SellerLine {
  return {
    ...heard,
    onRead: ({ customerId, ids, readAt }) => open.markRead(customerId, ids, readAt),
    onMessage(message) {
      heard.onMessage(message)
      today.heard()
    },
    onRequest: ({ customerId }) => {
      void requests.load()
      today.heard()
      if (open.thread.peek()?.customerId === customerId) void open.refresh()
    },
    onNotes: notes.heard,
    onConversation({ customer_id, guest_id, ...state }) {
      rows.hear(customer_id, state)
      today.heard()
      if (!guest_id) return
      // The list has the buyer's name.
      void rows.load().then(() => followGuest(guest_id, customer_id))
    },
    onOffer(offer) {
      open.hearOffer(offer)
      offers.heard(offer.id)
      today.heard()
      // Once an offer is decided, its buyer can be reviewed.
      void reviews.refresh()
    },
    onIdentity: () => void company.identity.refresh(),
    onReview: () => void reviews.refresh(),
    onVisit: () => void visits.refresh(),
    // Whatever happened while the line was down is fetched, never guessed.
    onSubscribed: () => {
      void rows.load()
      void requests.load()
      offers.refresh()
      today.heard()
      void notes.load()
      void open.refresh()
      void company.identity.refresh()
      void reviews.refresh()
      void visits.refresh()
    },
  }
}
