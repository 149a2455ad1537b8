/**
 * Who a customer is and how they get in: log in by password, code, link or network, register, recover (spec section 7, Auth
 * and account). What a customer changes about themselves stands in profile.ts. Payloads the spec does not show are ours and
 * are written down in docs/coverage.md.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PASSWORD_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './limits.ts'
import { tokenMeta } from './messenger-user.ts'
import { phone } from './phone.ts'
import { loginToken } from './sessions.ts'
import { amount, emailAddress, flag, id, idText, maybe, sixDigits, wrapped } from './wire.ts'

/** A password that is only checked: any length a person may once have chosen. */
const password = () => z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(128))
/** A password that is set. What it must be is a rule of shared/rules/password.ts, which the server asks. */
export const newPassword = () =>
  z.string().check(z.minLength(1, 'Enter a password.'), z.maxLength(PASSWORD_MAX_LENGTH))
export const personName = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(PERSON_NAME_MAX_LENGTH))

/** The user profile (spec section 3). Only `id` is certain: a Laravel backend may send no more. */
export const customer = z.object({
  id: id(),
  name: maybe(z.string()),
  first_name: maybe(z.string()),
  last_name: maybe(z.string()),
  email: maybe(z.string()),
  /** Absent counts as confirmed: a backend that does not know it asks for nothing. */
  email_confirmed: maybe(flag()),
  /** False for who came by a network or a code and never chose one. */
  has_password: maybe(flag()),
  photo: maybe(z.string()),
  company: maybe(z.string()),
  bio: maybe(z.string()),
  /** IANA name, e.g. `America/Chicago`. */
  time_zone: maybe(z.string()),
  locale: maybe(z.string()),
  phones: maybe(z.array(phone)),
  /** `success` means ID verified; ours also: not_started, in_progress, pending_review, failed, expired. */
  idv_status: maybe(z.string()),
  idv_id: maybe(z.string()),
  /** Why the last identity check failed, in words for the customer. */
  idv_reason: maybe(z.string()),
  property_types: maybe(z.array(id())),
  parking_types: maybe(z.array(id())),
  favourite_properties: maybe(z.array(id())),
  property_stats: maybe(z.array(z.object({ property_id: id(), ai_score: amount() }))),
  proof_of_funds: maybe(z.unknown()),
  balance: maybe(amount()),
  /** Kinds of mail this customer has unsubscribed from; ours. */
  mail_types_off: maybe(z.array(z.string())),
  buy_box_mode: maybe(z.enum(['smart', 'manual'])),
  /** Unread messages over all conversations; ours, for a badge before the messenger is opened. */
  unread_total: maybe(amount()),
  /** The version of the terms in force, if this customer has not accepted it; ours. */
  terms_due: maybe(z.string()),
  is_viewed: maybe(flag()), // One of the house looks at it and can change nothing; ours.
})
export type CustomerWire = z.output<typeof customer>

/** A session that has begun. A page of this site gets it in an HttpOnly cookie, everything else as a bearer. */
export const session = z.object({ token: loginToken(), user: customer })

/** An answer that has only something to say. */
export const done = z.object({ message: z.string() })

export const currentUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/auth/user',
  alsoAtRoot: true,
  scopes: ['session', 'view', 'messages'],
  spec: ['GET /customer/api/auth/user', 'GET {api}/auth/user'],
  summary:
    'The customer the token belongs to. With the scope `messages` the answer has only id, name, photo and the unread count.',
  reply: z.object({ data: customer, meta: tokenMeta }),
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/login',
  at: 'site',
  auth: 'none',
  spec: ['POST /login'],
  summary:
    'Log in with a password and a captcha token, or without a password by the hash of a code. A page of this site gets a session cookie; everything else gets a bearer token.',
  body: z.object({
    email: emailAddress(),
    /** Not needed beside a verification hash. */
    password: z.optional(password()),
    /** What `POST /auth/action-verification-code` answered; works once. */
    verification_hash: z.optional(z.string()),
    /** The solved challenge of the configured captcha, whichever it is. */
    recaptcha_token: z.optional(z.string()),
  }),
  reply: wrapped(session),
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  at: 'site',
  scopes: ['session', 'messages', 'view'],
  spec: ['POST /logout'],
  summary: 'End this session: the token and the cookie stop working, its sockets are closed.',
  reply: z.unknown(),
  status: 204,
})

export const startCodeLogin = endpoint({
  name: 'startCodeLogin',
  method: 'POST',
  path: '/auth/login',
  auth: 'none',
  spec: ['POST /customer/api/auth/login'],
  summary:
    'Begin a login by code. Returns a handle that identifies the customer in this login only, also for an unknown email.',
  body: z.object({ email: emailAddress(), recaptcha_token: z.optional(z.string()) }),
  reply: wrapped(z.object({ customer_id: id() })),
})

export const loginWithToken = endpoint({
  name: 'loginWithToken',
  method: 'POST',
  path: '/login-with-token',
  at: 'site',
  auth: 'none',
  spec: ['POST /login-with-token'],
  summary: 'Log in with the single-use token of an e-mailed link; also confirms the e-mail it was sent to.',
  body: z.object({
    auth_token: z.string().check(z.maxLength(200)),
    /**
     * Asked before somebody else's session is replaced: without it, a browser that is logged in as another customer is
     * answered 409 with the code `other_customer`, and the token is not used up.
     */
    is_switch: z.optional(z.boolean()),
  }),
  reply: wrapped(session),
})

/** Ours: begins a login through a network. What the answer is checked with stays in an HttpOnly cookie. */
export const startSocialLogin = endpoint({
  name: 'startSocialLogin',
  method: 'POST',
  path: '/auth/social/{network}',
  auth: 'none',
  summary: "The address of the network's own login page; it comes back to `/login` with `code` and `state`.",
  params: z.object({ network: z.string().check(z.maxLength(40)) }),
  reply: wrapped(z.object({ url: z.string() })),
})

export const socialLogin = endpoint({
  name: 'socialLogin',
  method: 'POST',
  path: '/social',
  at: 'site',
  auth: 'none',
  spec: ['POST /social'],
  summary:
    'Log in or register with a social login provider. `token` is the query with which the provider redirected to `/login`: `code=…&state=…`.',
  body: z.object({
    network: z.string().check(z.maxLength(40)),
    token: z.string().check(z.maxLength(8000)),
    /** Of the terms that the person was shown; kept of a new account. */
    terms_version: z.optional(z.string().check(z.maxLength(40))),
    attach_account_id: z.optional(id()),
  }),
  reply: wrapped(session),
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/register',
  at: 'site',
  auth: 'none',
  spec: ['POST /register'],
  summary:
    'Create an account and log in. The phone is stored unconfirmed and the e-mail gets a confirmation link.',
  body: z.object({
    first_name: personName('Enter your first name.'),
    last_name: personName('Enter your last name.'),
    email: emailAddress(),
    phone: z.optional(z.string().check(z.maxLength(40))),
    password: newPassword(),
    /** Text messages about deals; unticked unless the person ticks it. */
    sms_opt_in: z.optional(z.boolean()),
    terms_version: z.optional(z.string().check(z.maxLength(40))),
    attach_account_id: z.optional(id()),
    /** Where the person came from: utm_source and its kin. */
    utm: z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))),
    recaptcha_token: z.optional(z.string()),
  }),
  reply: wrapped(session),
  status: 201,
})

const codeAction = z.literal('login')

export const sendVerificationCode = endpoint({
  name: 'sendVerificationCode',
  method: 'GET',
  path: '/auth/action-verification-code',
  auth: 'none',
  isUnsafe: true,
  spec: ['GET /customer/api/auth/action-verification-code'],
  summary: 'Send a code; a repeat within the resend window sends nothing and gets the same answer.',
  query: z.object({ action: codeAction, customer_id: idText() }),
  reply: done,
})

export const checkVerificationCode = endpoint({
  name: 'checkVerificationCode',
  method: 'POST',
  path: '/auth/action-verification-code',
  auth: 'none',
  spec: ['POST /customer/api/auth/action-verification-code'],
  summary: 'Trade a code for the verification hash that /login takes.',
  body: z.object({ action: codeAction, customer_id: id(), code: sixDigits() }),
  reply: wrapped(z.object({ verification_hash: z.string() })),
})

export const recoverPassword = endpoint({
  name: 'recoverPassword',
  method: 'POST',
  path: '/auth/recovery-password-email',
  auth: 'none',
  spec: ['POST /customer/api/auth/recovery-password-email'],
  summary:
    'Mail a link to set a new password; the answer is the same for an unknown e-mail. `return_to`: the path of this site that the page of the link leads to in the end.',
  body: z.object({
    email: emailAddress(),
    recaptcha_token: z.optional(z.string()),
    return_to: z.optional(z.string()),
  }),
  reply: done,
})

export const statusByEmail = endpoint({
  name: 'statusByEmail',
  method: 'POST',
  path: '/auth/getStatusByEmail',
  auth: 'none',
  spec: ['POST /customer/api/auth/getStatusByEmail'],
  summary:
    'Whether an e-mail is free (`not_exists`) and how its owner logs in. Few calls per address, then a captcha.',
  body: z.object({ email: emailAddress(), recaptcha_token: z.optional(z.string()) }),
  reply: z.object({ status: z.enum(['not_exists', 'active', 'no_password', 'blocked']) }),
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  auth: 'none',
  spec: ['POST /customer/api/auth/change-password'],
  summary: 'Set a new password with the hash of an e-mailed link; logs in and ends every other session.',
  body: z.object({
    confirm_hash: z.string().check(z.maxLength(200)),
    password: newPassword(),
    password_confirmation: newPassword(),
  }),
  reply: wrapped(session),
})

/** Ours: whether the link of a recovery mail still works, before anything is typed. Uses nothing up. */
export const checkRecoveryLink = endpoint({
  name: 'checkRecoveryLink',
  method: 'POST',
  path: '/auth/check-recovery-link',
  auth: 'none',
  summary: 'Whether the hash of a recovery link still works.',
  body: z.object({ confirm_hash: z.string().check(z.maxLength(200)) }),
  reply: wrapped(z.object({ is_valid: z.boolean() })),
})

/** What a captcha asks of the browser. `none` asks nothing. */
export const captchaChallenge = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('none') }),
  z.object({ provider: z.literal('altcha'), challenge: z.unknown() }),
  z.object({ provider: z.literal('recaptcha'), site_key: z.string() }),
])
export type CaptchaChallengeWire = z.output<typeof captchaChallenge>

/** Ours: asked when a form that needs it opens. */
export const getCaptcha = endpoint({
  name: 'getCaptcha',
  method: 'GET',
  path: '/auth/captcha',
  auth: 'none',
  summary: 'A fresh captcha challenge, or that none is needed.',
  reply: wrapped(captchaChallenge),
})
