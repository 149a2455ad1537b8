/**
 * The demo world's identity provider: a page where whoever is checked says how it ends, and a signed webhook as a real provider
 * sends it. The page is not here; this makes and reads what passes between it and the server.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Site } from '#server/core/http/site.ts'
import type { IdentityProvider, IdentityUpdate, Webhook } from './identity-provider.ts'

export const SIGNATURE_HEADER = 'X-Plat-Signature'

/** A webhook older or newer than this is not read, so that a captured one cannot be sent again later. */
const WINDOW_S = 300
const ID_BYTES = 24

export interface EmbeddedDeps {
  secret: string
  site: Site
  nowMs?: () => number
}

export function createEmbeddedIdentity({ secret, site, nowMs = Date.now }: EmbeddedDeps): IdentityProvider {
  return {
    name: 'embedded',
    async start() {
      // The link token is the check's id: knowing it changes nothing without the signature.
      const externalId = randomBytes(ID_BYTES).toString('base64url')
      return { linkToken: externalId, externalId, url: `${site.origin}/identity/${externalId}` }
    },
    async readWebhook(request, rawBody) {
      const header = request.headers[SIGNATURE_HEADER.toLowerCase()]
      if (typeof header !== 'string') return 'forged'
      return isSigned({ secret, nowMs }, header, rawBody) ? read(rawBody) : 'forged'
    },
  }
}

/** The body and the header that the embedded page posts to `/webhooks/identity/embedded`. */
export function signWebhook(
  secret: string,
  update: IdentityUpdate,
  nowMs: number = Date.now(),
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    verification_id: update.externalId,
    status: update.status,
    reason: update.reason,
  })
  const seconds = Math.floor(nowMs / 1000)
  const signature = `t=${seconds},v1=${hmac(secret, seconds, body).toString('hex')}`
  return { body, headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature } }
}

function isSigned(
  { secret, nowMs }: Required<Pick<EmbeddedDeps, 'secret' | 'nowMs'>>,
  header: string,
  body: string,
) {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header)
  if (!parts) return false
  const seconds = Number(parts[1])
  if (Math.abs(nowMs() / 1000 - seconds) > WINDOW_S) return false
  return timingSafeEqual(hmac(secret, seconds, body), Buffer.from(parts[2] ?? '', 'hex'))
}

/** Keyed with a key of its own, so that no other signature of this house fits here. */
const hmac = (secret: string, seconds: number, body: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('identity webhook').digest())
    .update(`${seconds}.${body}`)
    .digest()

const webhookBody = z.object({
  verification_id: z.string().check(z.minLength(1), z.maxLength(200)),
  status: z.enum(['started', 'in_progress', 'pending_review', 'success', 'failed', 'expired']),
  reason: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
})

function read(rawBody: string): Webhook {
  const parsed = webhookBody.safeParse(parsedJson(rawBody))
  if (!parsed.success) return 'irrelevant'
  const { verification_id: externalId, status, reason } = parsed.data
  return { externalId, status, reason: reason ?? null }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
