/** The emails somebody gets: which kinds, stopping them, and for an address without an account what companies imported about it. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, flag, instant, maybe, wrapped } from './wire.ts'

/** For which a contact that a company imports may have agreed. */
export const CONSENT_CHANNELS = ['email', 'sms'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** What a mail can be unsubscribed from. Service mails (offers, money, security) have no such link. */
export const MAIL_TYPES = [
  'deals_digest',
  'blast',
  'buy_box_matches',
  'saved_searches',
  'price_drops',
  'deal_status',
  'messages',
  'reminders',
  'reviews',
] as const
export const mailType = z.enum(MAIL_TYPES)
export type MailType = z.output<typeof mailType>

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/auth/unsubscribe',
  auth: 'none',
  spec: ['POST /customer/api/auth/unsubscribe'],
  summary:
    'Stop (or resume) mails to the owner of a signed token or to the logged-in customer; for an email alone, a link is mailed.',
  body: z.object({
    token: z.optional(z.string().check(z.maxLength(2000))),
    email: z.optional(emailAddress()),
    /** Which kind, for who is logged in and has no token; with `scope: 'type'`. */
    type: z.optional(mailType),
    /** `type`: the kind the token is about; `all`: everything but service mails. */
    scope: z.optional(z.enum(['type', 'all'])),
    is_subscribed: z.optional(flag()),
    /** With the token of an imported contact: what companies keep about the address is erased, and it stays stopped. */
    is_erased: z.optional(z.boolean()),
  }),
  reply: done,
})

/** In the company's words; `at` is a day. */
const consentSaid = z.object({ how: z.string(), at: z.string() })

const confirmation = z.object({
  company: z.string(),
  /** E.164. */
  phone: maybe(z.string()),
  /** What the company says, by channel, and the contact has not confirmed; both empty after an answer. */
  waiting: z.object({ email: z.optional(consentSaid), sms: z.optional(consentSaid) }),
  /** What is confirmed. */
  confirmed: z.array(z.enum(CONSENT_CHANNELS)),
})
export type ConfirmationWire = z.output<typeof confirmation>

const confirmationToken = z.string().check(z.maxLength(2000))

/** Ours: a company with double opt-in asks an imported contact, who has no login. Changes nothing, as mail scanners open links. */
export const showConfirmation = endpoint({
  name: 'showConfirmation',
  method: 'POST',
  path: '/auth/confirmation',
  auth: 'none',
  summary: 'What a company says that an imported contact agreed to, by the token of the mailed link.',
  body: z.object({ token: confirmationToken }),
  reply: wrapped(confirmation),
})

export const answerConfirmation = endpoint({
  name: 'answerConfirmation',
  method: 'PUT',
  path: '/auth/confirmation',
  auth: 'none',
  summary: 'Confirm the named channels. Without any, the company is declined, and cannot ask again.',
  body: z.object({
    token: confirmationToken,
    channels: z.array(z.enum(CONSENT_CHANNELS)).check(z.maxLength(2)),
  }),
  reply: wrapped(confirmation),
})

/** What one company imported about an address; `at` of a proof of consent is a day. */
const importedContact = z.object({
  company: z.string(),
  imported_at: instant(),
  name: maybe(z.string()),
  phone: maybe(z.string()),
  email_consent: maybe(consentSaid),
  sms_consent: maybe(consentSaid),
})
export type ImportedContactWire = z.output<typeof importedContact>

const subscription = z.object({
  /** e.g. `d•••@whitfieldholdings.com`. */
  email: z.string(),
  type: maybe(mailType),
  is_subscribed: z.boolean(),
  is_subscribed_to_any: z.boolean(),
  /** Only for an address without an account that companies imported. */
  imports: z.optional(z.array(importedContact)),
})
export type SubscriptionWire = z.output<typeof subscription>

/** Ours: what an unsubscribe link is about. Changes nothing, as mail scanners open links. */
export const showSubscription = endpoint({
  name: 'showSubscription',
  method: 'POST',
  path: '/auth/subscription',
  auth: 'none',
  summary: 'The details of an unsubscribe link: the masked address, the kind of mail, and whether it is on.',
  body: z.object({ token: z.string().check(z.maxLength(2000)) }),
  reply: wrapped(subscription),
})
