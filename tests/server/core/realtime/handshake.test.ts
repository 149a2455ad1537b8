/** Opening a socket: what the server says first, whom it turns away, and how long it bears silence. */
import Pusher from 'pusher-js'
import { afterEach, expect, test } from 'vitest'
import { type NodeOptions, startNode, type TestNode } from './node.ts'
import { dial, openSocket, settle } from './raw-socket.ts'

const running: TestNode[] = []
const start = async (options?: NodeOptions) => {
  const node = await startNode(options)
  running.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

test('a new socket is told its id and how long it may be silent', async () => {
  const node = await start()
  const socket = dial(node.socketUrl)
  const { data } = await socket.next('pusher:connection_established')
  expect(data).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 120 })
})

test('the data of the handshake is JSON inside JSON, as the protocol wants it', async () => {
  const node = await start()
  const socket = dial(node.socketUrl)
  const first = await new Promise<string>((resolve) =>
    socket.ws.once('message', (text) => resolve(String(text))),
  )
  expect(typeof JSON.parse(first).data).toBe('string')
})

test('no two sockets share an id', async () => {
  const node = await start()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(node.socketUrl)))
  expect(new Set(sockets.map(({ socketId }) => socketId)).size).toBe(20)
})

test.each([
  { name: 'an unknown key', path: '/app/somebody-else?protocol=7', code: 4001 },
  { name: 'another protocol version', path: '/app/test-key?protocol=4', code: 4007 },
  { name: 'no protocol version', path: '/app/test-key', code: 4008 },
])('$name is answered with an error and closed with $code', async ({ path, code }) => {
  const node = await start()
  const socket = dial(`ws://127.0.0.1:${node.port}${path}`)
  expect((await socket.next('pusher:error')).data).toMatchObject({ code })
  expect(await socket.closed).toBe(code)
})

test('pusher-js stays away after a wrong key', async () => {
  const node = await start()
  const client = new Pusher('wrong', {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: node.port,
    forceTLS: false,
    enabledTransports: ['ws'],
  })
  const states: string[] = []
  client.connection.bind('state_change', ({ current }: { current: string }) => states.push(current))
  await new Promise((resolve) => client.connection.bind('disconnected', resolve))
  expect(states).not.toContain('connected')
  expect(client.connection.retryTimer ?? null).toBeNull()
})

test('an upgrade to any other path is refused', async () => {
  const node = await start()
  const socket = dial(`ws://127.0.0.1:${node.port}/other`)
  expect(await socket.closed).toBe(1006)
})

test('a ping is answered with a pong', async () => {
  const node = await start()
  const socket = await openSocket(node.socketUrl)
  socket.send({ event: 'pusher:ping', data: {} })
  expect((await socket.next('pusher:pong')).data).toEqual({})
})

test('a silent socket is pinged and closed with 4201 when no pong comes', async () => {
  const node = await start({ limits: { activityTimeoutMs: 40, pongTimeoutMs: 40 } })
  const socket = await openSocket(node.socketUrl)
  await socket.next('pusher:ping')
  expect(await socket.closed).toBe(4201)
})

test('a socket that answers pings stays', async () => {
  const node = await start({ limits: { activityTimeoutMs: 30, pongTimeoutMs: 200 } })
  const socket = await openSocket(node.socketUrl)
  for (let round = 0; round < 4; round += 1) {
    await socket.next('pusher:ping')
    socket.send({ event: 'pusher:pong' })
  }
  await settle(socket)
  expect(socket.ws.readyState).toBe(socket.ws.OPEN)
})

test('pusher-js answers our pings and keeps its socket', async () => {
  const node = await start({ limits: { activityTimeoutMs: 50, pongTimeoutMs: 1000 } })
  const client = new Pusher('test-key', {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: node.port,
    forceTLS: false,
    enabledTransports: ['ws'],
  })
  await new Promise((resolve) => client.connection.bind('connected', resolve))
  const first = client.connection.socket_id
  for (let ping = 0; ping < 3; ping += 1)
    await new Promise((resolve) => client.connection.connection.bind('ping', resolve))
  expect(client.connection.socket_id).toBe(first)
  client.disconnect()
})
