/** A seller's keys for its own site, and what the site's server does with them: it gets bearers for its visitors. Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  ASSERTION_MAX_LENGTH,
  KEY_NAME_MAX_LENGTH,
  KEY_ORIGINS_MAX,
  SITE_KEYS_MAX,
  VISITOR_ID_MAX_LENGTH,
} from './key-limits.ts'
import { launcherSettings } from './launcher.ts'
import { PERSON_NAME_MAX_LENGTH } from './limits.ts'
import { emailAddress, flag, id, idText, instant, maybe, wrapped } from './wire.ts'

/** What visitors without a login are asked for besides the name. `either`: one of the two is enough. */
export const CONTACTS = ['email', 'phone', 'either', 'both'] as const
export type Contact = (typeof CONTACTS)[number]

/** Visitors without a login, on pages with the publishable key. */
export const guestSettings = z.object({
  /** They may write. */
  allowed: flag(),
  contact: z.enum(CONTACTS),
})
export type GuestSettingsWire = z.output<typeof guestSettings>

export const GUEST_DEFAULTS: GuestSettingsWire = { allowed: false, contact: 'email' }

/** The site's public keys, as RFC 7517 has them: what signs its assertions besides the secret key. */
export const siteJwks = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string(), kid: z.optional(z.string()) }))
    .check(z.maxLength(SITE_KEYS_MAX, `At most ${SITE_KEYS_MAX} keys.`)),
})
export type SiteJwksWire = z.output<typeof siteJwks>

const key = z.object({
  id: id(),
  name: z.string(),
  /** Not secret: it names the key in a page. */
  publishable_key: z.string(),
  /** The last characters of the secret key, to tell it from others. The key itself is only in the reply that made it. */
  secret_ends_with: z.string(),
  /** Pages that may use the key's bearers; empty: all pages. */
  origins: z.array(z.string()),
  guests: guestSettings,
  launcher: z.optional(launcherSettings),
  jwks: maybe(siteJwks),
  created_at: instant(),
  last_used_at: maybe(instant()),
  /** Until then the secret from before the last rotation works too. */
  former_secret_until: maybe(instant()),
})
export type ServerKeyWire = z.output<typeof key>

const keys = wrapped(z.array(key))
/** The only reply that holds the secret key. */
const keyWithSecret = wrapped(z.extend(key, { secret_key: z.string() }))

const ours = { at: 'site', auth: 'account' } as const
const KEYS = '/account/api/keys'

const keyName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(KEY_NAME_MAX_LENGTH, `At most ${KEY_NAME_MAX_LENGTH} characters.`),
    )
/** Checked by `originOf` of shared/rules/origins.ts, one error per entry. */
const origins = () =>
  z
    .array(z.string().check(z.maxLength(300, 'At most 300 characters.')))
    .check(z.maxLength(KEY_ORIGINS_MAX, `At most ${KEY_ORIGINS_MAX} origins.`))

export const sellerKeys = endpoint({
  ...ours,
  name: 'sellerKeys',
  permission: 'settings',
  method: 'GET',
  path: KEYS,
  summary: 'The account’s keys for its own site, without their secrets. For administrators.',
  reply: keys,
})

export const sellerCreateKey = endpoint({
  ...ours,
  name: 'sellerCreateKey',
  permission: 'settings',
  method: 'POST',
  path: KEYS,
  needsStepUp: true,
  summary: 'Create a publishable key and a secret key. Only this reply shows the secret. For administrators.',
  body: z.object({
    name: keyName(),
    origins: z.optional(origins()),
    /** Without it visitors need a login. */
    guests: z.optional(guestSettings),
  }),
  reply: keyWithSecret,
  status: 201,
})

export const sellerChangeKey = endpoint({
  ...ours,
  name: 'sellerChangeKey',
  permission: 'settings',
  method: 'PUT',
  path: `${KEYS}/{key}`,
  needsStepUp: true,
  summary:
    'Rename a key, change the origins that may use it, what it allows visitors without a login, how its launcher looks and where it appears, or the public keys (`jwks`; null for none) that sign assertions of the site. For administrators.',
  params: z.object({ key: idText() }),
  body: z.object({
    name: z.optional(keyName()),
    origins: z.optional(origins()),
    guests: z.optional(guestSettings),
    launcher: z.optional(launcherSettings),
    jwks: maybe(siteJwks),
  }),
  reply: keys,
})

export const sellerRotateKey = endpoint({
  ...ours,
  name: 'sellerRotateKey',
  permission: 'settings',
  method: 'POST',
  path: `${KEYS}/{key}/rotate`,
  needsStepUp: true,
  summary:
    'Replace the secret key. Only this reply shows the new one; the previous one works for 24 more hours. For administrators.',
  params: z.object({ key: idText() }),
  reply: keyWithSecret,
})

export const sellerRevokeKey = endpoint({
  ...ours,
  name: 'sellerRevokeKey',
  permission: 'settings',
  method: 'DELETE',
  path: `${KEYS}/{key}`,
  needsStepUp: true,
  summary: 'Revoke a key and every bearer token that it issued, at once. For administrators.',
  params: z.object({ key: idText() }),
  reply: keys,
})

/** A user of a seller's site, as the site knows them. */
export const siteUser = z.object({
  /** The site's own id of its user; the same id is the same person. */
  id: z.union(
    [
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Send the id that the user has on your site.'),
          z.maxLength(VISITOR_ID_MAX_LENGTH, `At most ${VISITOR_ID_MAX_LENGTH} characters.`),
        ),
      z.int(),
    ],
    'Send the id that the user has on your site.',
  ),
  email: emailAddress(),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Send a name.'),
      z.maxLength(PERSON_NAME_MAX_LENGTH, `At most ${PERSON_NAME_MAX_LENGTH} characters.`),
    ),
  phone: maybe(z.string().check(z.trim(), z.maxLength(40, 'At most 40 characters.'))),
})

export const issueEmbedToken = endpoint({
  name: 'issueEmbedToken',
  method: 'POST',
  path: '/account/api/embed-tokens',
  at: 'site',
  auth: 'server-key',
  summary:
    'From your server, with a secret key as the bearer token: a bearer token for the messenger element of your site’s visitor, limited to the conversation with your account. Finds the person by `user.id` or creates them.',
  body: z.object({
    user: siteUser,
    /** The account to talk with; the key's own, which is also what counts without it. */
    account: maybe(id()),
  }),
  reply: z.object({ token: z.string(), expires_at: instant() }),
  status: 201,
})

export const exchangeAssertion = endpoint({
  name: 'exchangeAssertion',
  auth: 'none',
  method: 'POST',
  path: '/site-keys/{key}/assertions',
  params: z.object({ key: z.string() }),
  summary:
    'From a page of your site: exchange a JWT that your server has signed for its visitor (HS256 with the secret key, or ES256, RS256 or EdDSA with a key of the site’s `jwks`) for a bearer token like that of `issueEmbedToken`. Each JWT works once. 401 `assertion_…` says what is wrong with it.',
  body: z.object({
    assertion: z
      .string()
      .check(z.maxLength(ASSERTION_MAX_LENGTH, `At most ${ASSERTION_MAX_LENGTH} characters.`)),
  }),
  reply: wrapped(z.object({ token: z.string(), expires_at: instant() })),
  status: 201,
})
