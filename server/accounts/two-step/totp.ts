/** Codes of authenticator apps: RFC 6238 with what every app knows, SHA-1, six digits, half a minute. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const STEP_MS = 30_000
const SECRET_BYTES = 20
const DIGITS = 6
/** A clock may be off by one step, and people type slowly. */
const STEPS_AROUND = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const timeStep = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** RFC 4226 with the time step as its counter. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, or null when it is none of now. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = timeStep(nowMs)
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step))
    const given = Buffer.from(code)
    return given.length === right.length && timingSafeEqual(given, right)
  }
  return STEPS_AROUND.map((around) => now + around).find(fits) ?? null
}

/** As apps take it from a person who types. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

/** What the QR code says. */
export function keyUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  const query = new URLSearchParams({ secret, issuer })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${query}`
}
