/** Whether a webhook is Plaid's: a JWT signed with ES256 and a key that Plaid names, over the sha256 of the body. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { type PlaidClient, PlaidError, type PlaidKey } from './plaid-client.ts'

/** Plaid says not to believe an older one. */
const MAX_AGE_S = 300
const CLOCK_TOLERANCE_S = 30
/** Keys are few and change rarely; a stranger's invented ids must not fill the memory or have Plaid asked for each. */
const KEYS_MAX = 20
const MINUTE_MS = 60_000
const MISSES_PER_MINUTE = 10

export function createPlaidSignature(client: PlaidClient, nowMs: () => number = Date.now) {
  const keys = new Map<string, PlaidKey>()
  let misses = { count: 0, endsAt: 0 }

  /** Null when Plaid knows no such key, or was asked too often for ones it does not know. */
  const keyOf = async (kid: string): Promise<PlaidKey | null> => {
    const known = keys.get(kid)
    if (known) return known
    if (misses.endsAt <= nowMs()) misses = { count: 0, endsAt: nowMs() + MINUTE_MS }
    if (misses.count >= MISSES_PER_MINUTE) return null
    misses.count++
    const answer = await client.readKey(kid).catch((error: unknown) => {
      if (isRefusal(error)) return null
      throw error
    })
    const key = answer?.key
    if (!key || key.kid !== kid || key.alg !== 'ES256') return null
    if (keys.size >= KEYS_MAX) keys.clear()
    keys.set(kid, key)
    return key
  }

  return {
    async holds(token: string, rawBody: string): Promise<boolean> {
      const kid = kidOf(token)
      const key = kid === null ? null : await keyOf(kid)
      if (!key || isExpired(key, nowMs())) return false
      const said = await bodyHashOf(token, key, nowMs())
      const actual = createHash('sha256').update(rawBody).digest('hex')
      return (
        said !== null &&
        said.length === actual.length &&
        timingSafeEqual(Buffer.from(said), Buffer.from(actual))
      )
    },
  }
}

const isExpired = (key: PlaidKey, nowMs: number): boolean =>
  key.expired_at !== null && key.expired_at * 1000 <= nowMs

/** Null for anything that does not claim ES256: the algorithm is ours to choose, not the sender's. */
function kidOf(token: string): string | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === 'ES256' && typeof kid === 'string' && /^[\w-]{1,100}$/.test(kid) ? kid : null
  } catch {
    return null
  }
}

async function bodyHashOf(token: string, key: PlaidKey, nowMs: number): Promise<string | null> {
  try {
    const { kty, crv, x, y } = key
    const { payload } = await jwtVerify(token, await importJWK({ kty, crv, x, y }, 'ES256'), {
      algorithms: ['ES256'],
      maxTokenAge: MAX_AGE_S,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(nowMs),
    })
    const hash = payload.request_body_sha256
    return typeof hash === 'string' ? hash.toLowerCase() : null
  } catch {
    return null
  }
}

/** Plaid answered, and does not know the key. */
const isRefusal = (error: unknown): boolean =>
  error instanceof PlaidError && error.status < 500 && error.status !== 429
