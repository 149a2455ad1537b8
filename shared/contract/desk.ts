/** The seller desk's calls; ours. A seller's person (`account` auth) acts for one account and reaches only its conversations. */
import * as z from 'zod/mini'
import { MEMBER_ROLES } from './desk-company.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_MAX_LENGTH } from './limits.ts'
import { messageProperty } from './message-property.ts'
import { textMessage } from './messenger.ts'
import { secondStep } from './second-step.ts'
import { loginToken, passwordLogin } from './sessions.ts'
import { amount, flag, id, idText, maybe, page, pageNumber, wrapped } from './wire.ts'

const member = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  /** A manager answers buyers and edits deals; the account's settings are an administrator's. */
  role: maybe(z.enum(MEMBER_ROLES)),
  account: z.object({ id: id(), title: z.string() }),
  /** Only the set-up of two-step login works before it is done. */
  needs_two_step: maybe(flag()),
})

/** A session, or the next step. */
export const deskLoggedIn = z.object({
  token: loginToken(),
  user: z.optional(member),
  second_step: secondStep(),
})

const deskChat = z.object({
  id: id(),
  customer: z.object({ id: id(), name: z.string() }),
  last_message: maybe(textMessage),
  account_unread_count: amount(),
  /** Who looks after it. */
  assigned_to: maybe(z.object({ id: id(), name: z.string() })),
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

export const deskLogin = endpoint({
  name: 'deskLogin',
  method: 'POST',
  path: '/account/api/auth/login',
  at: 'site',
  auth: 'none',
  summary: 'Log in at the seller desk.',
  body: passwordLogin(),
  reply: wrapped(deskLoggedIn),
})

export const deskLogout = endpoint({
  name: 'deskLogout',
  method: 'POST',
  path: '/account/api/auth/logout',
  at: 'site',
  auth: 'account',
  scopes: ['desk', 'desk-enrolling'],
  summary: 'End this desk session.',
  reply: z.unknown(),
  status: 204,
})

export const deskUser = endpoint({
  name: 'deskUser',
  method: 'GET',
  path: '/account/api/auth/user',
  at: 'site',
  auth: 'account',
  scopes: ['desk', 'desk-enrolling'],
  summary: 'Who is at the desk, and for which account.',
  reply: wrapped(member),
})

export const deskChats = endpoint({
  name: 'deskChats',
  method: 'GET',
  path: '/account/api/chats',
  at: 'site',
  auth: 'account',
  summary: 'The conversations of this account, the latest message first.',
  query: z.object({ page: pageNumber() }),
  reply: page(deskChat),
})

export const deskMessages = endpoint({
  name: 'deskMessages',
  method: 'GET',
  path: '/account/api/customers/{customer}/text-messages',
  at: 'site',
  auth: 'account',
  summary: 'One page of the thread with a buyer, newest first.',
  params: z.object({ customer: idText() }),
  query: z.object({ page: pageNumber() }),
  reply: page(textMessage),
})

export const deskReply = endpoint({
  name: 'deskReply',
  method: 'POST',
  path: '/account/api/customers/{customer}/text-messages',
  at: 'site',
  auth: 'account',
  summary:
    'Write to a buyer, with words, a property card, or both. A repeat with the same `Idempotency-Key` answers with the first.',
  params: z.object({ customer: idText() }),
  body: z.object({ message: z.optional(text()), property_id: z.optional(id()) }),
  reply: wrapped(textMessage),
  status: 201,
  idempotency: 'optional',
})

export const deskMarkRead = endpoint({
  name: 'deskMarkRead',
  method: 'PUT',
  path: '/account/api/customers/{customer}/read-state',
  at: 'site',
  auth: 'account',
  summary: 'The desk has seen everything this buyer wrote.',
  params: z.object({ customer: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const deskProperties = endpoint({
  name: 'deskProperties',
  method: 'GET',
  path: '/account/api/properties',
  at: 'site',
  auth: 'account',
  summary: 'The deals of this account, to put on a message.',
  query: z.object({ page: pageNumber() }),
  reply: page(messageProperty),
})
