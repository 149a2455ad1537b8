/** What one address and one socket may ask of the server, and which pages may connect: the rest is sent away, and nobody else notices. */
import { afterEach, describe, expect, test } from 'vitest'
import { AddressLimits } from '#server/core/realtime/address-limits.ts'
import { DEFAULT_LIMITS } from '#server/core/realtime/settings.ts'
import { TokenBucket } from '#server/core/realtime/token-bucket.ts'
import { type NodeOptions, startNode, type TestNode } from './node.ts'
import { dial, joinChannel, openSocket, type RawSocket, settle } from './raw-socket.ts'

const running: TestNode[] = []
const start = async (options: NodeOptions) => {
  const node = await startNode(options)
  running.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

const PRIVATE = 'private-App.Models.Customer.7'
const prove = (node: TestNode, socket: RawSocket) =>
  joinChannel(socket, PRIVATE, node.realtime.signChannel(socket.socketId, PRIVATE))
const from = (address: string) => ({ 'x-forwarded-for': address })
const PING = { event: 'pusher:ping' }
/** Only the openings are not what a test is about. */
const ROOM = 1000

describe('the sockets of one address', () => {
  test('that have proven nothing are capped, with the code that makes a client wait', async () => {
    const node = await start({ limits: { anonymousPerAddress: 3 } })
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(node.socketUrl)))
    const fourth = dial(node.socketUrl)
    expect((await fourth.next('pusher:error')).data).toMatchObject({ code: 4100 })
    expect(await fourth.closed).toBe(4100)
    for (const socket of sockets) await settle(socket)
    expect(await node.metrics.metrics()).toMatch(/^plat_realtime_refused_total\{reason="address"\} 1$/m)
  })

  test('make room when they close, and when they prove a login', async () => {
    const node = await start({ limits: { anonymousPerAddress: 4 } })
    const sockets = await Promise.all([1, 2, 3, 4].map(() => openSocket(node.socketUrl)))
    const [first, second] = sockets as [RawSocket, RawSocket, RawSocket, RawSocket]
    await prove(node, first)
    await openSocket(node.socketUrl)
    expect(await openOrRefused(node.socketUrl)).toBe('refused')
    second.ws.close()
    await second.closed
    expect(await openOrRefused(node.socketUrl)).toBe('open')
  })

  test('that have proven a login have a separate cap', async () => {
    const node = await start({ limits: { provenPerAddress: 2 } })
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(node.socketUrl)))
    const [first, second, third] = sockets as [RawSocket, RawSocket, RawSocket]
    await prove(node, first)
    second.send({
      event: 'pusher:signin',
      data: node.realtime.signUser(second.socketId, { id: 'customer:7' }),
    })
    await second.next('pusher:signin_success')
    third.send({
      event: 'pusher:subscribe',
      data: { channel: PRIVATE, auth: node.realtime.signChannel(third.socketId, PRIVATE) },
    })
    expect(await third.closed).toBe(4100)
    await settle(first)
    await settle(second)
  })

  test('are those of the address that the trusted proxy saw, and of no other that the client names', async () => {
    const node = await start({ limits: { anonymousPerAddress: 1 }, trustProxy: true })
    await openSocket(node.socketUrl, from('198.51.100.9, 203.0.113.1'))
    await openSocket(node.socketUrl, from('203.0.113.2'))
    await openSocket(node.socketUrl, from('2001:db8::1'))
    for (const told of ['203.0.113.2', '198.51.100.1,198.51.100.2, 203.0.113.1', '2001:db8::2'])
      expect(await openOrRefused(node.socketUrl, from(told))).toBe('refused')
  })

  test('are all of the proxy when it is not trusted', async () => {
    const node = await start({ limits: { anonymousPerAddress: 1 } })
    await openSocket(node.socketUrl, from('203.0.113.1'))
    expect(await openOrRefused(node.socketUrl, from('203.0.113.2'))).toBe('refused')
  })

  test('that are opened too fast are refused before anything is spent on them, and the neighbors are let in', async () => {
    const node = await start({ limits: { anonymousPerAddress: 5 }, trustProxy: true })
    const rushed = Array.from({ length: 60 }, () => dial(node.socketUrl, from('203.0.113.1')))
    await expect
      .poll(async () => /openings"\} (\d+)/.exec(await node.metrics.metrics())?.[1])
      .toMatch(/^\d\d$/)
    await settle(await openSocket(node.socketUrl, from('203.0.113.2')))
    for (const { ws } of rushed) ws.terminate()
  })
})

describe('a socket that sends too much', () => {
  const flood: readonly (readonly [
    string,
    NonNullable<NodeOptions['limits']>,
    (socket: RawSocket) => void,
  ])[] = [
    ['frames', {}, (socket) => times(500, () => socket.send(PING))],
    ['control frames', {}, (socket) => times(500, () => socket.ws.ping())],
    [
      'signatures to be checked',
      { channelsPerSocket: 5, anonymousFramesBurst: ROOM },
      (socket) =>
        times(100, () => socket.send({ event: 'pusher:subscribe', data: { channel: PRIVATE, auth: 'x' } })),
    ],
    [
      'bytes',
      { bytesBurst: 20_000, bytesPerSecond: 1 },
      (socket) => times(3, () => socket.send('x'.repeat(10_000))),
    ],
    [
      'bytes in few letters',
      { bytesBurst: 20_000, bytesPerSecond: 1 },
      (socket) => times(3, () => socket.send('€'.repeat(3500))),
    ],
    [
      'binary bytes',
      { bytesBurst: 20_000, bytesPerSecond: 1 },
      (socket) => times(3, () => socket.ws.send(Buffer.alloc(10_000))),
    ],
  ]

  test.each(flood)('of %s is sent away with the code that makes it wait', async (_, limits, pour) => {
    const node = await start({ limits })
    const [loud, quiet] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
    pour(loud)
    expect(await loud.closed).toBe(4100)
    await settle(quiet)
  })

  test('is not one that asks by control frames now and then, which are answered once', async () => {
    const node = await start({})
    const socket = await openSocket(node.socketUrl)
    let pongs = 0
    socket.ws.on('pong', () => {
      pongs += 1
    })
    socket.ws.ping()
    await expect.poll(() => pongs).toBe(1)
    await settle(socket)
    expect(pongs).toBe(1)
  })

  test('is not one that has logged in and asks for all of its channels at once', async () => {
    const node = await start({})
    const socket = await openSocket(node.socketUrl)
    const channels = Array.from({ length: 100 }, (_, n) => `private-channel-${n}`)
    for (const channel of channels) {
      const auth = node.realtime.signChannel(socket.socketId, channel)
      socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
    }
    for (const _ of channels) await socket.next('pusher_internal:subscription_succeeded')
  })

  test('makes its address wait before it opens the next ones', () => {
    const limits = new AddressLimits({ ...DEFAULT_LIMITS, anonymousPerAddress: 40 })
    times(4, () => limits.penalize('203.0.113.1', 0))
    expect([limits.mayOpen('203.0.113.1', 0), limits.mayOpen('203.0.113.2', 0)]).toEqual([false, true])
    // 4 in a second.
    expect(limits.mayOpen('203.0.113.1', 250)).toBe(true)
  })

  test('gets one frame handled in a turn, so that the others come in between', async () => {
    const node = await start({ limits: { anonymousFramesBurst: 1e6, bytesBurst: 1e9 } })
    const [loud, quiet] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
    times(5000, () => loud.send(PING))
    await loud.next('pusher:pong')
    await settle(quiet)
    expect(loud.frames.length).toBeLessThan(2500)
    for (let n = 1; n < 5000; n += 1) await loud.next('pusher:pong')
  })
})

describe('the origin of a page', () => {
  const allowedOrigins = ['https://seller.example', 'https://*.partner.example']

  test.each([
    ['the site that is named', 'https://seller.example'],
    ['a host below a name with a star', 'https://www.partner.example'],
    ['two labels below it', 'https://a.b.partner.example'],
  ])('may connect: %s', async (_, origin) => {
    const node = await start({ allowedOrigins })
    await openSocket(node.socketUrl, { origin })
  })

  test('may connect if no origin is configured, and so may programs without one', async () => {
    const [open, strict] = [await start({}), await start({ allowedOrigins })]
    await openSocket(open.socketUrl, { origin: 'https://anybody.example' })
    await openSocket(strict.socketUrl)
  })

  test.each([
    ['another site', 'https://other.example'],
    ['the same host without TLS', 'http://seller.example'],
    ['another port', 'https://seller.example:8443'],
    ['a site that only ends alike', 'https://notpartner.example'],
    ['the host with the star itself', 'https://partner.example'],
    ['a site that only begins alike', 'https://seller.example.evil.example'],
    ['a page without an origin, such as a sandboxed frame', 'null'],
  ])('is turned away for good: %s', async (_, origin) => {
    const node = await start({ allowedOrigins })
    const socket = dial(node.socketUrl, { origin })
    expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4009 })
    expect(await socket.closed).toBe(4009)
    expect(await node.metrics.metrics()).toMatch(/^plat_realtime_refused_total\{reason="origin"\} 1$/m)
  })
})

test('a bucket gives a burst, then its rate, and nothing for a clock that was set back', () => {
  const bucket = new TokenBucket(3, 2, 10_000)
  const taken = (nowMs: number) => [1, 2, 3, 4].filter(() => bucket.take(1, nowMs)).length
  expect([taken(10_000), taken(10_499), taken(11_000), taken(5000), taken(5500), taken(60_000)]).toEqual([
    3, 0, 2, 0, 1, 3,
  ])
})

test('addresses without sockets are forgotten once they have waited', () => {
  const limits = new AddressLimits({ ...DEFAULT_LIMITS, anonymousPerAddress: 1 })
  expect([limits.enter('a', 0), limits.enter('a', 0), limits.mayOpen('b', 0)]).toEqual([true, false, true])
  limits.sweep(60_000)
  expect(limits.enter('a', 60_000)).toBe(false)
  expect(limits.size).toBe(1)
  limits.leave('a', false)
  limits.sweep(120_000)
  expect(limits.size).toBe(0)
})

function times(count: number, run: () => void): void {
  for (let n = 0; n < count; n += 1) run()
}

async function openOrRefused(url: string, headers: Record<string, string> = {}): Promise<'open' | 'refused'> {
  const socket = dial(url, headers)
  const isOpen = await Promise.race([
    socket.next('pusher:connection_established').then(() => true),
    socket.closed.then(() => false),
  ])
  return isOpen ? 'open' : 'refused'
}
