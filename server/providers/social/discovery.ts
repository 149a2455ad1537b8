/** Where a network has its login page and its keys, read from its discovery document (OpenID Connect Discovery 1.0) and kept. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

export interface Provider {
  issuer: string
  loginPage: string
  keys: JWTVerifyGetKey
}

const PATIENCE_MS = 2500
const KEEP_MS = 60 * 60_000

/**
 * Asked once for all who wait, and again after an hour or a failure. Rejects when the network does not answer as it must. The
 * issuer is read when it is needed: a network that is served here has no address before the server listens.
 */
export function createDiscovery(issuerOf: () => string): () => Promise<Provider> {
  let kept: { provider: Promise<Provider>; untilMs: number } | null = null
  return () => {
    if (kept && kept.untilMs > Date.now()) return kept.provider
    const asked = { provider: discover(issuerOf()), untilMs: Date.now() + KEEP_MS }
    kept = asked
    asked.provider.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.provider
  }
}

async function discover(issuer: string): Promise<Provider> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`The discovery document of ${issuer} answers ${response.status}`)
  const found = (await response.json()) as Record<string, unknown>
  const { authorization_endpoint: loginPage, jwks_uri: keysUrl } = found
  // A document that speaks for another issuer may not lend it its keys.
  if (found.issuer !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer`)
  if (typeof loginPage !== 'string' || typeof keysUrl !== 'string')
    throw new Error(`The discovery document of ${issuer} names no login page or no keys`)
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: PATIENCE_MS })
  return { issuer, loginPage, keys }
}
