/** What the kinds of news and the ways they come are called. */
import type { Channel, Frequency, NotificationType } from '#shared/contract/notifications.ts'

export const TYPE_WORDS: Readonly<Record<NotificationType, { label: string; text: string }>> = {
  new_match: {
    label: 'Buy box matches',
    text: 'A new deal fits one of your buy boxes, each of which may ask for fewer emails. Daily and weekly ones come at 8 AM, weekly ones on Mondays.',
  },
  saved_search: { label: 'Saved searches', text: 'New deals in a search, as often as the search says.' },
  price_drop: { label: 'Price drops', text: 'A deal you saved costs less.' },
  deal_status: { label: 'Saved deals', text: 'A deal you saved is pending, sold or back.' },
  blast: {
    label: 'Blasts',
    text: 'A seller sends a deal to their buyers, by email or by text and in Messages. With both off, none comes.',
  },
  message: { label: 'Messages', text: 'A seller wrote to you.' },
  address_request: { label: 'Address requests', text: 'A seller grants or declines an address.' },
  offer: { label: 'Offers', text: 'Your offer is answered, countered, accepted or closed.' },
  offer_expiring: { label: 'Offers about to expire', text: 'The time to answer or confirm runs out.' },
  open_house: { label: 'Open houses', text: 'Yours is near, moved, called off, or has a place for you.' },
  review: { label: 'Reviews', text: 'Somebody reviewed you or answered your review.' },
  wallet: { label: 'Deposit and wallet', text: 'Money came in, went out or could not be charged.' },
  identity: { label: 'Identity verification', text: 'Your check is done.' },
  security: {
    label: 'Security',
    text: 'Your password, email or phone was changed, or a new device logged in.',
  },
}

export const GROUPS: readonly { title: string; types: readonly NotificationType[] }[] = [
  { title: 'Deals', types: ['new_match', 'saved_search', 'price_drop', 'deal_status', 'blast'] },
  {
    title: 'Buying',
    types: ['message', 'address_request', 'offer', 'offer_expiring', 'open_house', 'review'],
  },
  { title: 'Account', types: ['wallet', 'identity', 'security'] },
]

export const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  in_app: 'Bell',
  email: 'Email',
  sms: 'Text',
  push: 'Device',
}

export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  off: 'Off',
  instant: 'At once',
  daily: 'Daily',
  weekly: 'Weekly',
}
