/**
 * Signed addresses of files: what, for whom, until when. A new tab sends no bearer, so the signature takes its place; it opens
 * nothing by itself, as every download asks again what its holder may see.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal } from '#server/core/http/principal.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'

/** The person and the session that a link was made for, as written in the address. */
export interface Holder {
  kind: 'customer' | 'member'
  id: number
  sessionId: number
}

export interface Signed {
  until: string
  signature: string
}

/** `subject` says which file, and for whom. */
export function signLink(secret: Secret, subject: string, untilMs: number): Signed {
  // The database's clock has fractions of a millisecond.
  const until = Math.floor(untilMs)
  return {
    until: String(until),
    signature: sign(signingSecret(secret), subject, until).toString('base64url'),
  }
}

/** `foreign`: was made for something or somebody else, or not by us. */
export function readLink(
  secret: Secret,
  { subject, until, signature }: Signed & { subject: string },
  nowMs: number,
): 'good' | 'expired' | 'foreign' {
  if (!/^\d{1,15}$/.test(until)) return 'foreign'
  const given = Buffer.from(signature, 'base64url')
  const isSigned = verifyingSecrets(secret).some((one) => {
    const expected = sign(one, subject, Number(until))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return 'foreign'
  return Number(until) < nowMs ? 'expired' : 'good'
}

export const holderOf = (who: Principal): Holder => ({
  ...(who.kind === 'customer' ? { kind: who.kind, id: who.id } : { kind: 'member', id: who.memberId }),
  sessionId: who.sessionId,
})

export const holderText = ({ kind, id, sessionId }: Holder): string => `${kind}-${id}-${sessionId}`

export function readHolder(text: string): Holder | null {
  const [, kind, id, session] = /^(customer|member)-([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(text) ?? []
  if (kind !== 'customer' && kind !== 'member') return null
  return { kind, id: Number(id), sessionId: Number(session) }
}

/** With a key of its own, so that no other signature of this house fits here. */
const sign = (secret: string, subject: string, untilMs: number): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('file link').digest())
    .update(`${subject}.${untilMs}`)
    .digest()
