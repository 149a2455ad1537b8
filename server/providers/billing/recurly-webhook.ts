/** Recurly's JSON webhooks: whether one is genuine, and what it is about. Its own name is a hash of its words, which a repeat has too. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { BillingEvent } from './billing-provider.ts'

/** As Recurly's own libraries have it. */
const WINDOW_MS = 5 * 60_000
const MILLISECONDS_FROM = 1e11

/** Other kinds are about nothing we keep. A payment's id is its transaction's. */
export const recurlyNotice = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  object_type: z.enum(['payment', 'transaction', 'charge_invoice', 'invoice']),
  event_type: z.string().check(z.maxLength(100)),
})

export function readRecurlyWebhook(
  key: string,
  header: unknown,
  rawBody: string,
  nowMs: number,
): BillingEvent | 'forged' | 'irrelevant' {
  if (!isSigned(key, header, rawBody, nowMs)) return 'forged'
  const notice = recurlyNotice.safeParse(parsedJson(rawBody))
  if (!notice.success) return 'irrelevant'
  return { eventRef: createHash('sha256').update(rawBody).digest('hex'), payload: notice.data }
}

/** `timestamp,signature[,signature]`: after a change of the key there are two for a day. */
function isSigned(key: string, header: unknown, rawBody: string, nowMs: number): boolean {
  if (typeof header !== 'string') return false
  const [stamp = '', ...signatures] = header.split(',')
  if (!/^\d{1,15}$/.test(stamp)) return false
  const sentMs = Number(stamp) < MILLISECONDS_FROM ? Number(stamp) * 1000 : Number(stamp)
  if (Math.abs(nowMs - sentMs) > WINDOW_MS) return false
  const right = createHmac('sha256', key).update(`${stamp}.${rawBody}`).digest()
  return signatures.some((text) => {
    const given = Buffer.from(text, 'hex')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
