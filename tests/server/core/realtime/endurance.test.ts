/** What the server bears: nonsense on the wire, sockets that do not read, frames that are too large. */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type Bus, type BusMember, noBus } from '#server/core/realtime/bus.ts'
import { parseFrame } from '#server/core/realtime/protocol.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { APP, type NodeOptions, startNode, type TestNode } from './node.ts'
import { joinChannel, openSocket, settle } from './raw-socket.ts'

const running: TestNode[] = []
const start = async (options?: NodeOptions) => {
  const node = await startNode(options)
  running.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

test.each([
  { name: 'no JSON', frame: '{' },
  { name: 'JSON that is no object', frame: '[1,2]' },
  { name: 'null', frame: 'null' },
  { name: 'no event', frame: '{"data":{}}' },
  { name: 'an event that is a number', frame: '{"event":7}' },
  { name: 'an unknown event', frame: '{"event":"pusher:dance"}' },
  { name: 'an event only servers send', frame: '{"event":"pusher_internal:subscription_succeeded"}' },
  { name: 'a subscription without data', frame: '{"event":"pusher:subscribe"}' },
  { name: 'a subscription with broken data', frame: '{"event":"pusher:subscribe","data":"{"}' },
  { name: 'a bad channel name', frame: '{"event":"pusher:subscribe","data":{"channel":"a b"}}' },
  { name: 'a channel that is a list', frame: '{"event":"pusher:subscribe","data":{"channel":["a"]}}' },
  { name: 'a sign-in without data', frame: '{"event":"pusher:signin","data":null}' },
  { name: 'a client event without a channel', frame: '{"event":"client-x"}' },
  { name: 'an empty frame', frame: '' },
])('$name is answered with pusher:error and the socket lives on', async ({ frame }) => {
  const node = await start()
  const socket = await openSocket(node.socketUrl)
  socket.send(frame)
  await socket.next('pusher:error')
  await settle(socket)
})

test('a binary frame is answered with pusher:error', async () => {
  const node = await start()
  const socket = await openSocket(node.socketUrl)
  socket.ws.send(Buffer.from([1, 2, 3]))
  await socket.next('pusher:error')
})

/** Puts up with a bystander that asks more often than people's browsers do. */
const PATIENT: NodeOptions = { limits: { anonymousFramesBurst: 10_000 } }

const almostAFrame = fc.record(
  {
    event: fc.oneof(
      fc.constantFrom(
        'pusher:subscribe',
        'pusher:unsubscribe',
        'pusher:signin',
        'pusher:ping',
        'client-x',
        'x',
      ),
      fc.anything(),
    ),
    channel: fc.oneof(fc.constantFrom('a', 'private-a', '__proto__'), fc.anything()),
    data: fc.oneof(
      fc.record({ channel: fc.oneof(fc.string(), fc.constant('private-a')), auth: fc.anything() }),
      fc.json(),
      fc.anything(),
    ),
  },
  { requiredKeys: [] },
)
const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  almostAFrame.map(
    (frame) => JSON.stringify(frame, (_, value) => (typeof value === 'bigint' ? 0 : value)) ?? '',
  ),
)

test('no text at all makes the reader of frames throw', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(typeof parseFrame(text).kind).toBe('string')
    }),
    { numRuns: 2000 },
  )
})

test('data nested beyond reason is refused or passed on, never thrown', () => {
  const deep = `{"event":"client-x","channel":"private-a","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(['client', 'malformed']).toContain(parseFrame(deep).kind)
})

test('whatever one socket sends, the server lives and the other sockets keep listening', async () => {
  const node = await start(PATIENT)
  const bystander = await openSocket(node.socketUrl)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyText, fc.uint8Array({ maxLength: 64 })), { maxLength: 20 }),
      async (frames) => {
        const socket = await openSocket(node.socketUrl)
        for (const frame of frames) socket.ws.send(frame)
        await settle(socket)
        socket.ws.close()
        await settle(bystander)
      },
    ),
    { numRuns: 40 },
  )
  expect(bystander.ws.readyState).toBe(WebSocket.OPEN)
})

test('a bus that throws costs a broadcast and nothing else', async () => {
  const throwing = () => {
    throw new Error('The bus is broken.')
  }
  const members: BusMember[] = []
  const bus: Bus = { ...noBus, publish: throwing, join: async (joined) => void members.push(joined) }
  const node = await start({ bus })
  const channel = 'private-App.Models.Customer.7'
  const [sender, other] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  for (const socket of [sender, other])
    await joinChannel(socket, channel, node.realtime.signChannel(socket.socketId, channel))
  sender.send({ event: 'client-typing', channel, data: {} })
  await other.next('client-typing')
  await node.realtime.broadcaster.terminate('customer:7')
  // What another node says may be of a version that this one does not know.
  members[0]?.onMessage(null as never)
  await settle(sender)
})

test('an event that JSON cannot encode rejects nothing, because its write is already committed', async () => {
  const node = await start()
  const socket = await openSocket(node.socketUrl)
  const event = { name: 'Odd', payload: z.unknown() }
  await node.realtime.broadcaster.broadcast('news', event, { n: 1n }, { isPublic: true })
  await settle(socket)
})

test('bytes that are no WebSocket frames cost only the socket they came from', async () => {
  const node = await start(PATIENT)
  const bystander = await openSocket(node.socketUrl)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const socket = await openSocket(node.socketUrl)
      tcpOf(socket.ws).write(bytes)
      tcpOf(socket.ws).end()
      await socket.closed
      await settle(bystander)
    }),
    { numRuns: 40 },
  )
})

test('a frame over the limit closes the socket that sent it', async () => {
  const node = await start({ limits: { frameMaxBytes: 2000 } })
  const [loud, quiet] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  loud.send({ event: 'client-x', channel: 'private-a', data: 'x'.repeat(3000) })
  expect(await loud.closed).toBe(1009)
  await settle(quiet)
})

test('a socket that does not read is dropped at a megabyte while the others keep receiving', async () => {
  const node = await start()
  const [slow, quick] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  const auth = (socketId: string) => node.realtime.signChannel(socketId, 'private-App.Models.Customer.7')
  await joinChannel(slow, 'private-App.Models.Customer.7', auth(slow.socketId))
  await joinChannel(quick, 'private-App.Models.Customer.7', auth(quick.socketId))
  tcpOf(slow.ws).pause()
  const channel = customerChannel('App', 7)
  let sent = 0
  while ((await node.realtime.broadcaster.occupancy(channel)) === 2 && sent < 500) {
    const payload = { idv_status: String(sent), idv_id: 'x'.repeat(100_000) }
    await node.realtime.broadcaster.broadcast(channel, customerIdvStatusUpdated, payload)
    const heard = await quick.next('CustomerIdvStatusUpdated')
    expect(heard.data).toMatchObject({ idv_status: String(sent) })
    sent += 1
  }
  expect(await node.realtime.broadcaster.occupancy(channel)).toBe(1)
  expect(await node.metrics.metrics()).toContain('plat_realtime_slow_consumers_total 1')
  tcpOf(slow.ws).destroy()
})

test('sockets, subscriptions and frames are counted', async () => {
  const node = await start()
  const socket = await openSocket(node.socketUrl)
  await joinChannel(socket, 'a')
  await joinChannel(socket, 'b')
  const metrics = await node.metrics.metrics()
  expect(metrics).toContain('plat_realtime_sockets 1')
  expect(metrics).toContain('plat_realtime_subscriptions 2')
  expect(metrics).toContain('plat_realtime_frames_out_total 3')
})

test('an unfinished upgrade is no trouble', async () => {
  const node = await start()
  const answer = await fetch(`http://127.0.0.1:${node.port}/app/${APP.key}?protocol=7`)
  expect(answer.status).toBe(404)
})

/** The TCP socket below a client's WebSocket. */
const tcpOf = (ws: WebSocket) => (ws as unknown as { _socket: import('node:net').Socket })._socket
