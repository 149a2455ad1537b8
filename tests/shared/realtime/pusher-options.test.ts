/** Where the socket is, from what a host page may configure. */
import { expect, test } from 'vitest'
import { pusherOptions } from '#shared/realtime/connect.ts'

const options = (config: object, origin = 'https://plat.example') =>
  pusherOptions({ key: 'k', ...config }, origin, () => {})

test.each([
  {
    name: 'nothing but a key: the host of the API',
    config: {},
    origin: 'https://plat.example',
    expected: { wsHost: 'plat.example', wssPort: 443, forceTLS: true },
  },
  {
    name: 'nothing but a key, on a port of its own',
    config: {},
    origin: 'http://localhost:4321',
    expected: { wsHost: 'localhost', wsPort: 4321, forceTLS: false, enabledTransports: ['ws'] },
  },
  {
    name: 'a Reverb host',
    config: { wsHost: 'ws.example', wsPort: 8080, wssPort: 8443, forceTLS: false },
    origin: 'https://plat.example',
    expected: { wsHost: 'ws.example', wsPort: 8080, wssPort: 8443, forceTLS: false },
  },
  {
    name: 'a host without ports is not on the port of the API',
    config: { wsHost: 'ws.example' },
    origin: 'https://plat.example:8443',
    expected: { wsHost: 'ws.example', wssPort: 443, forceTLS: true },
  },
  {
    name: 'a Pusher cluster',
    config: { cluster: 'eu' },
    origin: 'http://localhost:4321',
    expected: { cluster: 'eu', forceTLS: true },
  },
])('$name', ({ config, origin, expected }) => {
  expect(options(config, origin)).toMatchObject(expected)
})

test('a Pusher cluster names no host, so that pusher-js finds its own', () => {
  expect(options({ cluster: 'eu' })).not.toHaveProperty('wsHost')
})

test('the time-outs are those of the spec unless configured', () => {
  expect(options({})).toMatchObject({
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: 10_000,
  })
  expect(options({ pongTimeout: 5 })).toMatchObject({ pongTimeout: 5 })
})

test('only WebSockets are used, and no statistics are sent anywhere', () => {
  expect(options({})).toMatchObject({ enabledTransports: ['ws', 'wss'], enableStats: false })
})
