import { createHash } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocialNetworks } from '#server/providers/social/create-social-networks.ts'
import { CLIENT_ID, type OpenIdProvider, startOpenIdProvider, type TokenFlaws } from './openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
})
beforeEach(() => {
  provider.discovery = {}
  provider.userInfo = null
})
afterAll(() => provider.close())

const networks = (clientSecret?: string) =>
  createSocialNetworks([
    {
      network: 'test',
      name: 'Test network',
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      ...(clientSecret ? { clientSecret } : {}),
    },
  ])
const RETURN_TO = 'https://plat.example/login'
const PERSON = { sub: 's-1', email: 'dana@example.com', email_verified: true }
const nowS = () => Math.floor(Date.now() / 1000)

/** Leaves for the network's page: what the network was asked, and what this browser keeps. */
async function leave(asked = networks()) {
  const page = await asked.loginPage('test', RETURN_TO)
  const query = new URL(page?.url ?? 'about:blank').searchParams
  const [nonce, state] = [query.get('nonce') ?? '', query.get('state') ?? '']
  return { query, nonce, state, secret: page?.secret ?? '', asked }
}

/** Comes back with the token that `make` makes for the nonce. */
async function comeBack(
  make: (nonce: string) => Promise<string> | string,
  change: { answer?: Record<string, string>; secret?: string; asked?: ReturnType<typeof networks> } = {},
) {
  const { nonce, state, secret, asked } = await leave(change.asked)
  const code = provider.codeFor(await make(nonce))
  const answer = String(new URLSearchParams({ code, state, ...change.answer }))
  return asked.personOf('test', answer, { secret: change.secret ?? secret, returnTo: RETURN_TO })
}
const withClaims = (claims: Record<string, unknown>, flaws?: TokenFlaws) => (nonce: string) =>
  provider.token({ ...PERSON, nonce, ...claims }, flaws)

describe('the networks of the settings', () => {
  it('are listed without their secrets, and none when none is configured', () => {
    expect(networks('hunter2').list()).toEqual([{ network: 'test', name: 'Test network' }])
    expect(createSocialNetworks([]).list()).toEqual([])
  })

  it('have a login page that is asked for a code with PKCE', async () => {
    const { query, secret } = await leave()
    const [verifier = '', nonce, state] = secret.split('.')
    expect(Object.fromEntries(query)).toEqual({
      theme: 'light',
      client_id: CLIENT_ID,
      redirect_uri: RETURN_TO,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      nonce,
      state: `test.${state}`,
    })
  })

  it('trade the code with the verifier, and with the secret that they gave us', async () => {
    await comeBack(withClaims({}))
    const asked = provider.lastTrade
    expect(asked).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: RETURN_TO,
      client_id: CLIENT_ID,
    })
    expect(asked.code_verifier).toMatch(/^[\w-]{43}$/)
    expect(asked).not.toHaveProperty('client_secret')
    await comeBack(withClaims({}), { asked: networks('hunter2') })
    expect(provider.lastTrade.client_secret).toBe('hunter2')
  })

  it('that are not configured have neither page nor people', async () => {
    expect(await networks().loginPage('other', RETURN_TO)).toBeNull()
    const { secret } = await leave()
    expect(
      await networks().personOf('other', 'code=1&state=other.1', { secret, returnTo: RETURN_TO }),
    ).toBeNull()
  })
})

describe('the answer of a network', () => {
  it.each([
    ['given names', { given_name: 'Dana', family_name: 'Whitfield' }, 'Dana', 'Whitfield'],
    ['one name', { name: 'Dana van der Berg' }, 'Dana', 'van der Berg'],
    ['no name', {}, null, null],
  ])('says who it is, with %s', async (_, names, firstName, lastName) => {
    expect(await comeBack(withClaims(names))).toEqual({
      subject: 's-1',
      email: 'dana@example.com',
      isEmailVerified: true,
      firstName,
      lastName,
    })
  })

  it.each([
    ['true as text', 'true', true],
    ['false', false, false],
    ['nothing', undefined, false],
    ['a number', 1, false],
  ])('with %s as email_verified', async (_, email_verified, isEmailVerified) => {
    expect(await comeBack(withClaims({ email_verified }))).toMatchObject({ isEmailVerified })
  })

  it('is completed by the user info of a network that keeps the e-mail there', async () => {
    provider.userInfo = {
      sub: 's-1',
      email: 'dana@example.com',
      email_verified: true,
      name: 'Dana Whitfield',
    }
    const person = await comeBack(withClaims({ email: undefined, email_verified: undefined }))
    expect(person).toMatchObject({ subject: 's-1', email: 'dana@example.com', firstName: 'Dana' })
  })

  it.each<[string, Record<string, unknown>, () => TokenFlaws]>([
    ['another nonce', { nonce: 'n-2' }, () => ({})],
    ['no nonce', { nonce: undefined }, () => ({})],
    ['nobody in it', { sub: undefined }, () => ({})],
    ['another audience', {}, () => ({ audience: 'somebody-else' })],
    ['several audiences, made for another', { azp: 'other' }, () => ({ audience: [CLIENT_ID, 'other'] })],
    ['another issuer', {}, () => ({ issuer: 'https://evil.example' })],
    ['a stranger’s signature', {}, () => ({ isSignedByStranger: true })],
    ['an end in the past', {}, () => ({ issuedAtS: nowS() - 500, expiresAtS: nowS() - 100 })],
  ])('with a token with %s is nobody’s', async (_, claims, flaws) => {
    expect(await comeBack(withClaims(claims, flaws()))).toBeNull()
  })

  it('with a token without a signature, or signed with what everybody knows, is nobody’s', async () => {
    const bare = (nonce: string) =>
      new UnsecuredJWT({ ...PERSON, nonce })
        .setIssuer(provider.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('1h')
        .encode()
    const shared = (nonce: string) =>
      new SignJWT({ ...PERSON, nonce })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setIssuer(provider.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(CLIENT_ID.padEnd(32, '.')))
    for (const make of [bare, shared]) expect(await comeBack(make)).toBeNull()
  })

  it.each([
    ['an unknown code', { answer: { code: 'never-issued' } }],
    ['the state of another login', { answer: { state: 'test.somebody-elses' } }],
    ['a refusal', { answer: { code: '', error: 'access_denied' } }],
    ['a secret of another browser', { secret: `${'v'.repeat(43)}.nonce.state` }],
    ['a cookie of the time before codes', { secret: 'only-a-nonce' }],
  ])('with %s is nobody’s', async (_, change) => {
    expect(await comeBack(withClaims({}), change)).toBeNull()
  })
})

describe('discovery', () => {
  it('is asked once for all, and again after a failure', async () => {
    const asked = networks()
    provider.asked = 0
    provider.discovery = null
    await expect(asked.loginPage('test', RETURN_TO)).rejects.toThrow()
    provider.discovery = {}
    const ask = () => asked.loginPage('test', RETURN_TO)
    await Promise.all([ask(), ask(), ask()])
    expect(provider.asked).toBe(2)
  })

  it('that speaks for another issuer is not believed', async () => {
    provider.discovery = { issuer: 'https://evil.example' }
    await expect(networks().loginPage('test', RETURN_TO)).rejects.toThrow(/issuer/)
  })

  it.each([
    ['keys', { jwks_uri: 'http://127.0.0.1:1/keys' }],
    ['token endpoint', { token_endpoint: 'http://127.0.0.1:1/token' }],
  ])('whose %s cannot be reached rejects instead of calling the answer wrong', async (_, changed) => {
    provider.discovery = changed
    await expect(comeBack(withClaims({}))).rejects.toThrow()
  })
})
