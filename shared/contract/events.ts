/** The realtime events: names, channels and payloads (spec section 7, Messenger). Everything else about sockets is the Pusher protocol's. */
import * as z from 'zod/mini'
import { textMessage } from './messenger.ts'
import { amount, id, maybe } from './wire.ts'

/** An event as it stands on the wire; Echo listens to it with a leading dot. */
export interface RealtimeEvent<Payload extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  payload: Payload
}

const event = <P extends z.ZodMiniType>(name: string, payload: P): RealtimeEvent<P> => ({ name, payload })

/** Came from the customer. Carries a message with its account id. */
export const textMessageInboundSent = event('TextMessageInboundSent', z.object({ message: textMessage }))
/** Was sent to the customer. */
export const textMessageOutboundSent = event('TextMessageOutboundSent', z.object({ message: textMessage }))
/**
 * Messages were marked as read; ours. On the customer's channel it brings other devices in step,
 * on the account's channel it tells the desk what the buyer has seen.
 */
export const textMessagesRead = event(
  'TextMessagesRead',
  z.object({
    account_id: id(),
    customer_id: id(),
    text_messages_ids: z.array(id()),
    customer_unread_count: maybe(amount()),
  }),
)
/** Identity verification moved on; rides on the customer's channel under the prefix `App`. */
export const customerIdvStatusUpdated = event(
  'CustomerIdvStatusUpdated',
  z.object({ idv_status: maybe(z.string()), idv_id: maybe(z.string()) }),
)

export const REALTIME_EVENTS = [
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  customerIdvStatusUpdated,
] as const

/** Channel of one customer without Pusher's `private-`, which Echo adds: `App.Models.Customer.7`. */
export const customerChannel = (prefix: string, customerId: number) =>
  `${prefix}.Models.Customer.${customerId}`
/** Channel of one account, for its desk. */
export const accountChannel = (prefix: string, accountId: number) => `${prefix}.Models.Account.${accountId}`
