/** The signing key of Plat ID: made when it is first needed, kept in memory alone, published at its JWKS address. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export interface OpenIdKeys {
  jwks(): Promise<{ keys: JWK[] }>
  sign(
    claims: Record<string, unknown>,
    about: { issuer: string; audience: string; subject: string },
  ): Promise<string>
}

const ALGORITHM = 'RS256'
const LIFETIME = '5 minutes'

export function createOpenIdKeys(): OpenIdKeys {
  let made: ReturnType<typeof make> | null = null
  const key = () => {
    made ??= make()
    return made
  }
  return {
    async jwks() {
      const { publicJwk } = await key()
      return { keys: [publicJwk] }
    },
    async sign(claims, { issuer, audience, subject }) {
      const { privateKey, publicJwk } = await key()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(publicJwk.kid ? { kid: publicJwk.kid } : {}) })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey)
    },
  }
}

async function make() {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
  const jwk = await exportJWK(publicKey)
  const publicJwk: JWK = { ...jwk, alg: ALGORITHM, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
  return { privateKey, publicJwk }
}
