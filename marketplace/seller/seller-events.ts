/** The seller app's live line: the account's private channel, turned into ten kinds of news. */

import type * as z from 'zod/mini'
import type { Topic } from '#marketplace/kit/live.ts'
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

export interface SellerLine {
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

/** The account's channel. */
export const accountTopic = (accountId: number, line: SellerLine): Topic => ({
  what: 'The account',
  channel: (prefix) => accountChannel(prefix, accountId),
  onSubscribed: line.onSubscribed,
  listen(channel) {
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
  },
})
