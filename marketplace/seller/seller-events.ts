/** The seller app's live line: the account's private channel, turned into ten kinds of news. */

import type * as z from 'zod/mini'
import { notesUpdated } from '#shared/contract/conversation-notes.ts'
import { conversationUpdated } from '#shared/contract/conversation-state.ts'
import {
  accountChannel,
  inquiryUpdated,
  offerUpdated,
  openHouseUpdated,
  reviewUpdated,
} from '#shared/contract/events.ts'
import {
  type TextMessageWire,
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
} from '#shared/contract/messenger.ts'
import type { OfferSummary } from '#shared/contract/offer-summary.ts'
import { memberIdentityUpdated } from '#shared/contract/seller-identity.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import type { Realtime, RealtimeState } from '#shared/realtime/realtime.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'

export interface SellerLine {
  onState(state: RealtimeState): void
  /** After each (re)subscription. */
  onSubscribed(): void
  onMessage(message: TextMessageWire): void
  /** An address was asked for, or decided about. */
  onRequest(request: { customerId: number }): void
  onOffer(offer: OfferSummary): void
  /** A member of the team has changed how it is in the inbox. */
  onConversation(news: z.output<typeof conversationUpdated.payload>): void
  /** A member of the team has written or deleted an internal note. */
  onNotes(customerId: number): void
  /** The identity check of a member moved on. */
  onIdentity(): void
  /** A review was written, changed, shown or answered. */
  onReview(): void
  /** An open house has changed, or who comes to it. */
  onVisit(): void
  /** A buyer has seen these. */
  onRead(read: { customerId: number; ids: readonly number[]; readAt: string | null }): void
}

/** Joins the account's channel. Returns what leaves it. */
export function joinAsSeller(
  realtime: Realtime,
  { prefix, accountId }: { prefix: string; accountId: number },
  line: SellerLine,
): () => void {
  const channel = realtime.join(accountChannel(prefix, accountId), {
    onSubscribed: line.onSubscribed,
    onRefused: () => line.onState('unavailable'),
  })
  channel.listen(textMessageInboundSent, ({ message }) => line.onMessage(message))
  channel.listen(textMessageOutboundSent, ({ message }) => line.onMessage(message))
  channel.listen(textMessagesRead, ({ customer_id, text_messages_ids, read_at = null }) =>
    line.onRead({ customerId: customer_id, ids: text_messages_ids, readAt: read_at }),
  )
  channel.listen(inquiryUpdated, ({ customer_id }) => line.onRequest({ customerId: customer_id }))
  channel.listen(conversationUpdated, line.onConversation)
  channel.listen(notesUpdated, ({ customer_id }) => line.onNotes(customer_id))
  channel.listen(memberIdentityUpdated, line.onIdentity)
  channel.listen(reviewUpdated, line.onReview)
  channel.listen(openHouseUpdated, line.onVisit)
  channel.listen(offerUpdated, ({ offer }) => line.onOffer(offer))
  return () => {
    channel.leave()
    realtime.close()
  }
}

/**
 * Connects in the background, and again, with growing waits, when that fails. The returned function also ends a connection that is
 * still being made.
 */
export function listenAsSeller(
  connect: (line: SellerLine) => Promise<() => void>,
  line: SellerLine,
  clock: Clock = systemClock,
): () => void {
  let leave = () => {}
  let stopWaiting = () => {}
  let isGone = false
  const dial = (failures: number) => {
    connect(line).then(
      (end) => {
        if (isGone) end()
        else leave = end
      },
      () => {
        if (isGone) return
        line.onState('unavailable')
        stopWaiting = clock.after(redialDelayMs(failures), () => dial(failures + 1))
      },
    )
  }
  dial(0)
  return () => {
    isGone = true
    stopWaiting()
    leave()
  }
}
