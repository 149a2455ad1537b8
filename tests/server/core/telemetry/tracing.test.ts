/** What a collector receives of requests, jobs, outgoing calls and statements. */
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTelemetry } from '#server/core/telemetry/start-telemetry.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  type ReceivedSpan,
  type Receiver,
  spansIn,
  startReceiver,
} from '#tests/support/telemetry-receiver.ts'

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]
const ERROR = 2
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

let collector: Receiver
let provider: Receiver
let server: TestServer
let spans: ReceivedSpan[]
let token: string
let email: string
let requestId: unknown
const spanOf = (name: string) => spans.find((span) => span.name === name)

/** Everything is asked first: the collector has it all when the server is closed. */
beforeAll(async () => {
  ;[collector, provider] = await Promise.all([startReceiver(), startReceiver()])
  const tracing = { url: `${collector.url}/v1/traces`, serviceName: 'plat-test' }
  const telemetry = await startTelemetry({ tracing, errors: null })
  server = await startTestServer({
    telemetry,
    trustProxy: true,
    extend(app) {
      app.post('/calls/:id', async () => {
        await fetch(`${provider.url}/secret-path?key=secret-query`, { method: 'POST', body: 'secret-body' })
        const other = httpRequest(`${provider.url}/secret-path?key=secret-query`)
        const answer = new Promise((resolve, reject) => {
          other.on('response', (response) => text(response).then(resolve, reject)).on('error', reject)
        })
        other.end()
        await answer
        app.log.info('in the request')
        return {}
      })
      app.get('/asks', async () => {
        const { db } = server.database
        await db.selectFrom('customers').select('id').where('email', '=', email).execute()
        await sql`select ${email}::int`.execute(db).catch(() => {})
        return {}
      })
      app.get('/fails', async () => {
        throw new Error('secret-message')
      })
    },
  })
  const dana = await server.addCustomer()
  token = dana.token
  email = dana.email
  const traceparent = `00-${TRACE}-${CALLER}-01`
  const called = await server.call('POST', '/calls/7?email=dana@example.com', {
    token,
    body: { email },
    headers: { traceparent },
  })
  requestId = called.headers['x-request-id']
  await server.call('GET', '/asks')
  await server.call('GET', '/fails')
  await server.call('GET', '/nowhere/secret-path')
  await server.call('GET', '/healthz')
  await telemetry.tracing?.job('letters', async () => {
    await fetch(`${provider.url}/letters`)
  })
  await telemetry.tracing
    ?.job('bills', async () => {
      throw new TypeError('secret-message')
    })
    .catch(() => {})
  await server.close({ graceMs: 0 })
  spans = spansIn(collector)
})
afterAll(() => Promise.all([collector.close(), provider.close()]))

describe('a trace', () => {
  it('has a span of each request, with its route, status and id', () => {
    expect(spanOf('POST /calls/:id')).toMatchObject({
      kind: SERVER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/calls/:id',
        'http.response.status_code': 200,
        'plat.request_id': requestId,
      },
      resource: { 'service.name': 'plat-test' },
    })
    expect(spanOf('GET /fails')?.status.code).toBe(ERROR)
    expect(spanOf('GET')?.attributes['http.response.status_code']).toBe(404)
  })

  it('continues the one that the proxy began', () => {
    expect(spanOf('POST /calls/:id')).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
  })

  it('has the outgoing calls of a request and of a job, by fetch and by http', () => {
    const calls = spans.filter(({ attributes }) => 'server.address' in attributes)
    expect(calls.map(({ kind }) => kind)).toEqual([CLIENT, CLIENT, CLIENT])
    const [request, job] = [spanOf('POST /calls/:id'), spanOf('job letters')]
    expect(calls.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['POST 127.0.0.1', request?.spanId],
      ['GET 127.0.0.1', request?.spanId],
      ['GET 127.0.0.1', job?.spanId],
    ])
    for (const { attributes } of calls) expect(attributes['http.response.status_code']).toBe(200)
  })

  it('has the statements of a request, without their values, and which failed', () => {
    const parent = spanOf('GET /asks')?.spanId
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === parent)
    expect(statements.map(({ kind, name, attributes }) => [kind, name, attributes])).toEqual(
      ['select "id" from "customers" where "email" = $1', 'select $1::int'].map((text) => [
        CLIENT,
        'select',
        { 'db.system.name': 'postgresql', 'db.operation.name': 'select', 'db.query.text': text },
      ]),
    )
    expect(statements.map(({ status }) => status.code === ERROR)).toEqual([false, true])
  })

  it('has a span of each job, which says when it failed', () => {
    expect(spanOf('job letters')).toMatchObject({ kind: CONSUMER, attributes: { 'plat.job': 'letters' } })
    expect(spanOf('job bills')).toMatchObject({
      attributes: { 'error.type': 'TypeError' },
      status: { code: ERROR },
    })
  })

  it('is named in the lines of the log', () => {
    const lines = server.lines.map((line) => JSON.parse(line))
    const own = lines.filter(({ trace_id: trace }) => trace === TRACE).map(({ msg }) => msg)
    expect(own).toEqual(['in the request', 'request'])
  })

  it('has nothing of a person, a path, a query, a body or a message, and no health checks', () => {
    const sent = JSON.stringify(collector.received)
    for (const secret of [token, email, 'example.com', 'secret-', '/letters', 'healthz'])
      expect(sent).not.toContain(secret)
  })
})

it('does not continue a trace that a stranger names', async () => {
  const receiver = await startReceiver()
  const tracing = { url: `${receiver.url}/v1/traces`, serviceName: 'plat' }
  const direct = await startTestServer({ telemetry: await startTelemetry({ tracing, errors: null }) })
  await direct.call('GET', '/customer/api/config', { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
  await direct.close({ graceMs: 0 })
  const [span] = spansIn(receiver)
  expect(span?.kind).toBe(SERVER)
  expect(span?.traceId).not.toBe(TRACE)
  await receiver.close()
})
