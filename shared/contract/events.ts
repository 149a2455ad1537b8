/**
 * The realtime events: names, channels and payloads (spec section 7, Messenger). Everything else about sockets is the Pusher
 * protocol's. Those of messages are in `messenger.ts`: most pages use none of them and should not load the shape of a message.
 */
import * as z from 'zod/mini'
import { notification } from './notification.ts'
import { offerSummary } from './offer-summary.ts'
import { amount, id, maybe } from './wire.ts'

/** An event as it stands on the wire; Echo listens to it with a leading dot. */
export interface RealtimeEvent<Payload extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  payload: Payload
}

const event = <P extends z.ZodMiniType>(name: string, payload: P): RealtimeEvent<P> => ({ name, payload })

/** Identity verification moved on; rides on the customer's channel under the prefix `App`. */
export const customerIdvStatusUpdated = event(
  'CustomerIdvStatusUpdated',
  z.object({ idv_status: maybe(z.string()), idv_id: maybe(z.string()) }),
)

/**
 * An address request or inquiry was made or decided; ours. On the customer's channel it flips the deal's page, the list and the
 * card in the thread at once, on the account's channel the seller app's list. `address` only on the customer's, once granted.
 */
export const inquiryUpdated = event(
  'InquiryUpdated',
  z.object({
    id: id(),
    type: z.string(),
    state: maybe(z.string()),
    property_id: id(),
    account_id: id(),
    customer_id: id(),
    reason: maybe(z.string()),
    address: maybe(z.string()),
    latitude: maybe(z.number()),
    longitude: maybe(z.number()),
  }),
)
/**
 * An open house has changed; ours. A customer's sessions get it for one that they registered for, with their `my_state`: a place became
 * free, or it was called off. The account's channel gets it for each open house of the account, without names: when it is planned,
 * changed or called off, and when somebody registers or leaves.
 */
export const openHouseUpdated = event(
  'OpenHouseUpdated',
  z.object({ id: id(), property_id: id(), my_state: maybe(z.string()), cancelled_at: maybe(z.string()) }),
)
/** A listed deal has changed; ours, on the public channel `dealsChannel`. Says only that: what it is now comes by the list's delta. */
export const propertyUpdated = event('PropertyUpdated', z.object({ id: id() }))
/** An offer has moved, or its clock ran out; ours. On the customer's and the account's channel, to bring every card and page in step. */
export const offerUpdated = event('OfferUpdated', z.object({ offer: offerSummary }))
/** Balance, deposit or a payment of this customer has changed; ours. Says only that. */
export const walletUpdated = event('WalletUpdated', z.object({ payment_id: maybe(id()) }))
/** A review was written, changed, shown, hidden or answered; ours. To both sides. */
export const reviewUpdated = event('ReviewUpdated', z.object({ id: id(), about: z.string() }))

/** The feed of this customer has changed: new matches, or deals seen or hidden elsewhere; ours. Says only that. */
export const feedUpdated = event('FeedUpdated', z.object({}))
/** Something came into or left the saved searches of this customer, or they were changed elsewhere; ours. Says only that. */
export const savedSearchesUpdated = event('SavedSearchesUpdated', z.object({}))

/** The bell of this customer has changed; ours. `latest` is what came last, and absent when something was only read. */
export const notificationsUpdated = event(
  'NotificationsUpdated',
  z.object({ unread_count: amount(), latest: maybe(notification) }),
)

/** Channel of one customer without Pusher's `private-`, which Echo adds: `App.Models.Customer.7`. */
export const customerChannel = (prefix: string, customerId: number) =>
  `${prefix}.Models.Customer.${customerId}`
/** Events for sessions only: money, notifications, the feed. A `messages` token may not join it. */
export const sessionChannel = (prefix: string, customerId: number) =>
  `${customerChannel(prefix, customerId)}.Session`
/** The same messages as on the customer's channel, for one account: the only channel of a token made for this account. */
export const conversationChannel = (prefix: string, customerId: number, accountId: number) =>
  `${customerChannel(prefix, customerId)}.Account.${accountId}`
/** Both channels with a customer's messages of a conversation. */
export const messageChannels = (prefix: string, customerId: number, accountId: number) => [
  customerChannel(prefix, customerId),
  conversationChannel(prefix, customerId, accountId),
]
/** Channel of one account, for the seller app. */
export const accountChannel = (prefix: string, accountId: number) => `${prefix}.Models.Account.${accountId}`
/** Public: anybody may listen. */
export const dealsChannel = (prefix: string) => `${prefix}.Deals`
