/**
 * The address that a mail about unread messages is answered to: it names the person and the conversation, ends after a month, and nobody
 * else can make one. Lowercase hex, because mail servers may change the case; under 64 characters before the @, as SMTP asks.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'

export interface ReplyTo {
  /** Who answers. */
  kind: 'customer' | 'member'
  personId: number
  /** The other side: an account for a customer, a customer for a member. */
  otherId: number
}

export interface InboundMail {
  /** Mails to it are posted to `/webhooks/mail`. */
  domain: string
  /** What the provider proves itself by; at least 16 characters. */
  secret: string
  /** The name by which the receiving mail server signs its `Authentication-Results`; null where it writes none. */
  authHost: string | null
}

const DAY_MS = 86_400_000
const LIFETIME_DAYS = 30
const KINDS = ['customer', 'member'] as const
const ID_BYTES = 6
const TEXT_BYTES = 1 + ID_BYTES + ID_BYTES + 2
const MAC_BYTES = 12
const LETTERS = (TEXT_BYTES + MAC_BYTES) * 2
const ADDRESS = new RegExp(`(?:^|[^\\w.+-])reply\\+([0-9a-f]{${LETTERS}})@([\\w.-]+)`, 'gi')

export function replyAddress(secret: Secret, { domain }: InboundMail, to: ReplyTo, nowMs: number): string {
  const text = Buffer.alloc(TEXT_BYTES)
  text.writeUInt8(KINDS.indexOf(to.kind), 0)
  text.writeUIntBE(to.personId, 1, ID_BYTES)
  text.writeUIntBE(to.otherId, 1 + ID_BYTES, ID_BYTES)
  text.writeUInt16BE(Math.ceil(nowMs / DAY_MS) + LIFETIME_DAYS, TEXT_BYTES - 2)
  return `reply+${Buffer.concat([text, macOf(signingSecret(secret), text)]).toString('hex')}@${domain}`
}

/** The first of our addresses in these; null when there is none. */
export function readReplyAddress(
  secret: Secret,
  { domain }: InboundMail,
  addresses: readonly string[],
  nowMs: number,
): (ReplyTo & { isExpired: boolean }) | null {
  for (const one of addresses)
    for (const [, token = '', host = ''] of one.matchAll(ADDRESS)) {
      const found = host.toLowerCase() === domain.toLowerCase() ? readToken(secret, token, nowMs) : null
      if (found) return found
    }
  return null
}

function readToken(secret: Secret, token: string, nowMs: number): (ReplyTo & { isExpired: boolean }) | null {
  const bytes = Buffer.from(token, 'hex')
  const text = bytes.subarray(0, TEXT_BYTES)
  const mac = bytes.subarray(TEXT_BYTES)
  if (!verifyingSecrets(secret).some((one) => timingSafeEqual(mac, macOf(one, text)))) return null
  const kind = KINDS[text.readUInt8(0)]
  if (kind === undefined) return null
  return {
    kind,
    personId: text.readUIntBE(1, ID_BYTES),
    otherId: text.readUIntBE(1 + ID_BYTES, ID_BYTES),
    isExpired: text.readUInt16BE(TEXT_BYTES - 2) * DAY_MS <= nowMs,
  }
}

/** A key of its own, so that no other signature of this house passes here. */
const macOf = (secret: string, text: Buffer): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('reply address').digest())
    .update(text)
    .digest()
    .subarray(0, MAC_BYTES)
