/** Channels as real clients use them: joining, hearing, sparing the sender, client events, signing in. */
import Echo from 'laravel-echo'
import Pusher from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RealtimeLogin } from '#server/core/realtime/realtime-server.ts'
import { signChannel } from '#server/core/realtime/signature.ts'
import {
  customerChannel,
  customerIdvStatusUpdated,
  dealsChannel,
  propertyUpdated,
} from '#shared/contract/events.ts'
import { APP, startNode, type TestNode } from './node.ts'
import { joinChannel, openSocket, type RawSocket, settle } from './raw-socket.ts'

let node: TestNode
beforeAll(async () => {
  node = await startNode({ limits: { channelsPerSocket: 5, clientEventsPerSecond: 3 } })
})
afterAll(() => node.stop())

const clients: Pusher[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})

const CHANNEL = 'private-App.Models.Customer.7'
const LOGIN: RealtimeLogin = { user: 'customer:7:1', endsAtMs: Date.now() + 3_600_000 }
const authFor = (socketId: string, channel = CHANNEL) =>
  signChannel(APP, { socketId, channel, channelData: null })

const join = (socket: RawSocket, channel: string) =>
  joinChannel(socket, channel, authFor(socket.socketId, channel))

function pusherClient(auth: (socketId: string, channel: string) => string = authFor): Pusher {
  const client = new Pusher(APP.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: node.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => done(null, { auth: auth(socketId, channelName) }),
    },
    userAuthentication: {
      customHandler: ({ socketId }, done) =>
        done(null, node.realtime.signUser(socketId, { id: 'customer:9' })),
    },
  })
  clients.push(client)
  return client
}

const once = <T>(bind: (resolve: (value: T) => void) => unknown) => new Promise<T>((resolve) => bind(resolve))

test('laravel-echo hears an event of its private channel', async () => {
  const echo = new Echo({
    broadcaster: 'pusher',
    key: APP.key,
    client: pusherClient(),
    withoutInterceptors: true,
  })
  const channel = echo.private('App.Models.Customer.7')
  await once((resolve) => channel.subscribed(() => resolve(undefined)))
  const heard = once((resolve) => channel.listen('.CustomerIdvStatusUpdated', resolve))
  await node.realtime.broadcaster.broadcast(customerChannel('App', 7), customerIdvStatusUpdated, {
    idv_status: 'approved',
    idv_id: null,
  })
  expect(await heard).toEqual({ idv_status: 'approved', idv_id: null })
})

test('a public channel needs no signature', async () => {
  const channel = pusherClient().subscribe('news')
  await once((resolve) => channel.bind('pusher:subscription_succeeded', resolve))
  expect(channel.subscribed).toBe(true)
})

test('whoever listens hears what is said on a public channel, without signing in', async () => {
  const channel = pusherClient().subscribe(dealsChannel('App'))
  await once((resolve) => channel.bind('pusher:subscription_succeeded', resolve))
  const heard = once((resolve) => channel.bind('PropertyUpdated', resolve))
  await node.realtime.broadcaster.broadcast(
    dealsChannel('App'),
    propertyUpdated,
    { id: 7 },
    { isPublic: true },
  )
  expect(await heard).toEqual({ id: 7 })
})

test('a wrong signature is refused and the socket stays', async () => {
  const client = pusherClient(() => `${APP.key}:${'0'.repeat(64)}`)
  const channel = client.subscribe(CHANNEL)
  const error = await once((resolve) => channel.bind('pusher:subscription_error', resolve))
  expect(error).toMatchObject({ type: 'AuthError', status: 401 })
  expect(client.connection.state).toBe('connected')
})

test.each([
  { name: 'no signature', channel: CHANNEL, auth: () => undefined },
  { name: "another socket's signature", channel: CHANNEL, auth: () => authFor('1.1') },
  {
    name: "another channel's signature",
    channel: CHANNEL,
    auth: (id: string) => authFor(id, 'private-App.Models.Customer.8'),
  },
  {
    name: 'a presence channel',
    channel: 'presence-room',
    auth: (id: string) => authFor(id, 'presence-room'),
  },
])('$name does not open a channel', async ({ channel, auth }) => {
  const socket = await openSocket(node.socketUrl)
  socket.send({ event: 'pusher:subscribe', data: { channel, auth: auth(socket.socketId) } })
  expect(await socket.next('pusher:subscription_error')).toMatchObject({ channel })
  expect(await node.realtime.broadcaster.occupancy(channel.replace('private-', ''))).toBe(0)
})

test('a socket is let onto its share of channels and no more', async () => {
  const socket = await openSocket(node.socketUrl)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await joinChannel(socket, name)
  socket.send({ event: 'pusher:subscribe', data: { channel: 'f' } })
  expect((await socket.next('pusher:subscription_error')).channel).toBe('f')
})

test("the sender's own socket is spared, every other one hears", async () => {
  const [sender, other] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  await join(sender, CHANNEL)
  await join(other, CHANNEL)
  await node.realtime.broadcaster.broadcast(
    customerChannel('App', 7),
    customerIdvStatusUpdated,
    { idv_status: 'x', idv_id: null },
    { except: sender.socketId },
  )
  expect((await other.next('CustomerIdvStatusUpdated')).data).toEqual({ idv_status: 'x', idv_id: null })
  await settle(sender)
  expect(sender.frames.map(({ event }) => event)).not.toContain('CustomerIdvStatusUpdated')
})

test('a socket that has left a channel hears nothing of it', async () => {
  const socket = await openSocket(node.socketUrl)
  await join(socket, CHANNEL)
  socket.send({ event: 'pusher:unsubscribe', data: { channel: CHANNEL } })
  await settle(socket)
  await node.realtime.broadcaster.broadcast(customerChannel('App', 7), customerIdvStatusUpdated, {})
  await settle(socket)
  expect(socket.frames.map(({ event }) => event)).not.toContain('CustomerIdvStatusUpdated')
})

test('a payload that does not fit the contract is not sent', async () => {
  const socket = await openSocket(node.socketUrl)
  await join(socket, CHANNEL)
  const wrong = { idv_status: 7 } as never
  await node.realtime.broadcaster.broadcast(customerChannel('App', 7), customerIdvStatusUpdated, wrong)
  await settle(socket)
  expect(socket.frames.map(({ event }) => event)).not.toContain('CustomerIdvStatusUpdated')
})

test('a client event reaches the others on a private channel and not its sender', async () => {
  const [sender, other] = [await openSocket(node.socketUrl), await openSocket(node.socketUrl)]
  await join(sender, CHANNEL)
  await join(other, CHANNEL)
  sender.send({ event: 'client-typing', channel: CHANNEL, data: { on: true } })
  expect(await other.next('client-typing')).toEqual({
    event: 'client-typing',
    channel: CHANNEL,
    data: { on: true },
  })
  await settle(sender)
  expect(sender.frames.map(({ event }) => event)).not.toContain('client-typing')
})

test.each([
  { name: 'a public channel', channel: 'news' },
  { name: 'a channel the socket is not on', channel: 'private-elsewhere' },
])('a client event to $name is refused', async ({ channel }) => {
  const socket = await openSocket(node.socketUrl)
  await joinChannel(socket, 'news')
  socket.send({ event: 'client-typing', channel })
  expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4301 })
})

test('client events above the rate are refused with 4301', async () => {
  const socket = await openSocket(node.socketUrl)
  await join(socket, CHANNEL)
  // More than two seconds' worth, so that a turn of the second in between does not matter.
  for (let event = 0; event < 8; event += 1) socket.send({ event: 'client-typing', channel: CHANNEL })
  expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4301 })
})

test('pusher-js signs in as a user and gets what is sent to that user alone', async () => {
  const client = pusherClient()
  const heard = once((resolve) => client.user.bind('hello', resolve))
  client.signin()
  await client.user.signinDonePromise
  const other = await openSocket(node.socketUrl)
  const { default: PusherServer } = await import('pusher')
  const server = new PusherServer({ ...APP, host: '127.0.0.1', port: String(node.port), useTLS: false })
  await server.sendToUser('customer:9', 'hello', { you: 1 })
  expect(await heard).toEqual({ you: 1 })
  await settle(other)
  expect(other.frames.map(({ event }) => event)).not.toContain('hello')
})

test('a sign-in with a wrong signature is told and nothing else happens', async () => {
  const socket = await openSocket(node.socketUrl)
  socket.send({
    event: 'pusher:signin',
    data: { auth: `${APP.key}:nonsense`, user_data: '{"id":"customer:9"}' },
  })
  expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4009 })
  await settle(socket)
})

test('terminating a user closes the sockets that signed in, with a code that keeps them away', async () => {
  const client = pusherClient()
  client.signin()
  await client.user.signinDonePromise
  const bystander = await openSocket(node.socketUrl)
  await node.realtime.broadcaster.terminate('customer:9')
  await once((resolve) => client.connection.bind('disconnected', resolve))
  await settle(bystander)
})

test('a socket that joined with signed channel data belongs to the user named in it', async () => {
  const socket = await openSocket(node.socketUrl)
  await joinAs(node, socket, LOGIN)
  await node.realtime.broadcaster.terminate('customer:7:1')
  expect(await socket.closed).toBe(4009)
})

test('channel data that was not signed does not open a channel', async () => {
  const socket = await openSocket(node.socketUrl)
  const { auth } = node.realtime.admit(socket.socketId, CHANNEL, LOGIN)
  socket.send({
    event: 'pusher:subscribe',
    data: { channel: CHANNEL, auth, channel_data: '{"user_id":"customer:8:1"}' },
  })
  expect(await socket.next('pusher:subscription_error')).toMatchObject({ channel: CHANNEL })
})

test('a socket does not outlive the first login that let it in, and is called back to prove itself anew', async () => {
  const strict = await startNode({ limits: { loginSweepMs: 20 } })
  const [ended, living] = [await openSocket(strict.socketUrl), await openSocket(strict.socketUrl)]
  await joinAs(strict, ended, LOGIN)
  await joinAs(strict, ended, { ...LOGIN, endsAtMs: Date.now() })
  await joinAs(strict, living, LOGIN)
  expect(await ended.closed).toBe(4200)
  await settle(living)
  await strict.stop()
})

async function joinAs({ realtime }: TestNode, socket: RawSocket, login: RealtimeLogin) {
  const admission = realtime.admit(socket.socketId, CHANNEL, login)
  socket.send({ event: 'pusher:subscribe', data: { channel: CHANNEL, ...admission } })
  await socket.next('pusher_internal:subscription_succeeded')
}
