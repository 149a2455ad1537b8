/**
 * Altcha, made and checked here: the browser counts until a derived key fits. A challenge is signed, so none is stored before it
 * is solved; a solved one is noted in the database and counts once.
 */
import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Database } from '#server/core/database/open.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { Captcha, CaptchaSettings } from './captcha.ts'
import { captchaFailed, captchaMissing } from './refusals.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of one derivation; about 1 ms on a desktop, and done once here for each challenge. */
const COST = 5000
/** How many derivations the browser needs: about a quarter of a second on a desktop, a second or two on an old phone. */
const COUNTS = { min: 100, max: 300 }
const LIFETIME_MS = 10 * 60_000
/** A payload is about 600 characters. */
const TOKEN_MAX_LENGTH = 4000

export function createAltcha(
  { cost = COST }: Extract<CaptchaSettings, { driver: 'altcha' }>,
  { db, secret }: Pick<PartsDeps, 'db' | 'secret'>,
): Captcha {
  return {
    async challenge() {
      const expiresAt = new Date(Date.now() + LIFETIME_MS)
      const counter = randomInt(COUNTS.max, COUNTS.min)
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost,
        counter,
        expiresAt,
        deriveKey,
        ...keysOf(signingSecret(secret)),
      })
      return { provider: 'altcha', challenge }
    },

    async require(token) {
      if (!token) throw captchaMissing()
      const payload = payloadOf(token)
      if (!payload) throw captchaFailed()
      if (!(await isSolved(payload, secret)) || !(await isFirstUse(db, payload.challenge)))
        throw captchaFailed()
    },
  }
}

async function isSolved(payload: Payload, secret: Secret): Promise<boolean> {
  for (const one of verifyingSecrets(secret)) {
    // What is malformed makes the library throw.
    const result = await verifySolution({ ...payload, deriveKey, ...keysOf(one) }).catch(() => null)
    if (result?.verified) return true
  }
  return false
}

function keysOf(secret: string) {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(`altcha:${purpose}`).digest('hex')
  return { hmacSignatureSecret: keyOf('challenge'), hmacKeySignatureSecret: keyOf('key') }
}

/** Altcha's own form: base64 of `{challenge, solution}`. */
function payloadOf(token: string): Payload | null {
  if (token.length > TOKEN_MAX_LENGTH) return null
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Partial<Payload> | null
    const { challenge, solution } = payload ?? {}
    // One of ours always has an end and a signed key; without the latter the library would do the work itself.
    const isOurs = challenge?.parameters?.keySignature && challenge.parameters.expiresAt
    return isOurs && solution ? { challenge, solution } : null
  } catch {
    return null
  }
}

/** By the primary key: of two uses in the same moment one is the first. The nonce is signed, so it cannot be written otherwise. */
async function isFirstUse(db: Database, { parameters }: Challenge): Promise<boolean> {
  const noted = await db
    .insertInto('used_captchas')
    .values({
      nonce: parameters.nonce,
      expires_at: new Date((parameters.expiresAt ?? 0) * 1000),
    })
    .onConflict((nonce) => nonce.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return noted !== undefined
}
