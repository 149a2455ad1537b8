/** Who may join which channel, asked through the real HTTP layer with real tokens. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createRealtime } from '#server/core/realtime/create-realtime.ts'
import { serveBroadcasting } from '#server/core/realtime/routes.ts'
import type { RealtimeSettings } from '#server/core/realtime/settings.ts'
import { isChannelSigned, isUserSigned } from '#server/core/realtime/signature.ts'
import { customerChannel, customerIdvStatusUpdated, feedUpdated } from '#shared/contract/events.ts'
import { type Installation, PRODUCT } from '#shared/contract/installation.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { APP, startNode } from './node.ts'
import { openSocket } from './raw-socket.ts'

const start = (realtime: RealtimeSettings, installation: Partial<Installation> = {}) =>
  startTestServer({
    extend: async (app) =>
      serveBroadcasting(app, await createRealtime(realtime, { log: app.log }), {
        origin: '',
        installation: async () => ({ ...PRODUCT, ...installation }),
      }),
  })

const SOCKET = '12.34'
let server: TestServer
let dana: Person
let kim: Person
let bluebonnet: Seller
let magnolia: Seller
beforeAll(async () => {
  server = await start({ driver: 'embedded', ...APP, prefix: 'Plat' })
  dana = await server.addCustomer()
  kim = await server.addCustomer('Kim Nguyen')
  bluebonnet = await server.addAccount()
  magnolia = await server.addAccount('Magnolia Deals')
})
afterAll(() => server.close())

const ask = (channel_name: string, token?: string) =>
  server.call('POST', '/broadcasting/auth', {
    body: { socket_id: SOCKET, channel_name },
    ...(token ? { token } : {}),
  })

describe('channel authorisation', () => {
  test("signs a customer's own channel", async () => {
    const channel = `private-Plat.Models.Customer.${dana.id}`
    const { status, body } = await ask(channel, dana.token)
    expect(status).toBe(200)
    const on = { socketId: SOCKET, channel, channelData: body.channel_data }
    expect(isChannelSigned(APP, on, body.auth)).toBe(true)
  })

  test('signs the channel of identity events under the prefix App', async () => {
    expect((await ask(`private-App.Models.Customer.${dana.id}`, dana.token)).status).toBe(200)
  })

  test("signs an account's channel for its people", async () => {
    expect((await ask(`private-Plat.Models.Account.${bluebonnet.id}`, bluebonnet.token)).status).toBe(200)
  })

  test.each([
    {
      name: "another customer's channel",
      channel: () => `private-Plat.Models.Customer.${kim.id}`,
      who: () => dana,
    },
    {
      name: "another customer's identity channel",
      channel: () => `private-App.Models.Customer.${kim.id}`,
      who: () => dana,
    },
    {
      name: "an account's channel asked by a customer",
      channel: () => `private-Plat.Models.Account.${bluebonnet.id}`,
      who: () => dana,
    },
    {
      name: "another account's channel",
      channel: () => `private-Plat.Models.Account.${magnolia.id}`,
      who: () => bluebonnet,
    },
    {
      name: "a customer's channel asked by an account",
      channel: () => `private-Plat.Models.Customer.${dana.id}`,
      who: () => bluebonnet,
    },
    { name: 'another prefix', channel: () => `private-Other.Models.Customer.${dana.id}`, who: () => dana },
    {
      name: 'a channel that only starts like the own',
      channel: () => `private-Plat.Models.Customer.${dana.id}0`,
      who: () => dana,
    },
    {
      name: 'the own channel as a presence channel',
      channel: () => `presence-Plat.Models.Customer.${dana.id}`,
      who: () => dana,
    },
    { name: 'a public channel', channel: () => 'news', who: () => dana },
  ])('refuses $name with 403', async ({ channel, who }) => {
    const { status, body } = await ask(channel(), who().token)
    expect(status).toBe(403)
    expect(body).not.toHaveProperty('auth')
  })

  describe('to the bearer of a messenger', () => {
    const bearer = async (body = {}) =>
      (await server.call('POST', '/customer/api/auth/token', { token: dana.token, body })).body.data.token
    const mine = () => `private-Plat.Models.Customer.${dana.id}`
    const joined = async (token: string, names: string[]) =>
      (await Promise.all(names.map((name) => ask(name, token)))).map(({ status }) => status)

    test('opens the messages of its customer, and what only a session may hear to a session', async () => {
      const channels = [mine(), `${mine()}.Session`, `private-App.Models.Customer.${dana.id}`]
      expect(await joined(dana.token, channels)).toEqual([200, 200, 200])
      expect(await joined(await bearer(), channels)).toEqual([200, 403, 403])
    })

    test('made for one account opens the channel of this account alone', async () => {
      const token = await bearer({ account_id: bluebonnet.id })
      const channels = [`${mine()}.Account.${bluebonnet.id}`, `${mine()}.Account.${magnolia.id}`, mine()]
      expect(await joined(token, channels)).toEqual([200, 403, 403])
      expect(await joined(await bearer(), channels.slice(0, 1))).toEqual([403])
    })
  })

  test('lets a session hear of an identity check, but not the bearer of a messenger on the same channel', async () => {
    const node = await startNode()
    const shared = await start({ driver: 'embedded', ...APP })
    onTestFinished(async () => void (await Promise.all([node.stop(), shared.close()])))
    const { id, token } = await shared.addCustomer()
    const channel = customerChannel('App', id)
    const joined = async (as: string) => {
      const socket = await openSocket(node.socketUrl)
      const on = { socket_id: socket.socketId, channel_name: `private-${channel}` }
      const { body } = await shared.call('POST', '/broadcasting/auth', { token: as, body: on })
      socket.send({ event: 'pusher:subscribe', data: { channel: on.channel_name, ...body } })
      await socket.next('pusher_internal:subscription_succeeded')
      return socket
    }
    const { body } = await shared.call('POST', '/customer/api/auth/token', { token })
    const [session, messenger] = [await joined(token), await joined(body.data.token)]
    const { broadcaster } = node.realtime
    const status = { idv_status: 'success', idv_id: 'idv_1' }
    await broadcaster.broadcast(channel, customerIdvStatusUpdated, status)
    await broadcaster.broadcast(channel, feedUpdated, {})
    await Promise.all([session, messenger].map((socket) => socket.next('FeedUpdated')))
    const heard = [session, messenger].map(({ frames }) =>
      frames.filter(({ event }) => event === 'CustomerIdvStatusUpdated').map(({ data }) => data),
    )
    expect(heard).toEqual([[status], []])
  })

  test('refuses a stranger with 401', async () => {
    expect((await ask(`private-Plat.Models.Customer.${dana.id}`)).status).toBe(401)
  })

  test('reads a form as Echo sends it', async () => {
    const form = new URLSearchParams({
      socket_id: SOCKET,
      channel_name: `private-Plat.Models.Customer.${dana.id}`,
    })
    const { status } = await server.call('POST', '/broadcasting/auth', {
      body: form.toString(),
      token: dana.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(200)
  })

  test.each([
    {
      name: 'a socket id that is none',
      body: { socket_id: 'x:y', channel_name: 'private-a' },
      field: 'socket_id',
    },
    {
      name: 'a channel name that is none',
      body: { socket_id: '1.1', channel_name: 'a b' },
      field: 'channel_name',
    },
    { name: 'nothing at all', body: {}, field: 'socket_id' },
  ])('answers $name with 422', async ({ body, field }) => {
    const answer = await server.call('POST', '/broadcasting/auth', { body, token: dana.token })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty(field)
  })
})

describe('user authentication', () => {
  test('signs the socket in as the login behind the token', async () => {
    const { status, body } = await server.call('POST', '/broadcasting/user-auth', {
      body: { socket_id: SOCKET },
      token: dana.token,
    })
    expect(status).toBe(200)
    expect(JSON.parse(body.user_data).id).toMatch(new RegExp(`^customer:${dana.id}:`))
    expect(isUserSigned(APP, { socketId: SOCKET, userData: body.user_data }, body.auth)).toBe(true)
  })

  test('refuses a stranger with 401', async () => {
    const answer = await server.call('POST', '/broadcasting/user-auth', { body: { socket_id: SOCKET } })
    expect(answer.status).toBe(401)
  })
})

describe('the public settings', () => {
  test('of the embedded driver name the key and the prefix, and never the secret', async () => {
    const { status, body } = await server.call('GET', '/broadcasting/config')
    expect(status).toBe(200)
    expect(body).toEqual({ key: APP.key, prefix: 'Plat' })
  })

  test('of an outside server name its address too', async () => {
    const outside = await start({ driver: 'pusher', ...APP, host: 'ws.example', port: 8443 })
    const { body } = await outside.call('GET', '/broadcasting/config')
    expect(body).toEqual({
      key: APP.key,
      prefix: 'App',
      wsHost: 'ws.example',
      wsPort: 8443,
      wssPort: 8443,
      forceTLS: true,
    })
    await outside.close()
  })

  test.each([
    ['CAD', 'CA$'],
    ['EUR', '€'],
  ] as const)('name the sign of the currency %s', async (currency, sign) => {
    const installed = await start({ driver: 'embedded', ...APP }, { currency })
    const { body } = await installed.call('GET', '/broadcasting/config')
    expect(body).toEqual({ key: APP.key, prefix: 'App', currency: sign })
    await installed.close()
  })
})
