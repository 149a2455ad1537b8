import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findToken, issue } from '#server/accounts/login/tokens.ts'
import { LOGIN_FAILURES } from '#shared/contract/limits.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const login = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', '/login', { body, headers })

describe('behind a proxy', () => {
  it('guesses are counted by the address the proxy saw, not by one the client made up', async () => {
    const behind = await startTestServer({ trustProxy: true })
    const dana = await behind.addCustomer()
    const statuses = []
    for (let n = 1; n <= LOGIN_FAILURES + 1; n++) {
      const answer = await behind.call('POST', '/login', {
        body: { email: dana.email, password: 'a guess' },
        headers: { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` },
      })
      statuses.push(answer.status)
    }
    expect(statuses.at(-1)).toBe(429)
    await behind.close()
  })
})

describe('login', () => {
  it('answers with a bearer and the customer, whatever the case of the e-mail', async () => {
    const dana = await server.addCustomer('Dana Whitfield')
    const answer = await login({ email: dana.email.toUpperCase(), password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({ id: dana.id, name: 'Dana Whitfield', unread_total: 0 })
    const me = await server.call('GET', '/customer/api/auth/user', { token: answer.body.data.token })
    expect(me.body.data.id).toBe(dana.id)
  })

  it('takes a form as well as JSON', async () => {
    const dana = await server.addCustomer()
    const answer = await login(
      `email=${encodeURIComponent(dana.email)}&password=${encodeURIComponent(PASSWORD)}`,
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    )
    expect(answer.status).toBe(200)
  })

  it('says the same of a wrong password and of an unknown e-mail', async () => {
    const dana = await server.addCustomer()
    const wrong = await login({ email: dana.email, password: 'not it' })
    const unknown = await login({ email: 'nobody@example.com', password: 'not it' })
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(wrong.body.errors).toEqual({ email: ['Email or password is incorrect.'] })
    expect(unknown.body.errors).toEqual(wrong.body.errors)
  })

  it('after five failures of one IP with one e-mail answers 429 with Retry-After, even to the right password', async () => {
    const dana = await server.addCustomer()
    const failures = await Promise.all(
      Array.from({ length: 8 }, () => login({ email: dana.email, password: 'not it' })),
    )
    expect(failures.filter((answer) => answer.status === 422)).toHaveLength(5)
    const after = await login({ email: dana.email, password: PASSWORD })
    expect(after.status).toBe(429)
    expect(Number(after.headers['retry-after'])).toBeGreaterThan(800)
    const other = await server.addCustomer()
    expect((await login({ email: other.email, password: PASSWORD })).status).toBe(200)
  })

  it('a success forgets the failures before it', async () => {
    const dana = await server.addCustomer()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await login({ email: dana.email, password: 'not it' })
      expect((await login({ email: dana.email, password: PASSWORD })).status).toBe(200)
    }
  })

  it('a new login in the same browser ends the one before', async () => {
    const dana = await server.addCustomer()
    const first = await login({ email: dana.email, password: PASSWORD })
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    await login({ email: dana.email, password: PASSWORD }, { cookie })
    const me = await server.call('GET', '/auth/user', { token: first.body.data.token })
    expect(me.status).toBe(401)
  })

  it('stores no token as it is', async () => {
    const dana = await server.addCustomer()
    const { token } = (await login({ email: dana.email, password: PASSWORD })).body.data
    const rows = await server.database.db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.some((row) => Buffer.from(row.token_hash).toString() === token)).toBe(false)
  })
})

describe('tokens', () => {
  it.each([
    ['none', undefined],
    ['unknown', 'nothing-we-issued'],
    ['too strange to be one', 'a b c'],
  ])('%s: 401 as Laravel says it', async (_, token) => {
    const answer = await server.call('GET', '/customer/api/auth/user', token ? { token } : {})
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ message: 'Unauthenticated.', code: 'unauthenticated' })
  })

  it('an expired token is no token', async () => {
    const dana = await server.addCustomer()
    const past = new Date(Date.now() - 1000)
    await server.database.db
      .updateTable('access_tokens')
      .set({ expires_at: past })
      .where('principal_id', '=', dana.id)
      .where('principal_kind', '=', 'customer')
      .execute()
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(401)
  })

  it('a widget token lives 15 minutes, acts for the customer and cannot renew itself', async () => {
    const dana = await server.addCustomer()
    const issued = await server.call('POST', '/customer/api/auth/token', { token: dana.token })
    expect(issued.status).toBe(201)
    const minutes = (Date.parse(issued.body.data.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    const { token } = issued.body.data
    expect((await server.call('GET', '/auth/user', { token })).body.data.id).toBe(dana.id)
    expect((await server.call('POST', '/customer/api/auth/token', { token })).status).toBe(403)
  })

  it('logout ends the token, its widget tokens and its sockets', async () => {
    const dana = await server.addCustomer()
    const widget = (await server.call('POST', '/customer/api/auth/token', { token: dana.token })).body.data
    const before = server.terminated.length
    const answer = await server.call('POST', '/logout', { token: dana.token })
    expect(answer.status).toBe(204)
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.value])).toEqual([
      ['__Host-plat_session', ''],
      ['plat_session', ''],
      ['XSRF-TOKEN', ''],
    ])
    for (const token of [dana.token, widget.token])
      expect((await server.call('GET', '/auth/user', { token })).status).toBe(401)
    expect(server.terminated.slice(before)).toEqual([
      expect.stringMatching(new RegExp(`^customer:${dana.id}:`)),
    ])
  })

  it('a widget token issued in the moment of the logout ends with it', async () => {
    const { db } = server.database
    const dana = await server.addCustomer()
    const found = await findToken(db, dana.token)
    const wanted = { kind: 'customer', principalId: dana.id, purpose: 'widget', lifetimeMs: 60_000 } as const
    await server.call('POST', '/logout', { token: dana.token })
    const { token } = await issue(db, { ...wanted, parentId: found?.id ?? 0 })
    expect((await server.call('GET', '/auth/user', { token })).status).toBe(401)
  })

  it('logging out a widget token leaves the login alone', async () => {
    const dana = await server.addCustomer()
    const { token } = (await server.call('POST', '/customer/api/auth/token', { token: dana.token })).body.data
    expect((await server.call('POST', '/logout', { token })).status).toBe(204)
    expect((await server.call('GET', '/auth/user', { token })).status).toBe(401)
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(200)
  })
})
