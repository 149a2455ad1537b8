import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocialNetworks } from '#server/providers/social/create-social-networks.ts'
import { CLIENT_ID, type OpenIdProvider, startOpenIdProvider, type TokenFlaws } from './openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
})
afterAll(() => provider.close())

const networks = () =>
  createSocialNetworks([
    { network: 'test', name: 'Test network', issuer: provider.issuer, clientId: CLIENT_ID },
  ])
const CLAIMS = { sub: 's-1', nonce: 'n-1', email: 'dana@example.com', email_verified: true }
const nowS = () => Math.floor(Date.now() / 1000)

describe('the networks of the settings', () => {
  it('are listed without their secrets, and none when none is configured', () => {
    expect(networks().list()).toEqual([{ network: 'test', name: 'Test network' }])
    expect(createSocialNetworks([]).list()).toEqual([])
  })

  it('have a login page that gets the nonce and sends the token back in the hash', async () => {
    const url = new URL((await networks().loginUrl('test', 'n-1', 'https://plat.example/login')) ?? '')
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      theme: 'light',
      client_id: CLIENT_ID,
      redirect_uri: 'https://plat.example/login',
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid email profile',
      nonce: 'n-1',
      state: 'test',
    })
  })

  it('that are not configured have neither page nor people', async () => {
    expect(await networks().loginUrl('other', 'n-1', 'https://plat.example/login')).toBeNull()
    expect(await networks().verify('other', await provider.token(CLAIMS), 'n-1')).toBeNull()
  })
})

describe('the token of a network', () => {
  it.each([
    ['given names', { given_name: 'Dana', family_name: 'Whitfield' }, 'Dana', 'Whitfield'],
    ['one name', { name: 'Dana van der Berg' }, 'Dana', 'van der Berg'],
    ['no name', {}, null, null],
  ])('says who it is, with %s', async (_, names, firstName, lastName) => {
    const token = await provider.token({ ...CLAIMS, ...names })
    expect(await networks().verify('test', token, 'n-1')).toEqual({
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
    const token = await provider.token({ ...CLAIMS, email_verified })
    expect(await networks().verify('test', token, 'n-1')).toMatchObject({ isEmailVerified })
  })

  it.each<[string, Record<string, unknown>, () => TokenFlaws]>([
    ['another nonce', { nonce: 'n-2' }, () => ({})],
    ['no nonce', { nonce: undefined }, () => ({})],
    ['nobody in it', { sub: '' }, () => ({})],
    ['another audience', {}, () => ({ audience: 'somebody-else' })],
    ['several audiences, made for another', { azp: 'other' }, () => ({ audience: [CLIENT_ID, 'other'] })],
    ['another issuer', {}, () => ({ issuer: 'https://evil.example' })],
    ['a stranger’s signature', {}, () => ({ isSignedByStranger: true })],
    ['an end in the past', {}, () => ({ issuedAtS: nowS() - 500, expiresAtS: nowS() - 100 })],
    ['an age of an hour', {}, () => ({ issuedAtS: nowS() - 3500 })],
    ['a beginning in the future', {}, () => ({ issuedAtS: nowS() + 500 })],
  ])('with %s is nobody’s', async (_, claims, flaws) => {
    const token = await provider.token({ ...CLAIMS, ...claims }, flaws())
    expect(await networks().verify('test', token, 'n-1')).toBeNull()
  })

  it('without a signature, or signed with what everybody knows, is nobody’s', async () => {
    const bare = new UnsecuredJWT(CLAIMS)
      .setIssuer(provider.issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode()
    const shared = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuer(provider.issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(CLIENT_ID.padEnd(32, '.')))
    for (const token of [bare, shared, 'not.a.token', ''])
      expect(await networks().verify('test', token, 'n-1')).toBeNull()
  })
})

describe('discovery', () => {
  it('is asked once for all, and again after a failure', async () => {
    const asked = networks()
    provider.asked = 0
    provider.discovery = null
    await expect(asked.loginUrl('test', 'n', 'https://plat.example/login')).rejects.toThrow(/answers 500/)
    provider.discovery = {}
    const ask = () => asked.loginUrl('test', 'n', 'https://plat.example/login')
    await Promise.all([ask(), ask(), ask()])
    expect(provider.asked).toBe(2)
  })

  it.each([
    ['speaks for another issuer', { issuer: 'https://evil.example' }, /another issuer/],
    ['names no keys', { jwks_uri: undefined }, /no login page or no keys/],
  ])('that %s is not believed', async (_, changed, message) => {
    provider.discovery = changed
    const asked = networks().verify('test', await provider.token(CLAIMS), 'n-1')
    await expect(asked).rejects.toThrow(message)
    provider.discovery = {}
  })

  it('whose keys cannot be had rejects instead of calling the token wrong', async () => {
    provider.discovery = { jwks_uri: 'http://127.0.0.1:1/keys' }
    await expect(networks().verify('test', await provider.token(CLAIMS), 'n-1')).rejects.toThrow()
    provider.discovery = {}
  })
})
