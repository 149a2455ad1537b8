/** Every realtime event there is, for the API's documentation. A browser imports the single ones it hears. */
import { notesUpdated } from './conversation-notes.ts'
import { conversationUpdated } from './conversation-state.ts'
import {
  customerIdvStatusUpdated,
  feedUpdated,
  inquiryUpdated,
  notificationsUpdated,
  offerUpdated,
  openHouseUpdated,
  propertyUpdated,
  reviewUpdated,
  savedSearchesUpdated,
  walletUpdated,
} from './events.ts'
import {
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  textMessagesSeen,
} from './messenger.ts'

import { memberIdentityUpdated } from './seller-identity.ts'

export const REALTIME_EVENTS = [
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  textMessagesSeen,
  customerIdvStatusUpdated,
  inquiryUpdated,
  openHouseUpdated,
  propertyUpdated,
  offerUpdated,
  conversationUpdated,
  notesUpdated,
  memberIdentityUpdated,
  walletUpdated,
  reviewUpdated,
  feedUpdated,
  notificationsUpdated,
  savedSearchesUpdated,
] as const
