/** One step of a login or of a confirmation: the challenge, and the answers to it. Ours. */
import * as z from 'zod/mini'
import { instant, maybe, sixDigits } from './wire.ts'

export const base64url = () => z.string().check(z.regex(/^[\w-]{1,8192}$/))

/** Options and answers of WebAuthn in their JSON form (W3C WebAuthn level 3), as the libraries of browser and server use them. */
export const passkeyOptions = () => z.record(z.string(), z.unknown())
export type PasskeyOptionsWire = Record<string, unknown>

export const passkeyAnswer = <T extends z.core.$ZodLooseShape>(response: T) =>
  z.object({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.object(response),
    authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  })

const assertion = passkeyAnswer({
  clientDataJSON: base64url(),
  authenticatorData: base64url(),
  signature: base64url(),
  userHandle: z.optional(base64url()),
})
export type PasskeyAssertion = z.output<typeof assertion>

export const challenge = () => z.string().check(z.maxLength(200))

/** A person's proof of identity: one of these. */
export const proof = {
  challenge: challenge(),
  /** Of an authenticator app. */
  code: z.optional(sixDigits()),
  recovery_code: z.optional(z.string().check(z.maxLength(40))),
  passkey: z.optional(assertion),
}
export type ProofWire = Omit<z.output<z.ZodMiniObject<typeof proof>>, 'challenge'>

/** Opaque and single-use. The same with any second factors. */
export const startedStep = z.object({
  challenge: z.string(),
  expires_at: instant(),
  /** For `navigator.credentials.get`. */
  passkey: passkeyOptions(),
})
export type StartedStepWire = z.output<typeof startedStep>

/** In the answer of a login instead of a session while a second step is required. */
export const secondStep = () => maybe(startedStep)
