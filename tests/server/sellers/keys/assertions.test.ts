/** A signed assertion of a site's server, which its page exchanges for a bearer: no call between the two servers. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

interface Key {
  id: number
  publishable_key: string
  secret_key: string
}

let server: TestServer
let seller: Seller
let key: Key
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example', limits: { embedTokensPerMinute: 10 } })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
  key = await makeKey()
})

const keys = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, `/account/api/keys${path}`, { token: seller.token, ...(body ? { body } : {}) })
const makeKey = async (body: object = {}): Promise<Key> =>
  (await keys('POST', '', { name: 'Website', ...body })).body.data

const nowS = () => Math.floor(Date.now() / 1000)
let made = 0
/** What a site says of its user, for this key and five minutes. */
const claims = (given: Record<string, unknown> = {}): JWTPayload => ({
  aud: key.publishable_key,
  sub: 'user-7',
  email: 'ann@example.com',
  name: 'Ann Lee',
  jti: `one-${made++}`,
  exp: nowS() + 300,
  ...given,
})
const bySecret = (payload = claims(), secret = key.secret_key, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))
const exchange = (assertion: string, headers: Record<string, string> = {}, of = key.publishable_key) =>
  server.call('POST', `/customer/api/site-keys/${of}/assertions`, { body: { assertion }, headers })
const outcome = async (assertion: string | Promise<string>) => {
  const { status, body } = await exchange(await assertion)
  return [status, body.code]
}
const whoIs = async (token: string) => (await server.call('GET', '/customer/api/auth/user', { token })).body
const tokenOf = async (assertion: string): Promise<string> => (await exchange(assertion)).body.data.token

describe('an assertion signed with the secret key', () => {
  it('is exchanged for a token of an hour, which knows one account', async () => {
    const { status, body } = await exchange(await bySecret())
    expect([status, Object.keys(body.data).sort()]).toEqual([201, ['expires_at', 'token']])
    expect(Math.round((Date.parse(body.data.expires_at) - Date.now()) / 60_000)).toBe(60)
    expect(await whoIs(body.data.token)).toMatchObject({
      data: { name: 'Ann Lee' },
      meta: { account_id: seller.id },
    })
  })

  it('means the same person as a call of the site’s server with that id', async () => {
    const issued = await server.call('POST', '/account/api/embed-tokens', {
      token: key.secret_key,
      body: { user: { id: 'user-7', email: 'ann@example.com', name: 'Ann Lee' } },
    })
    const asked = await whoIs(issued.body.token)
    const signed = await whoIs(await tokenOf(await bySecret()))
    expect(signed.data.id).toBe(asked.data.id)
  })

  it('never becomes the buyer who logs in with that e-mail', async () => {
    const buyer = await server.addCustomer('Dana Whitfield')
    const { data } = await whoIs(await tokenOf(await bySecret(claims({ email: buyer.email, name: 'Eve' }))))
    expect(data.id).not.toBe(buyer.id)
    expect((await server.call('GET', '/customer/api/auth/user', { token: buyer.token })).body.data.name).toBe(
      'Dana Whitfield',
    )
  })

  it('works once', async () => {
    const assertion = await bySecret()
    expect(await outcome(assertion)).toEqual([201, undefined])
    expect(await outcome(assertion)).toEqual([401, 'assertion_used'])
    expect(await outcome(bySecret())).toEqual([201, undefined])
  })

  it('works once when it is sent twice at the same time, however it is encoded', async () => {
    const payload = claims()
    const [one, other] = [await bySecret(payload), await bySecret({ ...payload, name: 'Ann Roe' })]
    const answers = await Promise.all([outcome(one), outcome(other)])
    expect(answers.map(([status]) => status).sort()).toEqual([201, 401])
  })

  it('can repeat the `jti` of another key', async () => {
    const payload = claims()
    expect(await outcome(bySecret(payload))).toEqual([201, undefined])
    key = await makeKey()
    expect(await outcome(bySecret({ ...payload, aud: key.publishable_key }))).toEqual([201, undefined])
  })

  it('works with the former secret for a day after a rotation', async () => {
    const former = key.secret_key
    key = (await keys('POST', `/${key.id}/rotate`)).body.data
    expect(await outcome(bySecret(claims(), former))).toEqual([201, undefined])
    expect(await outcome(bySecret())).toEqual([201, undefined])
    await server.database.db
      .updateTable('server_keys')
      .set({ former_until: new Date(0) })
      .where('id', '=', key.id)
      .execute()
    expect(await outcome(bySecret(claims(), former))).toEqual([401, 'assertion_signature'])
  })

  it('says what to do for a secret key of which only the hash is stored', async () => {
    await server.database.db
      .updateTable('server_keys')
      .set({ secret_sealed: null })
      .where('id', '=', key.id)
      .execute()
    const { status, body } = await exchange(await bySecret())
    expect([status, body.code, /Rotate/.test(body.message)]).toEqual([401, 'assertion_key_unknown', true])
  })

  it.each([
    ['has expired', () => bySecret(claims({ exp: nowS() - 60 })), 'assertion_expired'],
    ['is for another key', () => bySecret(claims({ aud: 'pk_other' })), 'assertion_audience'],
    ['is for no key', () => bySecret(claims({ aud: undefined })), 'assertion_audience'],
    [
      'was signed with another secret',
      () => bySecret(claims(), `sk_${'a'.repeat(43)}`),
      'assertion_signature',
    ],
    [
      'was signed with the publishable key',
      () => bySecret(claims(), key.publishable_key),
      'assertion_signature',
    ],
    ['is not signed', async () => new UnsecuredJWT(claims()).encode(), 'assertion_algorithm'],
    [
      'has another algorithm',
      () => bySecret(claims(), key.secret_key.repeat(2), 'HS512'),
      'assertion_algorithm',
    ],
    ['is not valid yet', () => bySecret(claims({ nbf: nowS() + 120 })), 'assertion_expired'],
    ['is no JWT', async () => 'hello', 'assertion_malformed'],
  ])('is refused if it %s', async (_name, assertion, code) => {
    expect(await outcome(assertion())).toEqual([401, code])
  })

  it('hears about each claim that is missing or wrong', async () => {
    const wrong = { sub: '', email: 'ann', name: undefined, jti: undefined, exp: undefined }
    const { status, body } = await exchange(await bySecret(claims(wrong)))
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['email', 'exp', 'jti', 'name', 'sub']])
  })

  it('is valid for 10 minutes at most', async () => {
    const { status, body } = await exchange(await bySecret(claims({ exp: nowS() + 3600 })))
    expect([status, Object.keys(body.errors)]).toEqual([422, ['exp']])
  })

  it('is refused for a person who is blocked, and can be used again afterwards', async () => {
    const { data } = await whoIs(await tokenOf(await bySecret()))
    const block = (blocked_at: Date | null) =>
      server.database.db.updateTable('customers').set({ blocked_at }).where('id', '=', data.id).execute()
    await block(new Date())
    const assertion = await bySecret()
    expect(await outcome(assertion)).toEqual([403, 'visitor_blocked'])
    await block(null)
    expect(await outcome(assertion)).toEqual([201, undefined])
  })

  it('opens nothing after its key was revoked, nor does the token', async () => {
    const token = await tokenOf(await bySecret())
    await keys('DELETE', `/${key.id}`)
    expect(await outcome(bySecret())).toEqual([404, 'not_found'])
    expect((await server.call('GET', '/customer/api/auth/user', { token })).status).toBe(401)
  })

  it('is taken from pages of the key’s origins only', async () => {
    key = await makeKey({ origins: ['https://acme.example'] })
    const from = async (origin: string) => (await exchange(await bySecret(), { origin })).body.code
    expect(await from('https://acme.example')).toBeUndefined()
    expect(await from('https://evil.example')).toBe('origin_not_allowed')
  })

  it('counts among the tokens of its key, and what is refused does not', async () => {
    for (let count = 0; count < 12; count += 1) await exchange('hello')
    for (let count = 0; count < 10; count += 1) expect(await outcome(bySecret())).toEqual([201, undefined])
    const refused = await exchange(await bySecret())
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('is forgotten once it has expired', async () => {
    const stored = () =>
      server.database.db
        .selectFrom('used_assertions')
        .selectAll()
        .where('server_key_id', '=', key.id)
        .execute()
    await exchange(await bySecret())
    await server.database.db
      .updateTable('used_assertions')
      .set({ expires_at: new Date(0) })
      .where('server_key_id', '=', key.id)
      .execute()
    await exchange(await bySecret())
    expect(await stored()).toHaveLength(1)
  })
})

describe('the public keys of a site', () => {
  const pair = async (kid: string, alg = 'ES256') => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const sign = (payload = claims(), header: { alg: string; kid?: string } = { alg, kid }) =>
      new SignJWT(payload).setProtectedHeader(header).sign(privateKey)
    return { jwk: { ...(await exportJWK(publicKey)), kid }, secret: await exportJWK(privateKey), sign }
  }
  const put = (jwks: unknown) => keys('PUT', `/${key.id}`, { jwks } as object)

  it.each(['ES256', 'RS256', 'EdDSA'])('verify assertions signed by %s', async (alg) => {
    const { jwk, sign } = await pair('2026-10', alg)
    const changed = await put({ keys: [jwk] })
    expect(changed.status).toBe(200)
    expect(changed.body.data[0].jwks).toEqual({ keys: [jwk] })
    expect(await outcome(sign())).toEqual([201, undefined])
  })

  it('name the one they do not have, and a signature of somebody else', async () => {
    const [site, stranger] = [await pair('2026-10'), await pair('2026-10')]
    await put({ keys: [site.jwk] })
    expect(await outcome(stranger.sign())).toEqual([401, 'assertion_signature'])
    expect(await outcome(stranger.sign(claims(), { alg: 'ES256', kid: 'other' }))).toEqual([
      401,
      'assertion_key_unknown',
    ])
  })

  it('are none until the seller adds them, and after they were removed', async () => {
    const { jwk, sign } = await pair('2026-10')
    expect(await outcome(sign())).toEqual([401, 'assertion_key_unknown'])
    await put({ keys: [jwk] })
    expect(await outcome(sign())).toEqual([201, undefined])
    expect((await put(null)).body.data[0].jwks).toBeNull()
    expect(await outcome(sign())).toEqual([401, 'assertion_key_unknown'])
  })

  it('are no secret to sign with: an assertion by HMAC with one of them is refused', async () => {
    const { jwk } = await pair('2026-10', 'RS256')
    await put({ keys: [jwk] })
    expect(await outcome(bySecret(claims(), JSON.stringify(jwk)))).toEqual([401, 'assertion_signature'])
  })

  it('stay when only the name is changed', async () => {
    const { jwk } = await pair('2026-10')
    await put({ keys: [jwk] })
    const { body } = await keys('PUT', `/${key.id}`, { name: 'Shop' })
    expect(body.data[0]).toMatchObject({ name: 'Shop', jwks: { keys: [jwk] } })
  })

  it('are refused by name if one is private, symmetric, unreadable or without its id', async () => {
    const { jwk, secret } = await pair('2026-10')
    const { kid: _none, ...nameless } = jwk
    const wrong = [
      { ...secret, kid: 'a' },
      { kty: 'oct', k: 'c2VjcmV0', kid: 'b' },
      { ...jwk, x: 'AA', kid: 'c' },
      nameless,
      { ...jwk, crv: 'P-384', kid: 'd' },
    ]
    const { status, body } = await put({ keys: wrong })
    expect([status, Object.keys(body.errors)]).toEqual([422, wrong.map((_, at) => `jwks.keys.${at}`)])
    expect(JSON.stringify(body)).not.toContain(secret.d)
    expect((await put({ keys: [jwk, jwk] })).body.errors).toHaveProperty('jwks.keys.1')
  })
})
