/** The signed HTTP API, driven by the `pusher` server package, and by hand where a call must be wrong. */
import { createHash, createHmac } from 'node:crypto'
import Pusher from 'pusher'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signChannel } from '#server/core/realtime/signature.ts'
import { APP, startNode, type TestNode } from './node.ts'
import { joinChannel, openSocket, settle } from './raw-socket.ts'

let node: TestNode
let server: Pusher
beforeAll(async () => {
  node = await startNode()
  server = new Pusher({ ...APP, host: '127.0.0.1', port: String(node.port), useTLS: false })
})
afterAll(() => node.stop())

const PRIVATE = 'private-App.Models.Customer.7'
async function listener(...channels: string[]) {
  const socket = await openSocket(node.socketUrl)
  for (const channel of channels)
    await joinChannel(
      socket,
      channel,
      signChannel(APP, { socketId: socket.socketId, channel, channelData: null }),
    )
  return socket
}

test('an event triggered by the server package is heard', async () => {
  const socket = await listener(PRIVATE)
  await server.trigger(PRIVATE, 'Hello', { text: 'ähm ✓' })
  expect(await socket.next('Hello')).toEqual({ event: 'Hello', channel: PRIVATE, data: { text: 'ähm ✓' } })
})

test('one call reaches several channels and spares the socket it names', async () => {
  const [sender, other] = [await listener('one', 'two'), await listener('one', 'two')]
  await server.trigger(['one', 'two'], 'Hello', {}, { socket_id: sender.socketId })
  expect([(await other.next('Hello')).channel, (await other.next('Hello')).channel]).toEqual(['one', 'two'])
  await settle(sender)
  expect(sender.frames.map(({ event }) => event)).not.toContain('Hello')
})

test('a batch sends every event to its own channel', async () => {
  const socket = await listener('one', 'two')
  await server.triggerBatch([
    { channel: 'one', name: 'First', data: { n: 1 } },
    { channel: 'two', name: 'Second', data: { n: 2 } },
  ])
  expect(await socket.next('First')).toMatchObject({ channel: 'one', data: { n: 1 } })
  expect(await socket.next('Second')).toMatchObject({ channel: 'two', data: { n: 2 } })
})

test('channels can be listed, filtered and counted', async () => {
  await listener('count-a')
  await listener('count-a', 'count-b')
  const list = await server.get({ path: '/channels', params: { filter_by_prefix: 'count-' } })
  expect(await list.json()).toEqual({ channels: { 'count-a': {}, 'count-b': {} } })
  const one = await server.get({ path: '/channels/count-a', params: { info: 'subscription_count' } })
  expect(await one.json()).toEqual({ occupied: true, subscription_count: 2 })
  const none = await server.get({ path: '/channels/count-z' })
  expect(await none.json()).toEqual({ occupied: false })
})

test('terminating a user closes the sockets that signed in as that user', async () => {
  const [socket, other] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  socket.send({
    event: 'pusher:signin',
    data: node.realtime.signUser(socket.socketId, { id: 'customer:7' }),
  })
  await socket.next('pusher:signin_success')
  await server.terminateUserConnections('customer:7')
  expect(await socket.closed).toBe(4009)
  await settle(other)
})

test('the server package with a wrong secret is refused', async () => {
  const stranger = new Pusher({
    ...APP,
    secret: 'guess',
    host: '127.0.0.1',
    port: String(node.port),
    useTLS: false,
  })
  await expect(stranger.trigger('one', 'Hello', {})).rejects.toMatchObject({ status: 401 })
})

const BODY = JSON.stringify({ name: 'Hello', channel: 'one', data: '{}' })
const now = () => Math.floor(Date.now() / 1000)

interface Call {
  key?: string
  timestamp?: number
  md5?: string
  body?: string
  path?: string
  /** Changed after signing. */
  tamper?: (query: URLSearchParams) => void
}

async function call({
  key = APP.key,
  timestamp = now(),
  body = BODY,
  path,
  md5,
  tamper,
}: Call): Promise<Response> {
  const target = path ?? `/apps/${APP.appId}/events`
  const digest = md5 ?? createHash('md5').update(body).digest('hex')
  const text = `auth_key=${key}&auth_timestamp=${timestamp}&auth_version=1.0&body_md5=${digest}`
  const signature = createHmac('sha256', APP.secret).update(`POST\n${target}\n${text}`).digest('hex')
  const query = new URLSearchParams(`${text}&auth_signature=${signature}`)
  tamper?.(query)
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  return fetch(`http://127.0.0.1:${node.port}${target}?${query}`, init)
}

test('a call signed by hand is taken', async () => {
  expect((await call({})).status).toBe(200)
})

test.each<Call & { name: string }>([
  { name: 'a wrong signature', tamper: (query) => query.set('auth_signature', '0'.repeat(64)) },
  { name: 'no signature', tamper: (query) => query.delete('auth_signature') },
  { name: 'a parameter added after signing', tamper: (query) => query.set('info', 'user_count') },
  { name: 'another key', key: 'other' },
  { name: 'a time-stamp eleven minutes old', timestamp: now() - 660 },
  { name: 'a time-stamp eleven minutes ahead', timestamp: now() + 660 },
  { name: 'a time-stamp that is no number', timestamp: Number.NaN },
  { name: 'a digest of another body', md5: createHash('md5').update('other').digest('hex') },
])('$name is refused', async ({ name: _, ...wrong }) => {
  expect((await call(wrong)).status).toBe(401)
})

test('another app id is not found', async () => {
  expect((await call({ path: '/apps/other/events' })).status).toBe(404)
})

test.each([
  { name: 'no JSON', body: '{', status: 400 },
  { name: 'no channel', body: JSON.stringify({ name: 'Hello', data: '{}' }), status: 400 },
  {
    name: 'a bad channel name',
    body: JSON.stringify({ name: 'Hello', channel: 'ä b', data: '{}' }),
    status: 400,
  },
  { name: 'a bad socket id', body: JSON.stringify({ name: 'H', channel: 'a', socket_id: 'x' }), status: 400 },
  { name: 'no name', body: JSON.stringify({ channel: 'one', data: '{}' }), status: 400 },
  {
    name: 'too many channels',
    body: JSON.stringify({ name: 'H', channels: Array.from({ length: 101 }, (_, n) => `c${n}`) }),
    status: 400,
  },
  {
    name: 'data that is too large',
    body: JSON.stringify({ name: 'H', channel: 'one', data: 'x'.repeat(40_000) }),
    status: 413,
  },
  { name: 'a body beyond all measure', body: `"${'x'.repeat(600_000)}"`, status: 413 },
])('an event with $name answers $status', async ({ body, status }) => {
  expect((await call({ body })).status).toBe(status)
})
