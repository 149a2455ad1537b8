import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMIT_BYTES } from '#shared/contract/limits.ts'
import { problem } from '#shared/contract/wire.ts'
import { type CallOptions, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let dana: Person
beforeAll(async () => {
  server = await startTestServer({
    extend(app) {
      app.get('/boom', async () => {
        throw new Error('password=hunter2')
      })
      app.get('/fails/:code', async ({ params }) => {
        throw Object.assign(new Error('password=hunter2'), params)
      })
      app.get('/fails-with/:message', async ({ params }) => {
        throw new Error((params as { message: string }).message)
      })
      app.get('/*', async (_request, reply) => reply.type('text/html').send('<!doctype html>a page'))
    },
  })
  dana = await server.addCustomer()
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const readState = () => `/customers/${dana.id}/text-message-service/read-state`

const ROWS: [string, number, string, () => [Parameters<TestServer['call']>[0], string, CallOptions]][] = [
  ['no token', 401, 'Unauthenticated.', () => ['GET', '/auth/user', {}]],
  [
    'an API address that is not',
    404,
    'Not found.',
    () => ['GET', '/customer/api/nope', { token: dana.token }],
  ],
  [
    'an id that cannot be one',
    404,
    'Not found.',
    () => ['GET', '/customers/0x1/chats', { token: dana.token }],
  ],
  [
    'a method the address has not',
    405,
    'The DELETE method is not supported for this route. Supported methods: GET.',
    () => ['DELETE', '/customer/api/auth/user', { token: dana.token }],
  ],
  [
    'broken JSON',
    400,
    'The request could not be read. Is the body valid JSON?',
    () => ['PUT', readState(), { token: dana.token, body: '{"is_read":', headers: json }],
  ],
  [
    'a body over the limit',
    413,
    'The request is too large.',
    () => ['PUT', readState(), { token: dana.token, body: 'x'.repeat(BODY_LIMIT_BYTES + 1), headers: json }],
  ],
  [
    'a body that is neither JSON nor a form',
    415,
    'Send JSON or a form.',
    () => ['PUT', readState(), { token: dana.token, body: '<x/>', headers: { 'content-type': 'text/xml' } }],
  ],
  [
    'text instead of JSON',
    415,
    'Send JSON or a form.',
    () => ['PUT', readState(), { token: dana.token, body: '{}', headers: { 'content-type': 'text/plain' } }],
  ],
  [
    'an address with a broken percent sign',
    400,
    'The address could not be read.',
    () => ['GET', '/customers/%zz/chats', {}],
  ],
  [
    'an id longer than any',
    404,
    'Not found.',
    () => ['GET', `/customers/${'1'.repeat(300)}/chats`, { token: dana.token }],
  ],
  [
    'prototype poison',
    400,
    'The request could not be read. Is the body valid JSON?',
    () => ['PUT', readState(), { token: dana.token, body: '{"__proto__":{"a":1}}', headers: json }],
  ],
  ['a bug', 500, 'Server Error', () => ['GET', '/boom', {}]],
]

describe('an error', () => {
  it.each(ROWS)('%s: %i', async (_, status, message, request) => {
    const answer = await server.call(...request())
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(problem.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({ message, request_id: answer.headers['x-request-id'] })
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|at .*\.ts/)
  })

  it('is JSON also for who does not ask for it', async () => {
    const answer = await server.call('GET', '/auth/user', { headers: { accept: 'text/html' } })
    expect(answer.headers['content-type']).toContain('application/json')
  })

  it('a Host header that is no host breaks no page of rows', async () => {
    const url = `/customers/${dana.id}/chats?with=account`
    const answer = await server.call('GET', url, { token: dana.token, headers: { host: '[' } })
    expect(answer.status).toBe(200)
    expect(answer.body.links.first).toContain(`/customers/${dana.id}/chats?with=account&page=1`)
  })

  it('pages of others keep their catch-all', async () => {
    expect((await server.call('GET', '/some/page')).body).toBe('<!doctype html>a page')
  })

  it('too many requests of one address: 429 with Retry-After, health excepted', async () => {
    const strict = await startTestServer({ limits: { requestsPerMinute: 2 } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await strict.call('GET', '/auth/user')).status)
    expect(statuses).toEqual([401, 401, 429])
    const refused = await strict.call('GET', '/auth/user')
    expect(refused.body.message).toBe('Too Many Attempts.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await strict.call('GET', '/healthz')).status).toBe(200)
    await strict.close()
  })
})

describe('a database that cannot work right now', () => {
  it.each([
    ['terminated by an administrator', '57P01'],
    ['starting up', '57P03'],
    ['a broken connection', '08006'],
    ['too many connections', '53300'],
    ['a primary that became a standby', '25006'],
    ['a disk that cannot be read', '58030'],
    ['a statement that took too long', '57014'],
    ['a lock that was not free in time', '55P03'],
    ['a deadlock', '40P01'],
    ['a refused connection', 'ECONNREFUSED'],
    ['a reset connection', 'ECONNRESET'],
  ])('%s: 503 in the shape of every error, with Retry-After', async (_, code) => {
    const answer = await server.call('GET', `/fails/${code}`)
    expect(answer.status).toBe(503)
    expect(problem.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({ code: 'unavailable', request_id: answer.headers['x-request-id'] })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('an error of the driver without a code, "%s": 503', async (message) => {
    const answer = await server.call('GET', `/fails-with/${encodeURIComponent(message)}`)
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  })

  it.each(['53100', 'ENOSPC', 'EDQUOT'])(
    'no space left (%s): 507, which says that nothing was saved',
    async (code) => {
      const answer = await server.call('GET', `/fails/${code}`)
      expect(answer.status).toBe(507)
      expect(answer.body).toMatchObject({ code: 'storage_full', message: expect.stringMatching(/not saved/) })
      expect(answer.headers['retry-after']).toBeUndefined()
    },
  )

  it('a wrong query stays a bug', async () => {
    expect((await server.call('GET', '/fails/42P01')).status).toBe(500)
  })
})

describe('headers', () => {
  it('let any origin call with a bearer, and none with credentials', async () => {
    const answer = await server.call('OPTIONS', `/customers/${dana.id}/chats`, {
      headers: {
        origin: 'https://partner.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,x-socket-id,idempotency-key',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    for (const name of [
      'Authorization',
      'Content-Type',
      'Accept',
      'X-Socket-ID',
      'Idempotency-Key',
      'X-CSRF-TOKEN',
    ])
      expect(answer.headers['access-control-allow-headers']).toContain(name)
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0)
  })

  it('a plain OPTIONS is answered like a preflight', async () => {
    expect((await server.call('OPTIONS', `/customers/${dana.id}/chats`)).status).toBe(204)
  })

  it('a refusal is readable across origins too', async () => {
    const answer = await server.call('GET', '/auth/user', { headers: { origin: 'https://partner.example' } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toContain('Retry-After')
  })

  it('keep our pages strict', async () => {
    const policy = (await server.call('GET', '/docs')).headers['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })
})
