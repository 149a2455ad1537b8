import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import {
  CLIENT_ID,
  type OpenIdProvider,
  startOpenIdProvider,
} from '#tests/server/providers/social/openid-provider.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
  const network = { network: 'test', name: 'Test network', issuer: provider.issuer, clientId: CLIENT_ID }
  server = await startTestServer({
    publicUrl: 'https://plat.example',
    parts: { social: [network, { ...network, network: 'gone', issuer: 'http://127.0.0.1:1' }] },
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

let last = 0
/** A person as the network knows them. */
function person(given: Record<string, unknown> = {}) {
  last += 1
  const email = `friend${last}@example.com`
  return {
    sub: `s-${last}`,
    email,
    email_verified: true,
    given_name: 'Dana',
    family_name: 'Whitfield',
    ...given,
  }
}

/** Leaves for the network's page: the cookie that was set, and what the network was told. */
async function leave() {
  const answer = await server.call('POST', '/customer/api/auth/social/test')
  const cookie = answer.cookies.find((each) => each.name === 'plat_social')
  const query = new URL(answer.body.data.url).searchParams
  const [nonce, state] = [query.get('nonce') ?? '', query.get('state') ?? '']
  return { answer, cookie, query, nonce, state, header: `plat_social=${cookie?.value}` }
}

/** The query with which the network sends the browser back. */
async function answerFor(
  { nonce, state }: { nonce: string; state: string },
  claims: Record<string, unknown>,
) {
  const code = provider.codeFor(await provider.token({ nonce, ...claims }))
  return String(new URLSearchParams({ code, state }))
}

async function comeBack(claims: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const left = await leave()
  const token = await answerFor(left, claims)
  return server.call('POST', '/social', {
    body: { network: 'test', token, ...more },
    headers: { cookie: left.header },
  })
}

const GONE = { token: ['This login did not work or took too long. Try again.'] }

describe('the terms of a new account', () => {
  const termsOf = async (email: string) =>
    server.database.db
      .selectFrom('customers')
      .select(['terms_version', 'terms_accepted_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()

  it('are kept with the version that the person was shown, if it is in force', async () => {
    const who = person()
    const answer = await comeBack(who, { terms_version: TERMS_VERSION })
    expect(answer.body.data.user.terms_due ?? null).toBe(null)
    expect(await termsOf(who.email)).toEqual({
      terms_version: TERMS_VERSION,
      terms_accepted_at: expect.any(Date),
    })
  })

  it.each([undefined, '2020-01-01'])('are asked for after %s was shown', async (terms_version) => {
    const who = person()
    const answer = await comeBack(who, { terms_version })
    expect(answer.body.data.user.terms_due).toBe(TERMS_VERSION)
    expect(await termsOf(who.email)).toEqual({ terms_version: null, terms_accepted_at: null })
  })
})

describe('login through a network', () => {
  it('begins with a secret that no script can read, no other call gets, and the network does not know', async () => {
    const { answer, cookie, query } = await leave()
    expect(answer.status).toBe(200)
    expect(query.get('redirect_uri')).toBe('https://plat.example/login')
    const [verifier = ''] = cookie?.value.split('.') ?? []
    expect(answer.body.data.url).not.toContain(verifier)
    expect(cookie).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/social',
    })
  })

  it('makes an account for somebody new, confirmed and without a password', async () => {
    const claims = person()
    const answer = await comeBack(claims)
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({
      name: 'Dana Whitfield',
      email: claims.email,
      email_confirmed: true,
      has_password: false,
    })
    expect(answer.cookies.map(({ name, value }) => [name, value !== ''])).toEqual([
      ['plat_social', false],
      ['__Host-plat_session', true],
      ['XSRF-TOKEN', true],
    ])
    const again = await comeBack({ ...claims, email: 'changed.there@example.com' })
    expect(again.body.data.user.id).toBe(answer.body.data.user.id)
  })

  it('from a seller’s page opens the conversation', async () => {
    const seller = await server.addAccount()
    const { token, user } = (await comeBack(person(), { attach_account_id: seller.id })).body.data
    const chats = await server.call('GET', `/customer/api/customers/${user.id}/chats`, { token })
    expect(chats.body.data).toHaveLength(1)
  })

  it('finds the account with the same confirmed address, whose password goes on working', async () => {
    const dana = await server.addCustomer()
    await confirmed(dana.id)
    const answer = await comeBack(person({ email: dana.email.toUpperCase() }))
    expect(answer.body.data.user).toMatchObject({ id: dana.id, has_password: true })
    const login = await server.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
    expect(login.status).toBe(200)
  })

  it('takes an unconfirmed account from whoever registered it with somebody else’s address', async () => {
    const squatter = await server.addCustomer('Dana Whitfield', { isConfirmed: false })
    const answer = await comeBack(person({ email: squatter.email }))
    expect(answer.body.data.user).toMatchObject({
      id: squatter.id,
      has_password: false,
      email_confirmed: true,
    })
    expect((await server.call('GET', '/auth/user', { token: squatter.token })).status).toBe(401)
    const login = await server.call('POST', '/login', { body: { email: squatter.email, password: PASSWORD } })
    expect(login.status).toBe(422)
  })

  it('leaves whoever moved their account to an address that is not theirs no way back into it', async () => {
    const stranger = person()
    const { user } = (await comeBack(stranger)).body.data
    const owner = person()
    const moved = { email: owner.email, email_confirmed_at: null }
    await server.database.db.updateTable('customers').set(moved).where('id', '=', user.id).execute()
    expect((await comeBack(owner)).body.data.user.id).toBe(user.id)
    expect((await comeBack(stranger)).body.data.user.id).not.toBe(user.id)
    expect((await comeBack(owner)).body.data.user.id).toBe(user.id)
  })

  it('takes no address whose letters only become the ones of an account', async () => {
    const dana = await server.addCustomer('Kim')
    await confirmed(dana.id)
    const email = 'kim.of.networks@example.com'
    await server.database.db.updateTable('customers').set({ email }).where('id', '=', dana.id).execute()
    // The sign for kelvin is a k in lower case.
    const answer = await comeBack(person({ email: email.replace('k', '\u212A') }))
    expect(answer.status).toBe(422)
  })

  it('is refused to somebody new whose address the network does not vouch for', async () => {
    const dana = await server.addCustomer()
    await confirmed(dana.id)
    const answer = await comeBack(person({ email: dana.email, email_verified: false }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors.token[0]).toContain('has not confirmed your email')
  })

  it('lets nobody in who is blocked', async () => {
    const claims = person()
    const { user } = (await comeBack(claims)).body.data
    const blocked_at = new Date()
    await server.database.db.updateTable('customers').set({ blocked_at }).where('id', '=', user.id).execute()
    const answer = await comeBack(claims)
    expect([answer.status, answer.body.code]).toEqual([403, 'blocked'])
  })

  it('in the same moment twice makes one account', async () => {
    const claims = person()
    const answers = await Promise.all([comeBack(claims), comeBack(claims)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.data.user.id).toBe(answers[1]?.body.data.user.id)
  })
})

describe('an answer that comes back', () => {
  it.each([
    ['without the secret of this browser', { cookie: '' }],
    ['with the secret of another one', { cookie: 'plat_social=somebody.elses.secret' }],
  ])('%s logs nobody in', async (_, headers) => {
    const token = await answerFor(await leave(), person())
    const answer = await server.call('POST', '/social', { body: { network: 'test', token }, headers })
    expect([answer.status, answer.body.errors]).toEqual([422, GONE])
  })

  it('uses the secret up, also when it is wrong', async () => {
    const { header } = await leave()
    const answer = await server.call('POST', '/social', {
      body: { network: 'test', token: 'wrong' },
      headers: { cookie: header },
    })
    expect(answer.body.errors).toEqual(GONE)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['plat_social', '']])
  })
})

describe('a network', () => {
  it('that is not configured is not found', async () => {
    expect((await server.call('POST', '/customer/api/auth/social/other')).status).toBe(404)
  })

  it('that cannot be reached is said to be', async () => {
    const answer = await server.call('POST', '/customer/api/auth/social/gone')
    expect([answer.status, answer.body.code]).toEqual([503, 'network_unreachable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

const confirmed = (id: number) =>
  server.database.db
    .updateTable('customers')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
