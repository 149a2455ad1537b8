/** The seller app's calls; ours. A seller's person (`account` auth) acts for one account and reaches only its conversations. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { conversationState } from './conversation-state.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_MAX_LENGTH, SEARCH_MAX_LENGTH } from './limits.ts'
import { MEMBER_ROLES } from './member-roles.ts'
import { messageProperty } from './message-property.ts'
import { attachmentIds, textMessage } from './messenger.ts'
import { secondStep } from './second-step.ts'
import { loginToken, passwordLogin } from './sessions.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const member = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  /** A manager answers buyers and edits deals; the account's settings are an administrator's. */
  role: maybe(z.enum(MEMBER_ROLES)),
  /** `closes_at`: when its data is deleted, while an owner closes it. */
  account: z.object({
    id: id(),
    title: z.string(),
    logo: maybe(z.string()),
    closes_at: z.optional(instant()),
  }),
  /** Only the set-up of two-step login works before it is done. */
  needs_two_step: maybe(flag()),
  /** The version of the terms of service that the person has not accepted yet. */
  terms_due: z.optional(z.string()),
})

/** A session, or the next step. */
export const sellerLoggedIn = z.object({
  token: loginToken(),
  user: z.optional(member),
  second_step: secondStep(),
})

const sellerChat = z.object({
  id: id(),
  ...conversationState,
  customer: z.object({
    id: id(),
    name: z.string(),
    /** A visitor of the account’s own site, as they or the site say; null for a buyer with a login. */
    visitor: maybe(
      z.object({
        /** `guest`: they wrote without a login. `site`: the account’s own server vouched for them. */
        kind: z.enum(['guest', 'site']),
        email: maybe(z.string()),
        phone: maybe(z.string()),
        is_email_confirmed: flag(),
      }),
    ),
  }),
  last_message: maybe(textMessage),
  account_unread_count: amount(),
  /** The buyer has deleted their account: only the account’s own messages are left, and no more can be sent. */
  is_deleted: maybe(flag()),
})

const text = () =>
  z
    .string()
    .check(
      z.maxLength(
        MESSAGE_MAX_LENGTH,
        `The message must not be longer than ${MESSAGE_MAX_LENGTH} characters.`,
      ),
    )

export const sellerLogin = endpoint({
  name: 'sellerLogin',
  method: 'POST',
  path: '/account/api/auth/login',
  at: 'site',
  auth: 'none',
  summary: 'Log in to the seller app.',
  body: passwordLogin(),
  reply: wrapped(sellerLoggedIn),
})

export const sellerLogout = endpoint({
  name: 'sellerLogout',
  method: 'POST',
  path: '/account/api/auth/logout',
  at: 'site',
  auth: 'account',
  scopes: ['desk', 'desk-enrolling'],
  summary: 'End this seller session.',
  reply: z.unknown(),
  status: 204,
})

export const sellerUser = endpoint({
  name: 'sellerUser',
  method: 'GET',
  path: '/account/api/auth/user',
  at: 'site',
  auth: 'account',
  scopes: ['desk', 'desk-enrolling'],
  summary: 'The logged-in member and the account.',
  reply: wrapped(member),
})

export const sellerAcceptTerms = endpoint({
  name: 'sellerAcceptTerms',
  method: 'PUT',
  path: '/account/api/auth/terms',
  at: 'site',
  auth: 'account',
  summary:
    'Accept the terms of service as this person. Only the version in force, `terms_due` of the member, can be accepted.',
  body: z.object({ terms_version: z.string().check(z.maxLength(40)) }),
  reply: wrapped(member),
})

export const sellerDeleteLogin = endpoint({
  name: 'sellerDeleteLogin',
  method: 'POST',
  path: '/account/api/auth/delete-login',
  at: 'site',
  auth: 'account',
  needsStepUp: true,
  summary:
    'Delete this person’s login. What they wrote and did stays with the company. 409 for the only owner who can log in.',
  /** The person’s email address. */
  body: z.object({ confirmation: z.string().check(z.maxLength(254)) }),
  reply: done,
})

export const sellerChats = endpoint({
  name: 'sellerChats',
  method: 'GET',
  path: '/account/api/chats',
  at: 'site',
  auth: 'account',
  summary:
    'The conversations of this account, the latest message first; of a deal those with an offer, request, question or card of it.',
  query: z.object({ page: pageNumber(), 'filter[property_id]': z.optional(idText()) }),
  reply: page(sellerChat),
})

/** The newest so many are found. */
export const FOUND_MESSAGES = 30

export const sellerFindMessages = endpoint({
  name: 'sellerFindMessages',
  method: 'GET',
  path: '/account/api/text-messages',
  at: 'site',
  auth: 'account',
  summary: `Messages of this account’s conversations that have all the words, the newest ${FOUND_MESSAGES}.`,
  query: z.object({ q: z.string().check(z.minLength(2), z.maxLength(SEARCH_MAX_LENGTH)) }),
  reply: wrapped(
    z.array(
      z.object({
        id: id(),
        customer: z.object({ id: id(), name: z.string() }),
        type: z.enum(['inbound', 'outbound']),
        text: z.string(),
        created_at: instant(),
      }),
    ),
  ),
})

export const sellerMessages = endpoint({
  name: 'sellerMessages',
  method: 'GET',
  path: '/account/api/customers/{customer}/text-messages',
  at: 'site',
  auth: 'account',
  summary: 'One page of the thread with a buyer, newest first.',
  params: z.object({ customer: idText() }),
  query: z.object({ page: pageNumber() }),
  reply: page(textMessage),
})

export const sellerBlockChat = endpoint({
  name: 'sellerBlockChat',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/customers/{customer}/block',
  at: 'site',
  auth: 'account',
  summary:
    'Take no more messages from a buyer or a guest, or take them again. Messages are refused with 403 `conversation_blocked`; offers and requests go on.',
  params: z.object({ customer: idText() }),
  body: z.object({ is_blocked: z.boolean() }),
  reply: z.unknown(),
  status: 204,
})

export const sellerReply = endpoint({
  name: 'sellerReply',
  permission: 'reply',
  method: 'POST',
  path: '/account/api/customers/{customer}/text-messages',
  at: 'site',
  auth: 'account',
  summary:
    'Send a buyer text, a property card, uploads of `sellerUploadAttachment`, or several of them. A repeat with the same `Idempotency-Key` returns the first message.',
  params: z.object({ customer: idText() }),
  body: z.object({
    message: z.optional(text()),
    property_id: z.optional(id()),
    attachment_ids: attachmentIds,
  }),
  reply: wrapped(textMessage),
  status: 201,
  idempotency: 'optional',
})

export const sellerMarkRead = endpoint({
  name: 'sellerMarkRead',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/customers/{customer}/read-state',
  at: 'site',
  auth: 'account',
  summary: 'Mark all messages of this buyer as read.',
  params: z.object({ customer: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const sellerProperties = endpoint({
  name: 'sellerProperties',
  method: 'GET',
  path: '/account/api/properties',
  at: 'site',
  auth: 'account',
  summary: 'The deals of this account, for adding one to a message.',
  query: z.object({ page: pageNumber() }),
  reply: page(z.extend(messageProperty, { is_sold: maybe(flag()) })),
})
