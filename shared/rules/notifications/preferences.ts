/**
 * What goes where and how often (NOT-02): which cells the matrix has, what stands in them until somebody sets one, and how a setting
 * works together with mails that were unsubscribed from and texts that were never agreed to.
 */
import {
  CHANNELS,
  type Channel,
  type Frequency,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#shared/contract/notifications.ts'
import type { MailType } from '#shared/contract/subscriptions.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import { purposeOf } from '#shared/rules/text-consent/purposes.ts'

/** A buyer, or a person at a seller's account. */
export type RecipientKind = 'customer' | 'member'

/** What is known of one recipient. */
export interface Preferences {
  readonly kind: RecipientKind
  /** Cells that were set. */
  readonly chosen: ReadonlyMap<CellName, Frequency>
  /** Mails that were unsubscribed from; that wins over what stands in a cell. */
  readonly mailTypesOff: ReadonlySet<string>
  /** What a confirmed number agreed to texts for. Of a member with a number: all, as a text comes only where they chose it. */
  readonly textPurposes: ReadonlySet<TextPurpose>
}

export type CellName = `${NotificationType} ${Channel}`

interface Cell {
  /** What can be chosen. One choice alone is no choice: it is always so. */
  readonly choices: readonly Frequency[]
  readonly usual: Frequency
}

const OFF: Cell = { choices: ['off'], usual: 'off' }
const ALWAYS: Cell = { choices: ['instant'], usual: 'instant' }
const ON: Cell = { choices: ['off', 'instant'], usual: 'instant' }
const MAYBE: Cell = { choices: ['off', 'instant'], usual: 'off' }
/** Each at once, or all of a day together in the morning. */
const MAILED: Cell = { choices: ['off', 'instant', 'daily'], usual: 'instant' }
const DIGEST: Cell = { choices: ['off', 'instant', 'daily', 'weekly'], usual: 'daily' }

/** In the order of `CHANNELS`: the bell, mail, text, device. Texts come only for purposes that were agreed to (PHONE-06). */
type Row = readonly [Cell, Cell, Cell, Cell]
const CUSTOMER_ROWS: Readonly<Record<NotificationType, Row>> = {
  new_match: [ON, DIGEST, ON, ON],
  saved_search: [ON, ON, MAYBE, ON],
  price_drop: [ON, ON, MAYBE, ON],
  deal_status: [ON, ON, OFF, MAYBE],
  // A blast itself is a message in the thread; here are its other ways.
  blast: [OFF, ON, ON, MAYBE],
  // The mail and the text come once a message was unread for a while.
  message: [MAYBE, ON, ON, ON],
  address_request: [ON, ALWAYS, ON, ON],
  question: [OFF, OFF, OFF, OFF],
  offer: [ALWAYS, ALWAYS, ON, ON],
  // The one box that covered reminders named open houses alone.
  offer_expiring: [ALWAYS, ALWAYS, MAYBE, ON],
  open_house: [ON, ON, ON, ON],
  review: [ON, ON, OFF, MAYBE],
  wallet: [ALWAYS, ALWAYS, OFF, MAYBE],
  identity: [ALWAYS, ALWAYS, OFF, MAYBE],
  proof_of_funds: [ALWAYS, ALWAYS, OFF, MAYBE],
  security: [ALWAYS, ALWAYS, OFF, MAYBE],
}

/** On by mail and on devices, because most of it has a clock; texts only where they were chosen. The seller's app has no bell. */
const MEMBER_ROWS: Partial<typeof CUSTOMER_ROWS> = {
  offer: [OFF, MAILED, MAYBE, ON],
  offer_expiring: [OFF, ON, MAYBE, ON],
  address_request: [OFF, MAILED, MAYBE, ON],
  question: [OFF, MAILED, MAYBE, ON],
  open_house: [OFF, MAILED, MAYBE, ON],
  message: [OFF, ON, MAYBE, ON],
  review: [OFF, MAILED, OFF, MAYBE],
}

const MATRIX = { customer: CUSTOMER_ROWS, member: MEMBER_ROWS }

export const cellOf = (type: NotificationType, channel: Channel, kind: RecipientKind = 'customer'): Cell =>
  MATRIX[kind][type]?.[CHANNELS.indexOf(channel)] ?? OFF

/** Every cell with more than one choice, or that is always on. */
export const cellsOf = (kind: RecipientKind): readonly { type: NotificationType; channel: Channel }[] =>
  NOTIFICATION_TYPES.flatMap((type) =>
    CHANNELS.filter((channel) => cellOf(type, channel, kind) !== OFF).map((channel) => ({ type, channel })),
  )

/** How it works now, all taken together. */
export function frequencyOf(preferences: Preferences, type: NotificationType, channel: Channel): Frequency {
  const { choices, usual } = cellOf(type, channel, preferences.kind)
  const chosen = preferences.chosen.get(`${type} ${channel}`) ?? usual
  const set = choices.includes(chosen) ? chosen : usual
  if (channel === 'sms' && !preferences.textPurposes.has(purposeOf(type))) return 'off'
  const mailType = channel === 'email' ? mailTypeOf(type, set) : null
  return mailType !== null && preferences.mailTypesOff.has(mailType) ? 'off' : set
}

export const wantsNow = (preferences: Preferences, type: NotificationType, channel: Channel): boolean =>
  frequencyOf(preferences, type, channel) === 'instant'

/**
 * How often digests of matches may come: `instant` where only those boxes are in one that ask for fewer mails; null for not at all.
 */
export function wantsDigest(preferences: Preferences): Exclude<Frequency, 'off'> | null {
  if (preferences.mailTypesOff.has('deals_digest')) return null
  const frequency = frequencyOf(preferences, 'new_match', 'email')
  return frequency === 'off' ? null : frequency
}

/** What such a mail can be unsubscribed from; null for mails of service, which always come. */
export function mailTypeOf(type: NotificationType, frequency: Frequency = 'instant'): MailType | null {
  switch (type) {
    case 'new_match':
      return frequency === 'daily' || frequency === 'weekly' ? 'deals_digest' : 'buy_box_matches'
    case 'saved_search':
      return 'saved_searches'
    case 'price_drop':
      return 'price_drops'
    case 'deal_status':
      return 'deal_status'
    case 'blast':
      return 'blast'
    case 'message':
      return 'messages'
    case 'open_house':
      return 'reminders'
    case 'review':
      return 'reviews'
    case 'address_request':
    case 'question':
    case 'offer':
    case 'offer_expiring':
    case 'wallet':
    case 'identity':
    case 'proof_of_funds':
    case 'security':
      return null
  }
}
