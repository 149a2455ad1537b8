/** A little OpenID provider: discovery, keys, and tokens of any shape. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface OpenIdProvider {
  issuer: string
  /** A good token for these claims, unless `more` makes it a bad one. */
  token(claims: Record<string, unknown>, more?: TokenFlaws): Promise<string>
  /** How often discovery was asked. */
  asked: number
  /** What the next answers of discovery are changed by; null makes it fail. */
  discovery: Record<string, unknown> | null
  close(): Promise<void>
}

export interface TokenFlaws {
  audience?: string | string[]
  issuer?: string
  issuedAtS?: number
  expiresAtS?: number
  isSignedByStranger?: boolean
}

export const CLIENT_ID = 'plat-client'

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const own = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/keys') return void response.end(JSON.stringify({ keys }))
    provider.asked += 1
    response.statusCode = provider.discovery ? 200 : 500
    response.end(JSON.stringify({ ...documentOf(provider.issuer), ...provider.discovery }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: OpenIdProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: 0,
    discovery: {},
    async token(claims, flaws = {}) {
      const nowS = Math.floor(Date.now() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(flaws.issuer ?? provider.issuer)
        .setAudience(flaws.audience ?? CLIENT_ID)
        .setIssuedAt(flaws.issuedAtS ?? nowS)
        .setExpirationTime(flaws.expiresAtS ?? nowS + 3600)
        .sign(flaws.isSignedByStranger ? stranger.privateKey : own.privateKey)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  return provider
}

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize?theme=light`,
  jwks_uri: `${issuer}/keys`,
})
