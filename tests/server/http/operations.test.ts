import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

/** Resolves with the server's next request. */
const arrival = ({ app }: TestServer) =>
  new Promise<void>((resolve) => app.server.once('request', () => resolve()))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('logs', () => {
  it('hold neither tokens nor words nor passwords nor queries, and one line a request with its id', async () => {
    const lines: string[] = []
    const quiet = await startTestServer({
      log: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
    })
    const dana = await quiet.addCustomer()
    const homes = await quiet.addAccount()
    await quiet.introduce(dana, homes)
    const login = await quiet.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
    const { token } = login.body.data
    const secret = 'My bank account number is 12345678'
    const url = `/customers/${dana.id}/accounts/${homes.id}/text-messages`
    await quiet.call('POST', url, { token, body: { message: secret } })
    await quiet.call('POST', url, { token, body: { message: secret.repeat(40) } })
    await quiet.call('POST', url, {
      token,
      body: `{"message":"${secret}`,
      headers: { 'content-type': 'application/json' },
    })
    await quiet.call('GET', `/auth/user?auth_token=${token}`, {
      headers: { cookie: `plat_session=${token}` },
    })
    await quiet.call('GET', `/reset-password/${token}`)
    await quiet.close()
    const log = lines.join('')
    for (const hidden of [token, dana.token, secret, 'bank account', PASSWORD, dana.email, 'auth_token'])
      expect(log).not.toContain(hidden)
    const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
    expect(requests).toHaveLength(6)
    expect(requests[1]).toMatchObject({
      reqId: expect.any(String),
      method: 'POST',
      route: '/customers/:customer/accounts/:account/text-messages',
      status: 201,
      who: `customer:${dana.id}`,
    })
  })
})

describe('operations', () => {
  it('a household with many IPv6 addresses has one share of requests', async () => {
    const small = await startTestServer({ trustProxy: true, limits: { requestsPerMinute: 2 } })
    const ask = (ip: string) =>
      small.call('GET', '/customer/api/dictionaries', { headers: { 'x-forwarded-for': ip } })
    const statuses: number[] = []
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])
      statuses.push((await ask(ip)).status)
    await small.close()
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  it('answers of the API are kept by no cache, refusals neither', async () => {
    const { token } = await server.addCustomer()
    for (const answer of [
      await server.call('GET', '/customer/api/auth/export', { token }),
      await server.call('GET', '/customer/api/auth/user'),
    ])
      expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('metrics count requests by route and messages by direction', async () => {
    const dana = await server.addCustomer()
    const homes = await server.addAccount()
    await server.messenger.sendFromAccount({ accountId: homes.id, customerId: dana.id, body: 'Hi' })
    await server.call('GET', `/customers/${dana.id}/chats`, { token: dana.token })
    const text: string = (await server.call('GET', '/metrics')).body
    expect(text).toContain('plat_messages_sent_total{direction="outbound"} 1')
    expect(text).toMatch(
      /plat_http_request_duration_seconds_count\{method="GET",route="\/customers\/:customer\/chats",status="200"\} 1/,
    )
    expect(text).not.toContain(`/customers/${dana.id}`)
  })

  it('health is 503 once the database is gone', async () => {
    const other = await startTestServer()
    expect((await other.call('GET', '/healthz')).status).toBe(200)
    await other.database.close()
    expect((await other.call('GET', '/healthz')).status).toBe(503)
    await other.app.close()
  })

  it('a server that is asked to leave says so at its health, and works on until the proxy has heard', async () => {
    const other = await startTestServer()
    const closed = other.close({ drainMs: 500, graceMs: 0 })
    const [health, call] = await Promise.all([other.call('GET', '/healthz'), other.call('GET', '/metrics')])
    expect([health.status, health.body, call.status]).toEqual([503, { status: 'leaving' }, 200])
    await closed
  })

  it('closing finishes a request that runs and may be asked for twice', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const other = await startTestServer({
      pages: (app) => {
        app.get('/slow', async () => {
          started()
          await gate
          return 'done'
        })
      },
    })
    const { url } = await other.listen({ port: 0 })
    const answer = fetch(`${url}/slow`)
    await running
    const closed = [other.close({ graceMs: 0 }), other.close()]
    finish()
    expect(await (await answer).text()).toBe('done')
    await Promise.all(closed)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it('closing does not wait for a request that never ends', async () => {
    const other = await startTestServer()
    const { port } = await other.listen({ port: 0 })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
    await arrival(other)
    const cut = new Promise((resolve) => socket.on('close', resolve))
    await other.close({ graceMs: 0, requestsMs: 50 })
    await cut
  })

  it('a secret that is too short is refused', async () => {
    await expect(startTestServer({ secret: 'short' })).rejects.toThrow(/16 characters/)
  })
})
