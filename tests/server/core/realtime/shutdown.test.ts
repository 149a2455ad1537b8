/** Going down and coming back: 4200 for everyone, spread over the grace time, and real clients go on. */
import { type AddressInfo, connect, createServer } from 'node:net'
import Pusher from 'pusher-js'
import { expect, test } from 'vitest'
import { closeAll } from '#server/core/realtime/close-all.ts'
import { APP, startNode } from './node.ts'
import { dial, openSocket } from './raw-socket.ts'

test('a shutdown closes every socket with 4200', async () => {
  const node = await startNode()
  const sockets = await Promise.all(Array.from({ length: 12 }, () => openSocket(node.socketUrl)))
  await node.realtime.close({ graceMs: 0 })
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 4200))
  await node.stop()
})

test('the sockets are closed one after the other over the grace time', async () => {
  // As the server closes them: what a client sees of it may come all at once on a busy machine.
  const closedAtMs: number[] = []
  const gone = Promise.resolve()
  const sockets = Array.from({ length: 10 }, () => ({
    close: () => closedAtMs.push(performance.now()),
    gone,
  }))
  await closeAll(new Set(sockets), 300)
  expect(closedAtMs).toHaveLength(10)
  const pauses = closedAtMs.slice(1).map((atMs, index) => atMs - (closedAtMs[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(25)
})

test('nobody is let in while the server goes down', async () => {
  const node = await startNode()
  const first = await openSocket(node.socketUrl)
  const second = await openSocket(node.socketUrl)
  const closing = node.realtime.close({ graceMs: 200 })
  const late = dial(node.socketUrl)
  expect(await late.closed).toBe(1006)
  await Promise.all([closing, first.closed, second.closed])
  await node.stop()
})

test('a socket that ignores the goodbye does not hold the shutdown up', async () => {
  const node = await startNode()
  const socket = await openSocket(node.socketUrl)
  const tcp = (socket.ws as unknown as { _socket: import('node:net').Socket })._socket
  tcp.pause()
  await node.stop()
  tcp.destroy()
})

test('pusher-js goes over to the next server at once when the old one goes down', async () => {
  const [old, next] = [await startNode(), await startNode()]
  const balancer = await startForwarder(old.port)
  const client = new Pusher(APP.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: balancer.port,
    forceTLS: false,
    enabledTransports: ['ws'],
  })
  const connected = () => new Promise<void>((resolve) => client.connection.bind('connected', resolve))
  await connected()
  const first = client.connection.socket_id
  const again = connected()
  balancer.forwardTo(next.port)
  await old.realtime.close({ graceMs: 0 })
  await again
  expect(client.connection.socket_id).not.toBe(first)
  client.disconnect()
  await Promise.all([old.stop(), next.stop()])
  await balancer.stop()
})

/** A load balancer in front of two servers: new connections go where it is told. */
async function startForwarder(target: number) {
  let current = target
  const server = createServer((near) => {
    const far = connect(current, '127.0.0.1')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo(port: number) {
      current = port
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
