import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PEOPLE } from '#demo/fake-providers/openid-people.ts'
import { PLAT_ID } from '#demo/fake-providers/openid-request.ts'
import { type OpenWorld, openWorld } from '#demo/seed/open-world.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let world: OpenWorld
let url: string

beforeAll(async () => {
  world = await openWorld({
    database: await openTestDatabase(),
    messages: 0,
    companies: 0,
    deals: 0,
    secret: 'a secret for tests only',
    demoReplies: false,
    log: { level: 'silent' },
  })
  url = (await world.server.listen({ port: 0 })).url
})
afterAll(() => world.close({ graceMs: 0 }))

const VERIFIER = 'a verifier that only the application knows, of 43 letters'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const asked = (given: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: PLAT_ID.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${url}/login`,
    nonce: 'the nonce',
    state: 'plat-id.1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...given,
  })
const page = (given: Record<string, string> = {}) => fetch(`${url}/demo/openid/authorize?${asked(given)}`)
const choose = (person: Record<string, string>, given: Record<string, string> = {}) =>
  fetch(`${url}/demo/openid/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: asked({ ...given, ...person }),
  })
const answerOf = (response: Response) =>
  new URL(response.headers.get('location') ?? 'about:blank').searchParams

const trade = (code: string, given: Record<string, string> = {}) =>
  fetch(`${url}/demo/openid/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: PLAT_ID.clientId,
      redirect_uri: `${url}/login`,
      code_verifier: VERIFIER,
      code,
      ...given,
    }),
  })

async function claimsOf(response: Response) {
  const { id_token } = await (await trade(answerOf(response).get('code') ?? '')).json()
  const about = await (await fetch(`${url}/demo/openid/.well-known/openid-configuration`)).json()
  const keys = createRemoteJWKSet(new URL(about.jwks_uri))
  const wanted = { issuer: about.issuer, audience: PLAT_ID.clientId, algorithms: ['RS256'] }
  return (await jwtVerify(id_token, keys, wanted)).payload
}

describe('Plat ID', () => {
  it('describes itself under its issuer', async () => {
    const about = await (await fetch(`${url}/demo/openid/.well-known/openid-configuration`)).json()
    expect(about.issuer).toBe(`${url}/demo/openid`)
    expect(about.authorization_endpoint).toBe(`${url}/demo/openid/authorize`)
  })

  it('lets a person choose who they are', async () => {
    const text = await (await page()).text()
    for (const { email } of SAMPLE_PEOPLE) expect(text).toContain(email)
    expect(text).toContain('Use another e-mail')
  })

  it('answers with a code that is traded for a signed token with this nonce', async () => {
    const response = await choose({ email: 'New@Example.com', first_name: 'Ann', verified: 'on' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(new RegExp(`^${url}/login\\?`))
    expect(answerOf(response).get('state')).toBe('plat-id.1')
    expect(await claimsOf(response)).toMatchObject({
      nonce: 'the nonce',
      email: 'new@example.com',
      email_verified: true,
      given_name: 'Ann',
    })
  })

  it('trades a code once', async () => {
    const code = answerOf(await choose({ email: 'ann@example.com' })).get('code') ?? ''
    expect((await trade(code)).status).toBe(200)
    const again = await trade(code)
    expect([again.status, await again.json()]).toEqual([400, { error: 'invalid_grant' }])
  })

  it.each([
    ['another verifier', { code_verifier: 'guessed' }],
    ['another address', { redirect_uri: 'https://evil.example/login' }],
    ['another application', { client_id: 'other' }],
    ['a code that it never gave', { code: 'guessed' }],
  ])('trades nothing for %s', async (_case, given) => {
    const code = answerOf(await choose({ email: 'ann@example.com' })).get('code') ?? ''
    expect((await trade(code, given)).status).toBe(400)
  })

  it('gives the same person the same subject, and another one another', async () => {
    const subject = async (email: string) => (await claimsOf(await choose({ email }))).sub
    expect(await subject('ann@example.com')).toBe(await subject('ANN@example.com'))
    expect(await subject('ann@example.com')).not.toBe(await subject('bob@example.com'))
  })

  it('says when an address was not verified', async () => {
    expect((await claimsOf(await choose({ email: 'ann@example.com' }))).email_verified).toBe(false)
  })

  it('tells the application that the person went away', async () => {
    const answer = answerOf(await choose({ cancel: '1' }))
    expect(Object.fromEntries(answer)).toEqual({ error: 'access_denied', state: 'plat-id.1' })
  })

  it('asks again for an address that is none, and answers nowhere', async () => {
    const response = await choose({ email: 'nonsense' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Enter an e-mail address')
  })

  it.each([
    ['another site', { redirect_uri: 'https://evil.example/login' }],
    ['an address that only begins like ours', { redirect_uri: 'http://localhost:1@evil.example/' }],
    ['no address', { redirect_uri: '' }],
    ['an application it does not know', { client_id: 'other' }],
    ['a request without a nonce', { nonce: '' }],
    ['another kind of answer', { response_type: 'id_token' }],
    ['a request without PKCE', { code_challenge: '' }],
    ['PKCE without a hash', { code_challenge_method: 'plain' }],
  ])('answers to its own site only, not to %s', async (_case, given) => {
    expect((await page(given)).status).toBe(400)
    const response = await choose({ email: 'ann@example.com' }, given)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  it('writes what it was told as text', async () => {
    const text = await (await page({ state: '"><script>alert(1)</script>' })).text()
    expect(text).not.toContain('<script>')
    expect(text).toContain('&quot;&gt;&lt;script&gt;')
  })
})
