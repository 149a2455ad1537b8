import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceWords, shortIp } from '#server/accounts/profile/device.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const SESSIONS = '/customer/api/auth/sessions'
const login = async (who: Person, userAgent: string): Promise<string> =>
  (
    await server.call('POST', '/login', {
      body: { email: who.email, password: PASSWORD },
      headers: { 'user-agent': userAgent },
    })
  ).body.data.token
const listAs = async (token: string) => (await server.call('GET', SESSIONS, { token })).body.data
const isLoggedIn = async (token: string) =>
  (await server.call('GET', '/customer/api/auth/user', { token })).status === 200

describe('the list of sessions', () => {
  it('shows this device first, each in words, with its address cut short', async () => {
    const dana = await server.addCustomer()
    const token = await login(dana, FIREFOX)
    expect(await listAs(token)).toEqual([
      {
        id: expect.any(Number),
        is_current: true,
        device: 'Firefox on Windows',
        ip: '127.0.0.*',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
      expect.objectContaining({ is_current: false, device: 'Unknown device', ip: null }),
    ])
  })

  it('logs one device out, with its widget tokens and its sockets', async () => {
    const dana = await server.addCustomer()
    const phone = await login(dana, FIREFOX)
    const widget = (await server.call('POST', '/customer/api/auth/token', { token: phone })).body.data.token
    const { id } = (await listAs(dana.token)).find((row: { is_current: boolean }) => !row.is_current)
    server.terminated.length = 0
    expect((await server.call('DELETE', `${SESSIONS}/${id}`, { token: dana.token })).status).toBe(200)
    expect([await isLoggedIn(phone), await isLoggedIn(widget), await isLoggedIn(dana.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect(server.terminated).toEqual([`customer:${dana.id}:${id}`])
    expect((await server.call('DELETE', `${SESSIONS}/${id}`, { token: dana.token })).status).toBe(404)
  })

  it('logs every other device out', async () => {
    const dana = await server.addCustomer()
    const others = [await login(dana, FIREFOX), await login(dana, FIREFOX)]
    server.terminated.length = 0
    expect((await server.call('DELETE', SESSIONS, { token: dana.token })).status).toBe(200)
    expect(await Promise.all([...others, dana.token].map(isLoggedIn))).toEqual([false, false, true])
    expect(server.terminated).toHaveLength(2)
    expect(await listAs(dana.token)).toHaveLength(1)
  })

  it('is closed to others: their sessions are not found', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const [own] = await listAs(dana.token)
    expect((await server.call('DELETE', `${SESSIONS}/${own.id}`, { token: eli.token })).status).toBe(404)
    expect(await isLoggedIn(dana.token)).toBe(true)
  })

  it('logging this very device out takes its cookie', async () => {
    const dana = await server.addCustomer()
    const [own] = await listAs(dana.token)
    const answer = await server.call('DELETE', `${SESSIONS}/${own.id}`, { token: dana.token })
    expect(answer.cookies.find((cookie) => cookie.name === 'plat_session')?.value).toBe('')
    expect(await isLoggedIn(dana.token)).toBe(false)
  })
})

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('a device of %j is called %j', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words)
})

it.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:*'],
  ['fe80::1', 'fe80:*'],
  ['::1', '*'],
  [null, null],
])('the address %j is shown as %j', (ip, short) => {
  expect(shortIp(ip)).toBe(short)
})
