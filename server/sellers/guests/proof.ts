/**
 * How the browser of a guest proves itself. It holds a private key that no script can read out, and signs a text that we made a
 * moment ago for this publishable key: so no bearer is stored anywhere (docs/security.md, Guests).
 */
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { invalid } from '#server/core/http/refusal.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { GUEST_CHALLENGE_LIFETIME_MS } from '#shared/contract/key-limits.ts'

export interface Proof {
  public_key: string
  challenge: string
  signature: string
}

interface ProofDeps {
  secret: Secret
  nowMs: () => number
}

const POINT_BYTES = 32

/** When it ends, and our own signature on that. */
export function challengeFor({ secret, nowMs }: ProofDeps, key: string): string {
  const endsAt = Math.ceil(nowMs() + GUEST_CHALLENGE_LIFETIME_MS).toString(36)
  return `${endsAt}.${macOf(signingSecret(secret), key, endsAt)}`
}

/** The public key, as it is stored. Throws 422 for a challenge that is not ours or has ended, and for a signature that does not fit. */
export function requireProof(deps: ProofDeps, key: string, proof: Proof): Buffer {
  const [endsAt = '', mac = ''] = proof.challenge.split('.')
  if (!verifyingSecrets(deps.secret).some((secret) => isSame(mac, macOf(secret, key, endsAt))))
    throw invalid({ challenge: ['This challenge was not made for this key. Ask for another one.'] })
  if (Number.parseInt(endsAt, 36) <= deps.nowMs())
    throw invalid({ challenge: ['This challenge has expired. Ask for another one.'] })
  const point = Buffer.from(proof.public_key, 'base64url')
  if (!isSigned(point, `plat-guest:${key}:${proof.challenge}`, proof.signature))
    throw invalid({ signature: ['The signature does not fit the public key.'] })
  return point
}

function isSigned(point: Buffer, text: string, signature: string): boolean {
  const [x, y] = [point.subarray(1, 1 + POINT_BYTES), point.subarray(1 + POINT_BYTES)]
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    // A point that is not on the curve.
    return false
  }
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const macOf = (secret: string, key: string, endsAt: string): string =>
  createHmac('sha256', secret).update(`guest challenge:${key}:${endsAt}`).digest('base64url')
