/**
 * What a page with a publishable key may do: read which account the key belongs to, and let a visitor without a login write. The
 * visitor's browser signs with a key that only it has (docs/security.md); its bearer tokens reach only the conversation with the key's
 * account. An addition to the spec.
 */
import * as z from 'zod/mini'
import { captchaChallenge } from './account.ts'
import { endpoint } from './endpoint.ts'
import { launcherSettings } from './launcher.ts'
import { MESSAGE_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './limits.ts'
import { messageContext } from './messenger.ts'
import { guestSettings } from './seller-keys.ts'
import { amount, emailAddress, flag, id, instant, maybe, sixDigits, wrapped } from './wire.ts'

const KEY = '/site-keys/{key}'
const ofKey = { auth: 'none', params: z.object({ key: z.string() }) } as const
const ofGuest = { scopes: ['session', 'messages'] } as const

const siteSummary = z.object({
  account: z.object({ id: id(), title: z.string(), logo: maybe(z.string()) }),
  /** The usual time until a message is answered; null while there is too little to say. */
  response_time_hours: maybe(amount()),
  guests: guestSettings,
  /** What the seller set of the launcher; what the page says itself comes first. */
  launcher: z.optional(launcherSettings),
  /** Of the terms at `terms_url`. */
  terms_version: z.optional(z.string()),
  terms_url: z.string(),
  privacy_url: z.string(),
})
export type SiteSummaryWire = z.output<typeof siteSummary>

export const siteKey = endpoint({
  ...ofKey,
  name: 'siteKey',
  method: 'GET',
  path: KEY,
  summary:
    'The account of a publishable key, and the form for its visitors. 404 for a key that is unknown or revoked, 403 from a page that the key does not allow.',
  reply: wrapped(siteSummary),
})

export const guestChallenge = endpoint({
  ...ofKey,
  name: 'guestChallenge',
  method: 'GET',
  path: `${KEY}/challenge`,
  summary: 'A text for the visitor’s browser to sign, for 10 minutes, and a captcha for its form.',
  reply: wrapped(z.object({ challenge: z.string(), captcha: captchaChallenge })),
})

/** `public_key`: a P-256 point, uncompressed; `signature`: ECDSA with SHA-256 over `plat-guest:{key}:{challenge}`, r and s. All base64url. */
const proof = {
  public_key: z.string().check(z.regex(/^[\w-]{87}$/, 'This is not a public key.')),
  challenge: z.string().check(z.maxLength(200)),
  signature: z.string().check(z.regex(/^[\w-]{86}$/, 'This is not a signature.')),
}

const guestToken = z.object({
  token: z.string(),
  expires_at: instant(),
  /** As the visitor wrote it; null for one who left a phone number alone. */
  email: maybe(z.string()),
  email_confirmed: flag(),
  /** They have become a buyer, who logs in with that e-mail. */
  has_login: flag(),
})
export type GuestTokenWire = z.output<typeof guestToken>

export const startGuest = endpoint({
  ...ofKey,
  name: 'startGuest',
  method: 'POST',
  path: `${KEY}/guests`,
  summary:
    'Send the first message of a visitor without a login. Needs the captcha of the challenge. A repeat with the same public key and message returns the first.',
  body: z.object({
    ...proof,
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name.'), z.maxLength(PERSON_NAME_MAX_LENGTH)),
    email: maybe(emailAddress()),
    phone: maybe(z.string().check(z.trim(), z.maxLength(40, 'At most 40 characters.'))),
    message: z.string().check(
      z.maxLength(
        MESSAGE_MAX_LENGTH,
        `The message must not be longer than ${MESSAGE_MAX_LENGTH} characters.`,
      ),
      z.refine((text) => text.trim() !== '', 'Write a message.'),
    ),
    /** A deal of the account’s that the message is about. */
    property_id: maybe(id()),
    context: maybe(messageContext),
    recaptcha_token: z.optional(z.string()),
  }),
  reply: wrapped(guestToken),
  status: 201,
})

export const renewGuest = endpoint({
  ...ofKey,
  name: 'renewGuest',
  method: 'POST',
  path: `${KEY}/guest-tokens`,
  summary: 'A bearer token for a browser that has written before; 404 `guest_unknown` if it has not.',
  body: z.object(proof),
  reply: wrapped(guestToken),
  status: 201,
})

export const startGuestReturn = endpoint({
  ...ofKey,
  name: 'startGuestReturn',
  method: 'POST',
  path: `${KEY}/guest-codes`,
  summary:
    'For another browser: mails a code if somebody has confirmed this e-mail here. Neither the answer nor its timing reveals whether anybody has.',
  body: z.object({ email: emailAddress(), recaptcha_token: z.optional(z.string()) }),
  reply: wrapped(z.object({ handle: id() })),
})

export const finishGuestReturn = endpoint({
  ...ofKey,
  name: 'finishGuestReturn',
  method: 'POST',
  path: `${KEY}/guest-codes/check`,
  summary: 'Enter the code of that mail: this browser then has the conversation too.',
  body: z.object({ ...proof, handle: id(), code: sixDigits() }),
  reply: wrapped(guestToken),
  status: 201,
})

export const sendGuestCode = endpoint({
  ...ofGuest,
  name: 'sendGuestCode',
  method: 'POST',
  path: '/guest/email-codes',
  summary: 'Mail the guest a code that confirms their email; `email` sets it first.',
  body: z.object({ email: maybe(emailAddress()) }),
  reply: wrapped(z.object({ email: z.string() })),
})

export const confirmGuestEmail = endpoint({
  ...ofGuest,
  name: 'confirmGuestEmail',
  method: 'POST',
  path: '/guest/email-codes/check',
  summary: 'Confirm the guest’s e-mail with the code of the mail.',
  body: z.object({ code: sixDigits() }),
  reply: wrapped(z.object({ email: z.string() })),
})

export const becomeBuyer = endpoint({
  ...ofGuest,
  name: 'becomeBuyer',
  method: 'POST',
  path: '/guest/account',
  summary:
    'Create a login for a guest with a confirmed email; the guest keeps the conversation. 409 `email_not_confirmed`, or `email_taken` if the e-mail has a login already.',
  body: z.object({ terms_version: z.optional(z.string().check(z.maxLength(40))) }),
  reply: wrapped(z.object({ email: z.string(), login_url: z.string() })),
})
