/** What the rows of the seller app share: pages, the live line of the account, and the parts of which a row has one. */
import { createChatRows } from '#marketplace/seller/chat-rows.ts'
import { createCompanyStore } from '#marketplace/seller/company/company-store.ts'
import { createNotes } from '#marketplace/seller/inbox/notes.ts'
import { type LiveParts, lineInto } from '#marketplace/seller/live-line.ts'
import { createOfferRows } from '#marketplace/seller/offers/offer-rows.ts'
import { createOpenThread } from '#marketplace/seller/open-thread.ts'
import { createRequestRows } from '#marketplace/seller/request-rows.ts'
import { createReviewRows } from '#marketplace/seller/reviews/review-rows.ts'
import { accountTopic, type SellerLine } from '#marketplace/seller/seller-events.ts'
import { createTodayRows } from '#marketplace/seller/today/today-rows.ts'
import { createVisitRows } from '#marketplace/seller/visit-rows.ts'
import type { Api } from '#shared/api/client.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { LiveWorld } from '../../buyer/live-state/live-world.ts'

export const PAGE = 3

export const pageOf = <Row>(all: readonly Row[], page = 1) => ({
  data: all.slice((page - 1) * PAGE, page * PAGE),
  links: { next: page * PAGE < all.length ? 'more' : null },
})

const neverAnswers = (() => new Promise(() => {})) as unknown as Api

export function notesOf(world: { api: Api; clock: Clock }, thread: LiveParts['open']['thread']) {
  const kept = { read: () => '', write: () => true, follow: () => () => {} }
  return createNotes({ ...world, thread, kept })
}

/** Those of this row; the others get no answer. */
export function partsOf(clock: Clock, own: Partial<LiveParts>): LiveParts {
  const api = neverAnswers
  const open = own.open ?? createOpenThread(api, clock)
  return {
    rows: createChatRows(api, clock),
    requests: createRequestRows(api, clock),
    offers: createOfferRows(api, clock),
    today: createTodayRows(api, () => false, clock),
    company: createCompanyStore(api, clock),
    reviews: createReviewRows(api, clock),
    visits: createVisitRows(api, clock),
    notes: notesOf({ api, clock }, open.thread),
    ...own,
    open,
  }
}

/** The account's channel, as the seller app follows it. */
export function listen(
  { live, clock }: LiveWorld,
  own: Partial<LiveParts>,
  onMessage: SellerLine['onMessage'] = () => {},
): void {
  live.follow(accountTopic(1, lineInto(partsOf(clock, own), { onMessage, followGuest() {} })))
}
