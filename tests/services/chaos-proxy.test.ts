/** The proxy that other tests trust to break a connection: each mode does what it says to an echo server. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'

let echo: Server
let proxy: ChaosProxy
let heard: string[]
let clients: Client[]

beforeEach(async () => {
  heard = []
  clients = []
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard.push(String(chunk))
      socket.write(chunk)
    })
  })
  await once(echo.listen(0, '127.0.0.1'), 'listening')
  proxy = await startChaosProxy({ port: (echo.address() as AddressInfo).port })
})
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  await proxy.close()
  await new Promise((resolve) => echo.close(resolve))
})

interface Client {
  socket: Socket
  chunks: string[]
  /** An error code, or `end`. */
  ended: string | null
}

function dial(): Client {
  const client: Client = { socket: connect(proxy.port, '127.0.0.1'), chunks: [], ended: null }
  clients.push(client)
  client.socket.on('data', (chunk) => client.chunks.push(String(chunk)))
  client.socket.on('error', (error: NodeJS.ErrnoException) => {
    client.ended = error.code ?? 'error'
  })
  client.socket.on('close', () => {
    client.ended ??= 'end'
  })
  return client
}

async function dialed(): Promise<Client> {
  const client = dial()
  client.socket.write('hello')
  await expect.poll(() => client.chunks.splice(0).join('')).toBe('hello')
  return client
}

test('passes bytes and ends on, and writes its own address into a URL', async () => {
  const client = await dialed()
  client.socket.end()
  await expect.poll(() => client.ended).toBe('end')
  expect(proxy.open).toBe(0)
  expect(proxy.through('postgres://plat@db:5432/x')).toBe(`postgres://plat@127.0.0.1:${proxy.port}/x`)
})

test('a black hole swallows bytes and resets nothing, and a connection that lost some stays silent', async () => {
  const before = await dialed()
  proxy.set({ mode: 'black-hole' })
  const during = dial()
  for (const { socket } of [before, during]) socket.write('lost')
  await expect.poll(() => proxy.swallowed).toBe(8)
  proxy.set({ mode: 'pass' })
  before.socket.write('also lost')
  await expect.poll(() => proxy.swallowed).toBe(17)
  await dialed()
  expect(heard).toEqual(['hello', 'hello'])
  expect([before.chunks, before.ended, during.chunks, during.ended]).toEqual([[], null, [], null])
})

test('a delay keeps the order, and what waits goes on once it is lifted', async () => {
  const client = await dialed()
  proxy.set({ mode: 'delay', ms: 60_000, only: 'down' })
  client.socket.write('one ')
  await expect.poll(() => heard.join('')).toBe('helloone ')
  client.socket.write('two')
  await expect.poll(() => heard.join('')).toBe('helloone two')
  expect(client.chunks).toEqual([])
  proxy.set({ mode: 'pass' })
  await expect.poll(() => client.chunks.join('')).toBe('one two')
})

test('dribbling hands on a few bytes at a time', async () => {
  const client = await dialed()
  proxy.set({ mode: 'dribble', bytes: 2, everyMs: 10, only: 'down' })
  client.socket.write('abcdef')
  await expect.poll(() => client.chunks.join('')).toBe('abcdef')
  expect(client.chunks.length).toBeGreaterThan(1)
})

test('a cut resets what is open and what is dialed, and cutting once lets the next one pass', async () => {
  const client = await dialed()
  proxy.set({ mode: 'cut' })
  const refused = dial()
  for (const one of [client, refused]) await expect.poll(() => one.ended).toBe('ECONNRESET')
  proxy.set({ mode: 'pass' })
  const next = await dialed()
  proxy.cutOpen()
  await expect.poll(() => next.ended).toBe('ECONNRESET')
  await dialed()
})

test.each(['before', 'after'] as const)(
  'a connection is cut %s the target has read a certain text',
  async (when) => {
    const client = await dialed()
    const cut = proxy.cutAt('commit', when)
    client.socket.write('commit')
    await cut
    await expect.poll(() => client.ended).toBe('ECONNRESET')
    await dialed()
    expect(heard.filter((text) => text === 'commit')).toHaveLength(when === 'after' ? 1 : 0)
    expect(client.chunks).toEqual([])
  },
)

test('an answer is ended in its midst', async () => {
  const client = await dialed()
  const cut = proxy.cutAt('answered', 'within')
  client.socket.write('answered')
  await cut
  await expect.poll(() => client.ended).toBe('end')
  expect(client.chunks).toEqual(['answ'])
  await dialed()
})
