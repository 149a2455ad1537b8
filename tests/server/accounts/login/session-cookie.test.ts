import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true })
})
afterAll(() => server.close())

async function loggedIn(headers: Record<string, string> = {}) {
  const dana = await server.addCustomer()
  const answer = await server.call('POST', '/login', {
    body: { email: dana.email, password: PASSWORD },
    headers,
  })
  const cookieOf = (name: string) => answer.cookies.find((cookie) => cookie.name === name)?.value ?? ''
  const session = cookieOf('plat_session')
  const csrf = cookieOf('XSRF-TOKEN')
  return { dana, answer, session, csrf, cookie: `plat_session=${session}; XSRF-TOKEN=${csrf}` }
}

describe('the session cookie', () => {
  it('is out of reach of scripts, stays on the site, and is Secure over https only', async () => {
    const plain = (await loggedIn()).answer.cookies
    expect(plain.find((each) => each.name === 'plat_session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(plain.find((each) => each.name === 'XSRF-TOKEN')?.httpOnly).toBeUndefined()
    expect(plain.some((each) => each.secure)).toBe(false)
    const secure = (await loggedIn({ 'x-forwarded-proto': 'https' })).answer.cookies
    expect(secure.every((each) => each.secure)).toBe(true)
  })

  it('counts over https only under the name that a neighbor site cannot set', async () => {
    const https = { 'x-forwarded-proto': 'https' }
    const { answer } = await loggedIn(https)
    const token = answer.cookies.find(({ name }) => name === '__Host-plat_session')?.value
    const ask = (name: string) =>
      server.call('GET', '/customer/api/auth/user', { headers: { ...https, cookie: `${name}=${token}` } })
    expect((await ask('__Host-plat_session')).status).toBe(200)
    expect((await ask('plat_session')).status).toBe(401)
  })

  it('is Secure behind a proxy that ends TLS and says nothing of it', async () => {
    const behind = await startTestServer({ publicUrl: 'https://plat.example' })
    const { email } = await behind.addCustomer()
    const { cookies } = await behind.call('POST', '/login', { body: { email, password: PASSWORD } })
    expect(cookies.map((each) => each.secure)).toEqual([true, true])
    await behind.close()
  })

  it('is not set when a foreign page logs in, which gets its bearer only', async () => {
    const { answer } = await loggedIn({ 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect(answer.cookies).toEqual([])
  })

  it.each([
    ['https://evil.example', 0],
    ['null', 0],
    ['http://localhost:80', 2],
  ])('in a browser that only says the origin, set for %s: %i cookies', async (origin, count) => {
    const { answer } = await loggedIn({ origin, host: 'localhost' })
    expect([answer.status, answer.cookies.length]).toEqual([200, count])
  })

  it('is not ended by a neighbour site that logs in', async () => {
    const { cookie } = await loggedIn()
    await loggedIn({ cookie, 'sec-fetch-site': 'same-site' })
    expect((await server.call('GET', '/auth/user', { headers: { cookie } })).status).toBe(200)
  })

  it('reads without a CSRF header', async () => {
    const { cookie, dana } = await loggedIn()
    const me = await server.call('GET', '/customer/api/auth/user', { headers: { cookie } })
    expect(me.body.data.id).toBe(dana.id)
  })

  it.each([['x-xsrf-token'], ['x-csrf-token']])('writes with %s', async (header) => {
    const { cookie, csrf } = await loggedIn()
    const answer = await server.call('POST', '/customer/api/auth/token', {
      headers: { cookie, [header]: csrf },
    })
    expect(answer.status).toBe(201)
  })

  it('without the header, with a wrong one, or with one of another session: 419', async () => {
    const mine = await loggedIn()
    const other = await loggedIn()
    const attempts = [
      { cookie: mine.cookie },
      { cookie: mine.cookie, 'x-xsrf-token': 'guess' },
      { cookie: mine.cookie, 'x-xsrf-token': other.csrf },
      // Both cookie and header planted by a neighbour domain: they agree, and belong to another session.
      { cookie: `plat_session=${mine.session}; XSRF-TOKEN=${other.csrf}`, 'x-xsrf-token': other.csrf },
      { cookie: `plat_session=${mine.session}`, 'x-xsrf-token': mine.csrf },
    ]
    for (const headers of attempts) {
      const answer = await server.call('POST', '/customer/api/auth/token', { headers })
      expect(answer.status).toBe(419)
      expect(answer.body.message).toBe('CSRF token mismatch.')
    }
  })

  it('a link to a call that binds and pays does neither', async () => {
    const { cookie, csrf } = await loggedIn()
    const confirm = (headers: Record<string, string>) =>
      server.call('GET', '/customer/api/offer/1/confirm', { headers })
    expect((await confirm({ cookie })).status).toBe(419)
    // There is no such offer.
    expect((await confirm({ cookie, 'x-xsrf-token': csrf })).status).toBe(404)
  })

  it('a page that lost its CSRF cookie gets it again by asking who is logged in', async () => {
    const { session, csrf, cookie } = await loggedIn()
    const ask = async (cookies: string) => {
      const answer = await server.call('GET', '/customer/api/auth/user', { headers: { cookie: cookies } })
      return answer.cookies.map(({ name, value }) => [name, value])
    }
    expect(await ask(`plat_session=${session}`)).toEqual([['XSRF-TOKEN', csrf]])
    expect(await ask(`plat_session=${session}; XSRF-TOKEN=stale`)).toEqual([['XSRF-TOKEN', csrf]])
    expect(await ask(cookie)).toEqual([])
  })

  it('logging in anew ends the browser’s former session, its token and its sockets', async () => {
    const former = await loggedIn()
    server.terminated.length = 0
    const body = { email: (await server.addCustomer()).email, password: PASSWORD }
    await server.call('POST', '/login', { body, headers: { cookie: former.cookie } })
    expect((await server.call('GET', '/auth/user', { token: former.session })).status).toBe(401)
    expect(server.terminated).toEqual([expect.stringMatching(new RegExp(`^customer:${former.dana.id}:`))])
  })

  it('a bearer needs no CSRF header and wins over a cookie', async () => {
    const { cookie } = await loggedIn()
    const erin = await server.addCustomer('Erin Vale')
    const answer = await server.call('GET', '/auth/user', { token: erin.token, headers: { cookie } })
    expect(answer.body.data.id).toBe(erin.id)
    const wrong = await server.call('GET', '/auth/user', { token: 'wrong', headers: { cookie } })
    expect(wrong.status).toBe(401)
  })
})
