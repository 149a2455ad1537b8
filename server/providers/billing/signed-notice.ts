/** Signatures of the embedded provider: over its card tokens and over what its bank says. Each has a key of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'X-Plat-Signature'

/** A webhook older or newer than this is not read, so that a captured one cannot be sent again later. */
const WINDOW_S = 300
const TOKEN_SIGNATURE_BYTES = 24
const MARK_BYTES = 9

const keyOf = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`billing ${purpose}`).digest()

const signatureOf = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyOf(secret, purpose)).update(text).digest()

const isSame = (given: Buffer, right: Buffer) =>
  given.length === right.length && timingSafeEqual(given, right)

/** The body and headers that the bank posts to `/webhooks/billing/embedded`. */
export function signNotice(
  secret: string,
  notice: Record<string, unknown>,
  nowMs: number = Date.now(),
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(notice)
  const seconds = Math.floor(nowMs / 1000)
  const signature = signatureOf(secret, 'webhook', `${seconds}.${body}`).toString('hex')
  return {
    body,
    headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: `t=${seconds},v1=${signature}` },
  }
}

export function isSignedNotice(secret: string, header: unknown, body: string, nowMs: number): boolean {
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!parts || Math.abs(nowMs / 1000 - Number(parts[1])) > WINDOW_S) return false
  const right = signatureOf(secret, 'webhook', `${parts[1]}.${body}`)
  return isSame(Buffer.from(parts[2] ?? '', 'hex'), right)
}

/** A short text that nobody else can make: what it says, and a signature. */
export function sealed(secret: string, contents: unknown): string {
  const text = Buffer.from(JSON.stringify(contents)).toString('base64url')
  const signature = signatureOf(secret, 'token', text).subarray(0, TOKEN_SIGNATURE_BYTES)
  return `${text}.${signature.toString('base64url')}`
}

/** Undefined for anything that is not ours. */
export function unsealed(secret: string, token: string): unknown {
  const [text = '', given = ''] = token.split('.')
  const right = signatureOf(secret, 'token', text).subarray(0, TOKEN_SIGNATURE_BYTES)
  if (!isSame(Buffer.from(given, 'base64url'), right)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
}

/** A few letters that only this house puts behind a name. */
export const markOf = (secret: string, name: string): string =>
  signatureOf(secret, 'mark', name).subarray(0, MARK_BYTES).toString('base64url')
