/** The messenger's calls (spec section 7, Messenger): chats, a thread, sending, read marks. Sides are told from the seller's view. */
import * as z from 'zod/mini'
import { ATTACHMENTS_PER_MESSAGE } from './attachment-limits.ts'
import { endpoint } from './endpoint.ts'
import { CONTEXT_TITLE_MAX_LENGTH, CONTEXT_URL_MAX_LENGTH } from './key-limits.ts'
import { MESSAGE_MAX_LENGTH, READ_MARKS_PER_CALL } from './limits.ts'
import { messageAttachment } from './message-attachment.ts'
import { messageProperty } from './message-property.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

/** `outbound` was sent to the customer, `inbound` came from the customer. */
export const direction = z.enum(['inbound', 'outbound'])

export const messageOffer = z.object({
  id: id(),
  /** Of the move this message tells, in units of the currency. */
  price: maybe(amount()),
  buyer: maybe(z.string()),
  /** Ours, all below; a backend without them shows the price alone. `move` is what this message tells of it. */
  move: maybe(z.string()),
  by: maybe(z.string()),
  /** Where the offer stands now, whatever this message tells. */
  state: maybe(z.string()),
  current_price: maybe(amount()),
  turn: maybe(z.string()),
  version: maybe(amount()),
  expires_at: maybe(instant()),
  is_backup: maybe(flag()),
  /** The server's clock when this was said, so that a countdown does not go by a wrong watch. */
  now: maybe(instant()),
  /** The offer's page for its buyer, absolute. */
  url: maybe(z.string()),
})

export const messageInquiry = z.object({
  id: id(),
  type: maybe(z.string()),
  message: maybe(z.string()),
  /** Ours, of an address request: `pending`, `granted` or `declined`. */
  state: maybe(z.string()),
})

/** The page on which a message was written, as the host page hands it in. Ours. */
export const messageContext = z.object({
  title: maybe(z.string().check(z.trim(), z.maxLength(CONTEXT_TITLE_MAX_LENGTH))),
  url: maybe(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(CONTEXT_URL_MAX_LENGTH),
        z.regex(/^https?:\/\/[^\s]+$/i, 'Enter an address that begins with http:// or https://.'),
      ),
  ),
})
export type MessageContext = z.output<typeof messageContext>

/** One text message. `action` and `channel` are open: an unknown one is shown without a label. */
export const textMessage = z.object({
  id: id(),
  account_id: maybe(id()),
  customer_id: maybe(id()),
  type: direction,
  action: maybe(z.string()),
  channel: maybe(z.string()),
  calculated_send_datetime: maybe(instant()),
  created_at: maybe(instant()),
  calculated_body: maybe(z.string()),
  is_read: maybe(flag()),
  /** When its reader read it, null until then. Absent where the sender does not get to know. Ours. */
  read_at: maybe(instant()),
  /** The `Idempotency-Key` of the send it came from, which tells its sender for certain that it is the one. Ours. */
  idempotency_key: maybe(z.string()),
  /** The page on which it was written. Ours. */
  context: maybe(z.object({ title: maybe(z.string()), url: maybe(z.string()) })),
  /** Photos and files, in their order. Ours. */
  attachments: maybe(z.array(messageAttachment)),
  property: maybe(messageProperty),
  offer: maybe(messageOffer),
  inquiry: maybe(messageInquiry),
})
export type TextMessageWire = z.output<typeof textMessage>

const lastMessage = z.object({
  id: maybe(id()),
  type: maybe(direction),
  action: maybe(z.string()),
  channel: maybe(z.string()),
  calculated_send_datetime: maybe(instant()),
  created_at: maybe(instant()),
  calculated_body: maybe(z.string()),
})

const chatAccount = z.object({
  id: id(),
  title: maybe(z.string()),
  deals_site_settings: maybe(z.object({ deals_emails_logo: maybe(z.string()) })),
})

/** A conversation: one per account a customer talks with. */
export const chat = z.object({
  id: id(),
  created_at: maybe(instant()),
  account: chatAccount,
  last_message: maybe(lastMessage),
  customer_unread_count: maybe(amount()),
})
export type ChatWire = z.output<typeof chat>

/** At most 10, in the order in which they are shown. */
export const attachmentIds = z.optional(
  z
    .array(id())
    .check(
      z.maxLength(ATTACHMENTS_PER_MESSAGE, `Attach at most ${ATTACHMENTS_PER_MESSAGE} files to a message.`),
    ),
)

const customerParams = z.object({ customer: idText() })

/** For backends that page by cursor: what `links.next` of the page before carried. Ours counts pages. */
const cursor = z.optional(z.string())

/** Relations may be asked for, separated by `;` as the spec writes them; the server accepts the listed ones. */
export const CHAT_RELATIONS =
  'account.deals_site_settings;last_message.text_message_body;last_message.inquiry'
export const MESSAGE_RELATIONS = 'inquiry;offer;property.main_image'

/** Ours: exchanges a session for a short-lived bearer for the element, limited to the messages. */
export const issueToken = endpoint({
  name: 'issueToken',
  method: 'POST',
  path: '/auth/token',
  summary:
    'A short-lived bearer token for the messenger element. With `account_id` it is limited to the conversation with this account.',
  body: z.object({ account_id: maybe(id()) }),
  reply: wrapped(z.object({ token: z.string(), expires_at: z.string(), account_id: maybe(id()) })),
  status: 201,
})

/** The customer's conversations, latest message first (spec 7: GET /customers/{customer}/chats). */
export const listChats = endpoint({
  name: 'listChats',
  method: 'GET',
  path: '/customers/{customer}/chats',
  scopes: ['session', 'view', 'messages'],
  alsoAtRoot: true,
  spec: ['GET /customers/{customer}/chats', 'GET /customer/api/customers/{id}/chats'],
  summary: 'The conversations of a customer, the one with the latest message first.',
  params: customerParams,
  query: z.object({ page: pageNumber(), cursor, with: z.optional(z.string()) }),
  reply: page(chat),
})

/** One page of a thread, newest first (spec 7: GET /customers/{customer}/text-messages). */
export const listTextMessages = endpoint({
  name: 'listTextMessages',
  method: 'GET',
  path: '/customers/{customer}/text-messages',
  scopes: ['session', 'view', 'messages'],
  alsoAtRoot: true,
  spec: ['GET /customers/{customer}/text-messages', 'GET /customer/api/customers/{id}/text-messages'],
  summary: 'The messages of one conversation, the newest first.',
  params: customerParams,
  query: z.object({
    page: pageNumber(),
    cursor,
    'filter[account_id]': idText(),
    with: z.optional(z.string()),
  }),
  reply: page(textMessage),
})

/**
 * Sends a text to an account. The header `Idempotency-Key` (1–64 characters) makes a repeat answer with the first message.
 * Laravel may answer bare or wrapped in `data`; read it with `createdMessage`.
 */
export const sendTextMessage = endpoint({
  name: 'sendTextMessage',
  method: 'POST',
  idempotency: 'optional',
  path: '/customers/{customer}/accounts/{account}/text-messages',
  scopes: ['session', 'messages'],
  needs: ['firstMessage'],
  alsoAtRoot: true,
  spec: ['POST /customers/{customer}/accounts/{accountId}/text-messages'],
  summary:
    'Send a message to an account; answers with the created message. The first message of a conversation needs a confirmed email; without a conversation it is refused with 404, unless `first_contact` asks to open one and the account allows it.',
  params: z.object({ customer: idText(), account: idText() }),
  body: z.object({
    /** Empty only with attachments. */
    message: z
      .string()
      .check(
        z.maxLength(
          MESSAGE_MAX_LENGTH,
          `The message must not be longer than ${MESSAGE_MAX_LENGTH} characters.`,
        ),
      ),
    /** Opens the conversation if there is none: 403 `first_contact_off` if the account does not allow it. Ours, as the next three. */
    first_contact: z.optional(z.boolean()),
    /** A deal of the account’s that the message is about; left out if it is not listed. */
    property_id: maybe(id()),
    context: maybe(messageContext),
    /** Uploads of `uploadAttachment`; with them the text may be empty. */
    attachment_ids: attachmentIds,
  }),
  reply: z.union([wrapped(textMessage), textMessage]),
  status: 201,
})

/** Ours: who a first message would go to. A server that has this says so by `meta.first_contact` of the current user. */
export const getContact = endpoint({
  name: 'getContact',
  method: 'GET',
  path: '/customers/{customer}/accounts/{account}/contact',
  scopes: ['session', 'view', 'messages'],
  summary:
    'The company behind an account that the customer has no conversation with, for a first message; null if it does not exist or accepts no first messages. `answers` and `hours` are sentences to show.',
  params: z.object({ customer: idText(), account: idText() }),
  reply: wrapped(
    z.nullable(z.object({ account: chatAccount, answers: maybe(z.string()), hours: maybe(z.string()) })),
  ),
})

/** Marks messages as read (spec 7: PUT …/text-message-service/read-state). Ids of other conversations are ignored. */
export const markTextMessagesRead = endpoint({
  name: 'markTextMessagesRead',
  method: 'PUT',
  path: '/customers/{customer}/text-message-service/read-state',
  scopes: ['session', 'messages'],
  alsoAtRoot: true,
  spec: ['PUT /customers/{customer}/text-message-service/read-state'],
  summary: 'Mark messages that were sent to the customer as read.',
  params: customerParams,
  body: z.object({
    is_read: z.literal(true, 'The is read field must be true.'),
    text_messages_ids: z.array(id()).check(z.minLength(1), z.maxLength(READ_MARKS_PER_CALL)),
  }),
  reply: z.unknown(),
})

/** The message inside a send's reply, wrapped or bare. */
export function createdMessage(reply: z.output<typeof sendTextMessage.reply>): TextMessageWire {
  return 'data' in reply ? reply.data : reply
}

/** An event: came from the customer. Carries a message with its account id. */
export const textMessageInboundSent = {
  name: 'TextMessageInboundSent',
  payload: z.object({ message: textMessage }),
}
/** An event: was sent to the customer. */
export const textMessageOutboundSent = {
  name: 'TextMessageOutboundSent',
  payload: z.object({ message: textMessage }),
}
/**
 * An event: messages were marked as read; ours. On the customer's channel it synchronizes other devices, on the account's
 * channel it tells the seller what the buyer has seen.
 */
export const textMessagesRead = {
  name: 'TextMessagesRead',
  payload: z.object({
    account_id: id(),
    customer_id: id(),
    text_messages_ids: z.array(id()),
    customer_unread_count: maybe(amount()),
    read_at: maybe(instant()),
  }),
}
/**
 * An event: the company has read messages of this customer, the newest 100 at most; ours, and only where companies show it. On the
 * customer's channels.
 */
export const textMessagesSeen = {
  name: 'TextMessagesSeen',
  payload: z.object({
    account_id: id(),
    customer_id: id(),
    text_messages_ids: z.array(id()),
    read_at: instant(),
  }),
}
