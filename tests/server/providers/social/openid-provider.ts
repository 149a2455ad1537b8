/** A little OpenID provider: discovery, keys, and ID tokens of any shape for a code. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface OpenIdProvider {
  issuer: string
  /** A good token for these claims, unless `more` makes it a bad one. */
  token(claims: Record<string, unknown>, more?: TokenFlaws): Promise<string>
  /** A code that is traded once for this ID token. */
  codeFor(idToken: string): string
  /** The fields of the last call that traded a code. */
  lastTrade: Record<string, string>
  /** What the user info endpoint answers; null: it is not in the discovery document. */
  userInfo: Record<string, unknown> | null
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
    const answer = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/keys') return void answer({ keys })
    if (request.url === '/userinfo') return void answer(provider.userInfo)
    if (request.url === '/token') return void text(request).then((body) => trade(body, answer))
    provider.asked += 1
    const userinfo_endpoint = provider.userInfo ? `${provider.issuer}/userinfo` : undefined
    const document = { ...documentOf(provider.issuer), userinfo_endpoint, ...provider.discovery }
    answer(document, provider.discovery ? 200 : 500)
  })
  const codes = new Map<string, string>()
  function trade(body: string, answer: (body: unknown, status?: number) => void) {
    provider.lastTrade = Object.fromEntries(new URLSearchParams(body))
    const code = provider.lastTrade.code ?? ''
    const id_token = codes.get(code)
    codes.delete(code)
    if (id_token === undefined) answer({ error: 'invalid_grant' }, 400)
    else answer({ access_token: 'opens nothing', token_type: 'Bearer', id_token })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: OpenIdProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codeFor(idToken) {
      const code = `code-${codes.size}-${randomUUID()}`
      codes.set(code, idToken)
      return code
    },
    lastTrade: {},
    userInfo: null,
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
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})
