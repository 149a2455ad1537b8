/** The console at a separate origin: which host, port and page gets which answer. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '#server/create-server.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addSomeone, bearerFor } from '#tests/support/two-step.ts'

const SITE = 'https://plat.example'
const ADMIN = 'https://admin.plat.example'
const NAMED = { host: 'admin.plat.example' }
const PUBLIC = { host: 'plat.example' }
const SETTINGS = '/admin/api/settings'

const pages = (app: TestServer['app']) => {
  app.get('/admin/', () => 'the console')
  app.get('/*', () => 'the marketplace')
}

describe('with ADMIN_ORIGIN', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ publicUrl: SITE, adminOrigin: ADMIN, extend: pages })
    token = await bearerFor(server, await addSomeone(server, 'staff'), 'two-step')
  })
  afterAll(() => server.close())

  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await server.call('GET', url, { token, headers })).status

  it.each([
    ['admin.plat.example', 200, 404],
    ['ADMIN.Plat.Example', 200, 404],
    ['admin.plat.example:443', 200, 404],
    ['admin.plat.example:8443', 404, 200],
    ['admin.plat.example.evil.test', 404, 200],
    ['x@admin.plat.example', 404, 200],
    ['admin.plat.example/', 404, 200],
    ['plat.example', 404, 200],
    ['127.0.0.1', 404, 200],
    ['', 404, 200],
  ])('the host "%s" answers %i to the console’s calls and %i to all others', async (host, console, site) => {
    expect(await statusOf(SETTINGS, { host })).toBe(console)
    expect(await statusOf('/admin/', { host })).toBe(console)
    expect(await statusOf('/customer/api/configs', { host })).toBe(site)
    expect(await statusOf('/deals', { host })).toBe(site)
    expect(await statusOf('/healthz', { host })).toBe(200)
    expect(await statusOf('/customer/api/auth/captcha', { host })).toBe(200)
  })

  it.each([
    '/metrics',
    '/docs',
    '/openapi.json',
    '/account/api/auth/user',
    '/broadcasting/auth',
    '/apps/plat/events',
    '/',
  ])('its host has no %s', async (path) => {
    const { status, body } = await server.call('GET', path, { headers: NAMED })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it.each([
    '/admin/api/settings',
    '/%61dmin/api/settings',
    '/admin/api/nope',
    '/admin/files/proofs/1/1',
    '/console',
    '/console/',
    '/admin',
    '/admin/',
  ])('other hosts answer %s as they do what does not exist', async (path) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const hidden = await server.call(method, path, { token, headers: { ...PUBLIC, accept: 'text/html' } })
      expect(hidden.status).toBe(404)
      expect(hidden.body).toEqual({
        message: 'Not found.',
        code: 'not_found',
        request_id: expect.any(String),
      })
    }
  })

  it('pages of other origins are refused, and given no answer to read', async () => {
    const from = (origin: string) => server.call('GET', SETTINGS, { token, headers: { ...NAMED, origin } })
    for (const origin of [SITE, 'https://evil.example', 'null']) {
      const { status, body, headers } = await from(origin)
      expect([status, body.code]).toEqual([403, 'foreign_origin'])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    expect((await from(ADMIN)).status).toBe(200)
  })

  it('without a proxy that is trusted, X-Forwarded-Host says nothing', async () => {
    const forwarded = { 'x-forwarded-host': 'admin.plat.example' }
    expect(await statusOf(SETTINGS, { ...PUBLIC, ...forwarded })).toBe(404)
    expect(await statusOf('/deals', { ...PUBLIC, ...forwarded })).toBe(200)
  })

  it('headers of safety and of transport are those of the site', async () => {
    const { headers } = await server.call('GET', SETTINGS, { token, headers: NAMED })
    const site = await server.call('GET', '/customer/api/configs', { headers: PUBLIC })
    for (const name of ['strict-transport-security', 'x-content-type-options', 'referrer-policy'])
      expect(headers[name], name).toBe(site.headers[name])
  })
})

describe('behind a trusted proxy', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ publicUrl: SITE, adminOrigin: ADMIN, trustProxy: true, extend: pages })
    token = await bearerFor(server, await addSomeone(server, 'staff'), 'two-step')
  })
  afterAll(() => server.close())

  it.each<[string, Record<string, string>, number, number]>([
    ['Host alone', NAMED, 200, 404],
    ['both names', { ...NAMED, 'x-forwarded-host': 'admin.plat.example' }, 200, 404],
    [
      'the public Host and a forwarded name that a client wrote',
      { ...PUBLIC, 'x-forwarded-host': 'admin.plat.example' },
      404,
      404,
    ],
    [
      'any Host and such a name',
      { host: 'www.plat.example', 'x-forwarded-host': 'admin.plat.example' },
      404,
      404,
    ],
    ['no Host and such a name', { host: '', 'x-forwarded-host': 'admin.plat.example' }, 404, 404],
    ['its Host and the public name', { ...NAMED, 'x-forwarded-host': 'plat.example' }, 404, 404],
    [
      'several names, the last by the proxy',
      { ...NAMED, 'x-forwarded-host': 'evil.test, admin.plat.example' },
      200,
      404,
    ],
    ['the public names', { ...PUBLIC, 'x-forwarded-host': 'plat.example' }, 404, 200],
  ])('%s: the console answers %3$i, all else %4$i', async (_, headers, console, site) => {
    expect((await server.call('GET', SETTINGS, { token, headers })).status).toBe(console)
    expect((await server.call('GET', '/deals', { headers })).status).toBe(site)
    expect((await server.call('GET', '/healthz', { headers })).status).toBe(200)
  })
})

describe('with a separate port', () => {
  let server: Awaited<ReturnType<typeof createServer>>
  let site: number
  let admin: number
  beforeAll(async () => {
    admin = await freePort()
    server = await createServer({
      database: await openTestDatabase(),
      secret: 'a secret for tests only',
      log: { level: 'silent' },
      realtime: { driver: 'embedded', appId: 'plat', key: 'plat', secret: 'of sockets' },
      adminOrigin: `http://127.0.0.1:${admin}`,
      extend: pages,
    })
    site = (await server.listen({ port: 0 })).port
  })
  afterAll(() => server.close())

  /** As a client that writes the Host it likes. */
  const ask = (port: number, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      asked.on('upgrade', (_answer, socket) => {
        socket.destroy()
        resolve(101)
      })
      asked.on('error', reject).end()
    })

  it('is reached there, by its own name alone', async () => {
    const own = { host: `127.0.0.1:${admin}` }
    const others = { host: `127.0.0.1:${site}` }
    expect(await ask(admin, '/admin/', own)).toBe(200)
    expect(await ask(admin, '/admin/', { host: `localhost:${admin}` })).toBe(404)
    expect(await ask(site, '/admin/', own)).toBe(404)
    expect(await ask(site, SETTINGS, own)).toBe(404)
    expect(await ask(admin, SETTINGS, own)).toBe(401)
    expect(await ask(admin, '/deals', own)).toBe(404)
    expect(await ask(admin, '/deals', others)).toBe(404)
    expect(await ask(site, '/deals', others)).toBe(200)
    for (const port of [site, admin]) expect(await ask(port, '/healthz', { host: 'probe' })).toBe(200)
  })

  it('opens no sockets', async () => {
    const socket = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    }
    const path = '/app/plat?protocol=7'
    expect(await ask(site, path, { ...socket, host: `127.0.0.1:${site}` })).toBe(101)
    expect(await ask(admin, path, { ...socket, host: `127.0.0.1:${admin}` })).toBe(404)
  })

  it('is free again when the server is closed', async () => {
    await server.close()
    await expect(ask(admin, '/healthz', {})).rejects.toThrow('ECONNREFUSED')
  })
})
