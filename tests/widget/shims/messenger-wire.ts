/** Every schema that the messenger reads or writes by, for the test beside it, which builds this file as the messenger is built. */
import * as z from 'zod/mini'
import { currentUser } from '#shared/contract/account.ts'
import { authoriseChannel } from '#shared/contract/broadcasting.ts'
import { inquiryUpdated, offerUpdated } from '#shared/contract/events.ts'
import {
  listChats,
  listTextMessages,
  markTextMessagesRead,
  sendTextMessage,
  textMessageOutboundSent,
  textMessagesRead,
} from '#shared/contract/messenger.ts'
import { updateOffer } from '#shared/contract/offers.ts'
import { realtimeConfig } from '#shared/contract/realtime-config.ts'
import { problem } from '#shared/contract/wire.ts'

export { z }

export const SCHEMAS = {
  chats: listChats.reply,
  rawChats: listChats.reply,
  messages: listTextMessages.reply,
  sent: sendTextMessage.reply,
  sentBare: sendTextMessage.reply,
  user: currentUser.reply,
  signature: authoriseChannel.reply,
  problem,
  config: realtimeConfig,
  live: textMessageOutboundSent.payload,
  read: textMessagesRead.payload,
  inquiryUpdated: inquiryUpdated.payload,
  offerUpdated: offerUpdated.payload,
}

const TERMS = { price_cents: 100, financing: 'cash', answer_hours: 48, is_assignable: true }

export const INPUTS = {
  'a page of chats': {
    schema: listChats.query,
    given: [{ page: 2, with: 'account' }, { page: 1 }, {}, { page: '2' }],
  },
  'a page of messages': {
    schema: listTextMessages.query,
    given: [
      { page: 1, 'filter[account_id]': 7 },
      { 'filter[account_id]': -1 },
      { 'filter[account_id]': 1.5 },
    ],
  },
  'where a message goes': {
    schema: sendTextMessage.params,
    given: [{ customer: 1, account: 2 }, { customer: 1 }],
  },
  'a message': {
    schema: sendTextMessage.body ?? z.unknown(),
    given: [{ message: 'Hello' }, { message: ' ' }, { message: 'x'.repeat(1001) }, { message: 5 }],
  },
  'read marks': {
    schema: markTextMessagesRead.body ?? z.unknown(),
    given: [
      { is_read: true, text_messages_ids: [1, 2] },
      { is_read: true, text_messages_ids: [] },
      { is_read: false, text_messages_ids: [1] },
    ],
  },
  'a channel’s signature': {
    schema: authoriseChannel.body ?? z.unknown(),
    given: [
      { socket_id: '1.2', channel_name: 'private-App.Models.Customer.7' },
      { socket_id: 'x', channel_name: 'a b' },
    ],
  },
  'an offer’s move': {
    schema: updateOffer.body ?? z.unknown(),
    given: [
      { action: 'accept', version: 3 },
      { action: 'counter', version: 3, terms: TERMS },
      { action: 'counter', version: 3, terms: { ...TERMS, price_cents: -5 } },
      { action: 'dance', version: 3 },
    ],
  },
}
