/** Example data. Each takes what matters to the test and fills in the rest. */
import type { User } from '#marketplace/buyer/platform/user.ts'
import type { ChatWire, TextMessageWire } from '#shared/contract/messenger.ts'
import type { Message } from '#shared/thread/model.ts'
import type { OfferNow } from '#shared/thread/offer-model.ts'

export const EXAMPLE_MS = Date.UTC(2025, 5, 10, 15, 0)

/** A message of the chat, one second later for each id. */
export function message(given: Partial<Message> & { id: number }): Message {
  const atMs = given.atMs ?? EXAMPLE_MS + given.id * 1000
  return {
    type: 'outbound',
    action: null,
    channel: null,
    createdAt: new Date(atMs).toISOString(),
    atMs,
    message: `Message ${given.id}`,
    isRead: true,
    property: null,
    offer: null,
    inquiry: null,
    clientId: null,
    ...given,
  }
}

/** Where an offer stands: 112,000 dollars, sent, an hour to answer. */
export function offerNow(given: Partial<OfferNow> = {}): OfferNow {
  return {
    id: 9,
    state: 'submitted',
    version: 1,
    priceUsd: 112_000,
    isBackup: false,
    saidAtMs: EXAMPLE_MS,
    expiresAtMs: EXAMPLE_MS + 3_600_000,
    ...given,
  }
}

/** A message as our server sends it, one second later for each id. */
export function wireMessage(given: Partial<TextMessageWire> & { id: number }): TextMessageWire {
  const at = new Date(EXAMPLE_MS + given.id * 1000).toISOString()
  return {
    account_id: 1,
    customer_id: 7,
    type: 'outbound',
    action: null,
    channel: null,
    calculated_send_datetime: at,
    created_at: at,
    calculated_body: `Message ${given.id}`,
    is_read: true,
    property: null,
    offer: null,
    inquiry: null,
    ...given,
  }
}

export function wireChat(given: {
  accountId: number
  name?: string
  last?: TextMessageWire | null
  unread?: number
}): ChatWire {
  return {
    id: 1000 + given.accountId,
    created_at: new Date(EXAMPLE_MS).toISOString(),
    account: {
      id: given.accountId,
      title: given.name ?? `Account ${given.accountId}`,
      deals_site_settings: { deals_emails_logo: null },
    },
    last_message: given.last ?? null,
    customer_unread_count: given.unread ?? 0,
  }
}

/** A customer who has set everything up. */
export function user(given: Partial<User> = {}): User {
  return {
    id: 1,
    name: 'Dana Whitfield',
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@whitfieldholdings.com',
    isEmailConfirmed: true,
    hasPassword: true,
    photo: null,
    company: '',
    bio: '',
    timeZone: null,
    locale: null,
    phones: [{ id: 3, number: '+17132840142', isDefault: true, isConfirmed: true, textConsents: {} }],
    identity: { status: 'not_started', id: null, reason: null },
    propertyTypes: [],
    parkingTypes: [],
    favourites: [],
    scores: new Map(),
    mailTypesOff: [],
    unreadTotal: 0,
    isViewed: false,
    termsDue: null,
    ...given,
  }
}
