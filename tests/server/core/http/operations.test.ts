import { connect } from 'node:net'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { registerHealth } from '#server/core/http/health.ts'
import { createJobs } from '#server/core/jobs/jobs.ts'
import { queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import { problem } from '#shared/contract/wire.ts'
import { openTestDatabase } from '#tests/support/database.ts'
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

  it('metrics count queued jobs, deliveries and checks of the ledger', async () => {
    const run = (name: string) =>
      server.jobs.rules.find((rule) => rule.name === name)?.run(Date.now(), new AbortController().signal)
    const { db } = server.database
    const dueAtMs = Date.now() - 1000
    // A type that goes at any hour.
    const text = { key: 'hello', customerId: null, recipient: '+13125550142', type: 'security' } as const
    await queueDeliveries(db, [{ ...text, channel: 'sms', content: { text: 'Hello' }, dueAtMs }])
    const metrics = async (): Promise<string> => (await server.call('GET', '/metrics')).body
    const before = await metrics()
    for (const line of [
      'plat_deliveries_waiting{channel="sms"} 1',
      'plat_deliveries_waiting{channel="webhook"} 0',
      'plat_ledger_checks_total{result="differs"} 0',
    ])
      expect(before).toContain(`${line}\n`)
    const queue = createJobs({ database: server.database, log: server.app.log })
    await queue.send('books')
    await queue.stop()
    const queued = await metrics()
    for (const line of ['plat_jobs_queued{state="waiting"} 1', 'plat_jobs_queued{state="active"} 0'])
      expect(queued).toContain(`${line}\n`)
    await run('deliver')
    await run('books')
    const { id } = await server.addCustomer()
    await sql`insert into ledger_transactions (kind, customer_id, description, cause)
      values ('adjustment', ${id}, 'Without entries', 'test')`.execute(db)
    await run('books')
    const after = await metrics()
    for (const line of [
      'plat_deliveries_waiting{channel="sms"} 0',
      'plat_deliveries_total{channel="sms",outcome="sent"} 1',
      'plat_ledger_checks_total{result="agrees"} 1',
      'plat_ledger_checks_total{result="differs"} 1',
    ])
      expect(after).toContain(`${line}\n`)
  })

  it('health is 503 once the database is gone', async () => {
    const other = await startTestServer()
    expect((await other.call('GET', '/healthz')).status).toBe(200)
    await other.database.close()
    expect((await other.call('GET', '/healthz')).status).toBe(503)
    // The process is alive: a restart would not bring the database back.
    expect((await other.call('GET', '/livez')).body).toEqual({ status: 'ok' })
    await other.app.close()
  })

  it('health reports a wrong machine clock, and the server still serves', async () => {
    const database = await openTestDatabase()
    let offsetMs = -2000
    const clock = { now: () => Date.now() - offsetMs, offsetMs: () => offsetMs }
    const other = await startTestServer({ database: { ...database, clock } })
    const health = async () => {
      const { status, body } = await other.call('GET', '/healthz')
      return [status, body]
    }
    expect(await health()).toEqual([200, { status: 'ok', database: 'ok' }])
    offsetMs = 3 * 86_400_000
    expect(await health()).toEqual([
      200,
      { status: 'degraded', database: 'ok', clock: "259200 s ahead of the database's" },
    ])
    expect((await other.call('GET', '/metrics')).body).toContain('plat_clock_offset_seconds 259200')
    offsetMs = -8000
    expect((await health())[1]).toMatchObject({ clock: "8 s behind the database's" })
    await other.close()
  })

  it.each([
    ['has room', 64, 'ok'],
    ['is full', 63, 'degraded'],
  ])('health says whether the folder of uploads %s', async (_, megabytes, status) => {
    const app = Fastify()
    const { database } = server
    const files = { freeBytes: async () => megabytes * 1024 * 1024 }
    registerHealth(app, { database, files, isLeaving: () => false, busState: () => null })
    const { statusCode, body } = await app.inject('/healthz')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toEqual({ status, database: 'ok', ...(status === 'ok' ? {} : { disk: 'full' }) })
  })

  it('health reports for a while that a write found no space, on any disk', async () => {
    const other = await startTestServer({
      extend: (app) =>
        void app.get('/full', async () => {
          throw Object.assign(new Error('could not extend file'), { code: '53100' })
        }),
    })
    expect((await other.call('GET', '/full')).status).toBe(507)
    expect((await other.call('GET', '/healthz')).body).toMatchObject({ status: 'degraded', disk: 'full' })
    await other.close()
  })

  it('health reports unreachable nodes with status 200', async () => {
    let busState: 'ok' | 'unreachable' = 'ok'
    const other = await startTestServer({}, { busState: () => busState })
    const ask = async () => {
      const { status, body } = await other.call('GET', '/healthz')
      return [status, body]
    }
    expect(await ask()).toEqual([200, { status: 'ok', database: 'ok', bus: 'ok' }])
    busState = 'unreachable'
    expect(await ask()).toEqual([200, { status: 'degraded', database: 'ok', bus: 'unreachable' }])
    await other.close({ graceMs: 0 })
    expect((await server.call('GET', '/healthz')).body).toEqual({ status: 'ok', database: 'ok' })
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
      extend: (app) => {
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

  it('while it closes, every call gets 503 with Retry-After and the usual error body, on foreign pages too', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const other = await startTestServer({ extend: (app) => void app.addHook('preClose', () => gate) })
    const { url } = await other.listen({ port: 0 })
    const closed = other.close({ graceMs: 0 })
    for (const path of ['/customer/api/dictionaries', '/customer/api/nothing-here']) {
      const answer = await fetch(url + path, { headers: { origin: 'https://partner.example' } })
      const { headers } = answer
      const body = await answer.json()
      expect(answer.status).toBe(503)
      expect(problem.parse(body)).toEqual(body)
      expect(body).toMatchObject({ code: 'unavailable', request_id: headers.get('x-request-id') })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('connection')).toBe('close')
    }
    finish()
    await closed
  })

  it.each([
    ['that stop in the middle', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', false],
    ['that trickle in', 'GET / HTTP/1.1\r\nHost: x\r\n', true],
    ['that never begin', '', false],
  ])('headers %s are cut off with 408', async (_, head, isTrickling) => {
    expect(server.app.server.headersTimeout).toBe(15_000)
    const other = await startTestServer({ limits: { headersMs: 150 } })
    const { port } = await other.listen({ port: 0 })
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    const trickle = isTrickling ? setInterval(() => socket.write('X-More: 1\r\n'), 20) : undefined
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
    clearInterval(trickle)
    const [said = '', body = ''] = text.split('\r\n\r\n')
    expect(said).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(problem.parse(JSON.parse(body))).toMatchObject({ code: 'request_timeout' })
    await other.close()
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

  it('jobs start as soon as the database allows, even if it did not at the start', async () => {
    const database = await openTestDatabase()
    let isAway = true
    const runScript: OpenDatabase['runScript'] = (statements) =>
      isAway
        ? Promise.reject(Object.assign(new Error('starting up'), { code: '57P03' }))
        : database.runScript(statements)
    const other = await startTestServer({ database: { ...database, runScript } })
    await other.listen({ port: 0 })
    await expect.poll(() => other.lines.join('')).toContain('the job queue did not start')
    isAway = false
    const written = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    const mail = { recipient: 'dana@example.com', content: JSON.stringify({ written }), due_at: new Date() }
    await database.db
      .insertInto('deliveries')
      .values({ ...mail, key: 'one', channel: 'email', type: 'security' })
      .execute()
    const sent = () => database.db.selectFrom('outbox').select('recipient').execute()
    await expect.poll(sent, { timeout: 15_000 }).toEqual([{ recipient: 'dana@example.com' }])
    await other.close()
  })

  it('a secret that is too short is refused', async () => {
    await expect(startTestServer({ secret: 'short' })).rejects.toThrow(/16 characters/)
  })
})
