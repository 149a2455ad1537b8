/** Calls to addresses chosen by users reach only the public internet, at the checked address, within their limits. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedClient, type EgressDeps } from '#server/core/egress/guarded-client.ts'
import { isPublicAddress } from '#server/core/egress/public-address.ts'
import { CERTIFICATE, startHookServer, startProxy } from './hook-server.ts'

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '240.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a00:1',
  '::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2002:a00:1::',
  '2001:0:a00:1::',
  '2001:2::1',
  '2001:db8::1',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  'fe80::1%lo',
  'not an address',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

const { problemOf } = createGuardedClient({ alsoHosts: ['localhost:4000'] })

it.each([
  ['http://example.com/', /https/],
  ['ftp://example.com/', /https/],
  ['https://localhost/', /public/],
  ['https://printer./', /public/],
  ['https://2130706433/', /public/],
  ['https://0x7f.1/', /public/],
  ['https://[::1]:8443/', /public/],
  ['https://[::ffff:7f00:1]/', /public/],
  ['https://example.com:25/', /port/],
  ['https://example.com:6379/', /port/],
  ['https://user:secret@example.com/', /password/],
  ['http://user:secret@localhost:4000/', /password/],
  ['nonsense', /like https/],
])('%s is refused, in words that say why', (url, words) => {
  expect(problemOf(url)).toMatch(words)
})

it('hosts of the operator may be called at any address', () => {
  expect(problemOf('http://localhost:4000/hook')).toBeNull()
  expect(problemOf('https://example.com/hook?key=1')).toBeNull()
  expect(problemOf('https://example.com:8443/hook')).toBeNull()
})

const PUBLIC = '93.184.215.14'
const URL_OF_HOOK = 'https://hooks.example:8443/deals?key=1'
const asSent = { url: URL_OF_HOOK, headers: { 'x-plat': 'yes' }, body: 'Größe 7', timeoutMs: 5000 }

let answer: (request: IncomingMessage, reply: ServerResponse) => void
let hook: Awaited<ReturnType<typeof startHookServer>>
beforeAll(async () => {
  hook = await startHookServer((request, reply) => answer(request, reply))
})
beforeEach(() => {
  hook.heard.length = 0
  answer = (_request, reply) => reply.writeHead(204).end()
})
afterAll(() => hook.close())

/** Treats the receiver's loopback address as public. */
const direct = (deps: EgressDeps = {}) =>
  createGuardedClient(
    { alsoHosts: [] },
    {
      resolve: async () => [{ address: hook.address, family: 4 }],
      isPublic: (address) => address === hook.address,
      ca: CERTIFICATE,
      ...deps,
    },
  )

describe('a call', () => {
  it('goes to the checked address, with the requested name', async () => {
    let resolved = 0
    const resolve = async () => [{ address: resolved++ === 0 ? hook.address : '10.0.0.1', family: 4 }]
    expect(await direct({ resolve }).call(asSent)).toBe(204)
    expect(resolved).toBe(1)
    expect(hook.heard).toEqual([
      { path: '/deals?key=1', host: 'hooks.example:8443', serverName: 'hooks.example', body: 'Größe 7' },
    ])
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private address among public ones', [PUBLIC, '169.254.169.254']],
    ['no address', []],
  ])('to a name with %s is not made', async (_what, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }))
    const { call } = direct({ resolve, isPublic: isPublicAddress })
    await expect(call(asSent)).rejects.toThrow('The name does not lead to the public internet.')
    expect(hook.heard).toEqual([])
  })

  it('does not follow a redirect', async () => {
    answer = (_request, reply) => reply.writeHead(302, { location: 'https://hooks.example:8443/else' }).end()
    expect(await direct().call(asSent)).toBe(302)
    expect(hook.heard).toHaveLength(1)
  })

  it('reads no body: an endless one is cut off at its status', async () => {
    const ended = new Promise<void>((resolve) => {
      answer = (_request, reply) => {
        const more = () => void reply.write('x'.repeat(65_536), (error) => error ?? more())
        reply.on('close', resolve).writeHead(200)
        more()
      }
    })
    // Longer than this test may take: only the client can end the answer.
    expect(await direct().call({ ...asSent, timeoutMs: 60_000 })).toBe(200)
    await ended
  })

  it('ends when the receiver switches protocols or hangs up', async () => {
    answer = (request) =>
      void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    await expect(direct().call({ ...asSent, timeoutMs: 60_000 })).rejects.toThrow('The connection failed')
    answer = (request) => void request.socket.destroy()
    await expect(direct().call({ ...asSent, timeoutMs: 60_000 })).rejects.toThrow('The connection failed')
  })

  it('ends at its time limit when the receiver only ever says to go on', async () => {
    answer = (request) => {
      const more = setInterval(() => void request.socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10)
      request.socket.on('close', () => clearInterval(more)).on('error', () => {})
    }
    await expect(direct().call({ ...asSent, timeoutMs: 300 })).rejects.toThrow('No answer within 0.3 seconds')
  })

  it('ends when headers are too large', async () => {
    answer = (_request, reply) => reply.writeHead(200, { 'x-much': 'x'.repeat(20_000) }).end()
    await expect(direct().call(asSent)).rejects.toThrow('The connection failed (HPE_HEADER_OVERFLOW).')
  })

  it.each([
    ['answers', {}],
    ['can be resolved', { resolve: () => new Promise<never>(() => {}) }],
  ])('ends at its time limit when nothing %s', async (_what, deps) => {
    answer = () => {}
    await expect(direct(deps).call({ ...asSent, timeoutMs: 100 })).rejects.toThrow(
      'No answer within 0.1 seconds',
    )
  })

  it('fails with a certificate for another name', async () => {
    const url = 'https://other.example:8443/'
    await expect(direct().call({ ...asSent, url })).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(hook.heard).toEqual([])
  })
})

describe('a call through a proxy', () => {
  async function through(
    status: number,
    callOf: (client: ReturnType<typeof createGuardedClient>) => unknown,
  ) {
    const proxy = await startProxy(hook.address, status)
    const settings = { alsoHosts: [], proxyUrl: `http://plat:p%40ss@${proxy.host}` }
    const resolve = async () => [{ address: PUBLIC, family: 4 }]
    try {
      await callOf(createGuardedClient(settings, { resolve, ca: CERTIFICATE }))
    } finally {
      await proxy.close()
    }
    return proxy.asked
  }

  it('gives the proxy the checked address, and uses TLS with the name behind it', async () => {
    const asked = await through(200, async ({ call }) => expect(await call(asSent)).toBe(204))
    const authorization = `Basic ${Buffer.from('plat:p@ss').toString('base64')}`
    expect(asked).toEqual([{ to: `${PUBLIC}:8443`, authorization }])
    expect(hook.heard).toMatchObject([{ host: 'hooks.example:8443', serverName: 'hooks.example' }])
  })

  it('fails if the proxy refuses, and the proxy password is in no message', async () => {
    const asked = await through(407, async ({ call }) => {
      const error = (await call(asSent).catch((thrown: unknown) => thrown)) as Error
      expect(error.message).toBe('The connection failed (EPROXY).')
      expect(String(error.cause)).toBe('Error: The proxy answered 407 to CONNECT.')
    })
    expect(asked).toHaveLength(1)
    expect(hook.heard).toEqual([])
  })
})
