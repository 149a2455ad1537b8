/** The purposes of texts: which notification has which, and the words that a buyer agrees to, as they are shown and kept. */
import { NEWS_TEXTS_PER_DAY } from '../../contract/notification-limits.ts'
import type { NotificationType } from '../../contract/notifications.ts'
import type { TextPurpose } from '../../contract/text-purposes.ts'

const PURPOSES: Readonly<Record<NotificationType, TextPurpose>> = {
  new_match: 'matches',
  saved_search: 'matches',
  price_drop: 'matches',
  deal_status: 'matches',
  blast: 'offers',
  open_house: 'reminders',
  offer_expiring: 'reminders',
  message: 'service',
  address_request: 'service',
  question: 'service',
  offer: 'service',
  review: 'service',
  wallet: 'service',
  identity: 'service',
  proof_of_funds: 'service',
  security: 'service',
}

export const purposeOf = (type: NotificationType): TextPurpose => PURPOSES[type]

export const PURPOSE_WORDS: Readonly<Record<TextPurpose, { label: string; text: string }>> = {
  service: {
    label: 'Service',
    text: 'Changes of your offers and address requests, and messages that you have not read.',
  },
  matches: {
    label: 'My matches',
    text: 'New deals in your buy boxes and saved searches, and price drops of deals that you saved.',
  },
  offers: { label: 'Sellers’ offers', text: 'Deals that sellers send to their buyers (blasts).' },
  reminders: { label: 'Reminders', text: 'Your open houses, and offers that are about to expire.' },
}

/** The same for each purpose. `brand`: the installation's name. */
export const purposeTerms = (brand: string): string =>
  `You agree to recurring automated text messages from ${brand} at this number for each purpose that you choose, up to ${NEWS_TEXTS_PER_DAY} a day in total. Agreeing is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them, HELP for help. Codes that you request are texted either way.`

/** What is kept of a consent. */
export const consentWords = (purpose: TextPurpose, brand: string): string =>
  `${PURPOSE_WORDS[purpose].label}: ${PURPOSE_WORDS[purpose].text} ${purposeTerms(brand)}`
