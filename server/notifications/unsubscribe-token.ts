/** The signed token of an unsubscribe link: whose mails, and of which kind. It needs no row, works for months and again and again. */

import { createHmac } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Site } from '#server/core/http/site.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import {
  CONFIRMATION_LIFETIME_MS,
  CONTACT_LINK_LIFETIME_MS,
  UNSUBSCRIBE_LINK_LIFETIME_MS,
} from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { type MailType, mailType } from '#shared/contract/subscriptions.ts'

export interface Subscription {
  customerId: number
  /** Null for all mails that may be unsubscribed from. */
  type: MailType | null
}

/** Claims have short names, because the token stands in an address. */
export const unsubscribeToken = (secret: Secret, { customerId, type }: Subscription): Promise<string> =>
  new SignJWT(type === null ? {} : { t: type })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(customerId))
    .setExpirationTime(new Date(Date.now() + UNSUBSCRIBE_LINK_LIFETIME_MS))
    .sign(keyOf(signingSecret(secret)))

/** For the link in a mail and its List-Unsubscribe header; the same address takes the one-click post of RFC 8058. */
export const unsubscribeUrl = async (
  { secret, site }: { secret: Secret; site: Site },
  customerId: number,
  type: MailType,
): Promise<string> =>
  `${site.origin}${links.unsubscribe(await unsubscribeToken(secret, { customerId, type }))}`

/** For somebody without an account whose address a company imported: `contactId` is one of its rows in account_buyers. */
export const contactToken = (secret: Secret, contactId: number): Promise<string> =>
  signedFor(secret, { c: contactId }, CONTACT_LINK_LIFETIME_MS)

/** For the question of one company: `contactId` is its row in account_buyers. */
export const confirmationToken = (secret: Secret, contactId: number): Promise<string> =>
  signedFor(secret, { q: contactId }, CONFIRMATION_LIFETIME_MS)

const signedFor = (secret: Secret, payload: JWTPayload, lifetimeMs: number): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(new Date(Date.now() + lifetimeMs))
    .sign(keyOf(signingSecret(secret)))

/** Null for a token that is not ours, was changed, or is too old. */
export async function readUnsubscribeToken(secret: Secret, token: string): Promise<Subscription | null> {
  const payload = await payloadOf(secret, token)
  const customerId = Number(payload?.sub)
  const type = mailType.safeParse(payload?.t)
  if (!Number.isSafeInteger(customerId) || (payload?.t !== undefined && !type.success)) return null
  return { customerId, type: type.success ? type.data : null }
}

/** Null as well for the token of an account. */
export const readContactToken = (secret: Secret, token: string): Promise<number | null> =>
  idIn(secret, token, 'c')

export const readConfirmationToken = (secret: Secret, token: string): Promise<number | null> =>
  idIn(secret, token, 'q')

async function idIn(secret: Secret, token: string, claim: 'c' | 'q'): Promise<number | null> {
  const contactId = (await payloadOf(secret, token))?.[claim]
  return typeof contactId === 'number' ? contactId : null
}

async function payloadOf(secret: Secret, token: string): Promise<JWTPayload | null> {
  for (const one of verifyingSecrets(secret)) {
    const verified = await jwtVerify(token, keyOf(one), { algorithms: ['HS256'] }).catch(() => null)
    if (verified) return verified.payload
  }
  return null
}

/** A separate key, so that no other token of this server is accepted here. */
const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(createHmac('sha256', secret).update('unsubscribe link').digest())
