/** What a buyer’s kinds of news are called. */
import type { Kinds } from '#marketplace/kit/notifications/notify-matrix.tsx'

const TYPE_WORDS: Kinds['words'] = {
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
  message: {
    label: 'Messages',
    text: 'A seller wrote to you. The email comes once it was unread for ten minutes.',
  },
  address_request: { label: 'Address requests', text: 'A seller grants or declines an address.' },
  offer: { label: 'Offers', text: 'Your offer is answered, countered, accepted or closed.' },
  offer_expiring: { label: 'Offers about to expire', text: 'The time to answer or confirm runs out.' },
  open_house: { label: 'Open houses', text: 'Yours is near, moved, called off, or has a place for you.' },
  review: { label: 'Reviews', text: 'Somebody reviewed you or answered your review.' },
  wallet: { label: 'Deposit and wallet', text: 'Money came in, went out or could not be charged.' },
  identity: { label: 'Identity verification', text: 'Your check is done.' },
  proof_of_funds: { label: 'Proof of funds', text: 'Yours was reviewed.' },
  security: {
    label: 'Security',
    text: 'Your password, email or phone was changed, or a new device logged in.',
  },
}

const GROUPS: Kinds['groups'] = [
  { title: 'Deals', types: ['new_match', 'saved_search', 'price_drop', 'deal_status', 'blast'] },
  {
    title: 'Buying',
    types: ['message', 'address_request', 'offer', 'offer_expiring', 'open_house', 'review'],
  },
  { title: 'Account', types: ['wallet', 'identity', 'proof_of_funds', 'security'] },
]

export const BUYER_KINDS: Kinds = { of: 'customer', words: TYPE_WORDS, groups: GROUPS }
