/** `npm run conform` on the socket: a backend written in Laravel is live, and each way in which a socket is not is named. */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { APP, createLaravelBackend, type LaravelBackend } from '#tests/support/laravel/backend.ts'
import { conform } from './conform.ts'

vi.setConfig({ testTimeout: 60_000 })

const API = 'https://laravel.test/customer/api'
const TAKES_KEY = /^The socket at ws:\/\/127\.0\.0\.1:\d+\/app\/app-key takes the key: /

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** What differs for the backend, whose socket is at this port of this machine. */
async function differing(
  backend: LaravelBackend,
  wsPort: number,
  given: { key?: string; fetch?: typeof fetch } = {},
) {
  const [token = ''] = backend.tokens
  const checks = await conform({
    api: API,
    token,
    fetch: given.fetch ?? backend.fetch,
    text: 'Is it still available?',
    realtime: { key: given.key ?? APP.key, wsHost: '127.0.0.1', wsPort, forceTLS: false },
    patienceMs: 4000,
  })
  const lines = checks.map(({ what, says }) => `${what}: ${says.join('; ')}`)
  return { checks, lines, differ: lines.filter((_, at) => checks[at]?.verdict === 'differs') }
}

async function laravel() {
  const backend = createLaravelBackend()
  const port = await backend.reverb.listen()
  closers.push(() => backend.reverb.stop())
  return { backend, port }
}

interface Heard {
  event: string
  data: { channel: string; auth: string }
}

/** A socket that greets with `hello` and answers each frame with others. */
async function oddSocket(hello: object, answer: (heard: Heard) => object[]): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (ws) => {
    ws.send(JSON.stringify(hello))
    ws.on('message', (text) => {
      for (const frame of answer(JSON.parse(String(text)))) ws.send(JSON.stringify(frame))
    })
  })
  closers.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const GREETING = { event: 'pusher:connection_established', data: '{"socket_id":"1.1","activity_timeout":30}' }
const letIn = ({ data }: Heard) => ({
  event: 'pusher_internal:subscription_succeeded',
  channel: data.channel,
})

it('a backend written in Laravel is live', async () => {
  const { backend, port } = await laravel()
  const { differ, lines } = await differing(backend, port)
  expect(differ).toEqual([])
  expect(lines).toContain('The socket accepts the subscription to the customer’s channel: ')
  expect(lines).toContain('The socket refuses a wrong signature: ')
  expect(lines).toContain('The socket brings the event of a message: ')
})

it('nobody listens at the address', async () => {
  const { differ } = await differing(createLaravelBackend(), 9)
  expect(differ).toEqual([expect.stringMatching(TAKES_KEY)])
  expect(differ[0]).toContain('ECONNREFUSED')
})

it('the key is not the one of the socket', async () => {
  const error = { event: 'pusher:error', data: { code: 4001, message: 'Application does not exist' } }
  const { differ } = await differing(createLaravelBackend(), await oddSocket(error, () => []))
  expect(differ).toEqual([expect.stringMatching(TAKES_KEY)])
  expect(differ[0]).toContain('it answers pusher:error: {"code":4001,"message":"Application does not exist"}')
})

it('the socket speaks another protocol', async () => {
  const { differ } = await differing(createLaravelBackend(), await oddSocket({ event: 'hello' }, () => []))
  expect(differ).toEqual([expect.stringMatching(TAKES_KEY)])
  expect(differ[0]).toContain('its first event is hello, pusher:connection_established is needed')
})

it('the signature is made with another secret', async () => {
  const { backend, port } = await laravel()
  const other: typeof fetch = async (input, init) => {
    const form = new URLSearchParams(String(init?.body))
    const answer = await backend.fetch(input, init)
    if (!String(input).endsWith('/broadcasting/auth') || !answer.ok) return answer
    const text = `${form.get('socket_id')}:${form.get('channel_name')}`
    const signature = createHmac('sha256', 'another secret').update(text).digest('hex')
    return Response.json({ auth: `${APP.key}:${signature}` })
  }
  const { differ, checks } = await differing(backend, port, { fetch: other })
  expect(differ).toEqual([
    'The socket accepts the subscription to the customer’s channel: it answers pusher:error: {"code":4009,"message":"Connection is unauthorized"}',
  ])
  expect(checks).toContainEqual({
    what: 'The socket brings the event of a message',
    verdict: 'not asked',
    says: ['it needs the subscription'],
  })
})

it('the socket lets everybody in, and no event comes', async () => {
  const { differ } = await differing(
    createLaravelBackend(),
    await oddSocket(GREETING, (heard) => [letIn(heard)]),
  )
  expect(differ).toEqual([
    'The socket refuses a wrong signature: everybody can read the messages of others',
    expect.stringMatching(
      /^The socket brings the event of a message: TextMessageInboundSent with message\.id \d+ is needed after a send; no event came$/,
    ),
  ])
})

it('the event has the name of its class, as Laravel gives it unless the event says another', async () => {
  const { backend, port } = await laravel()
  const { say } = backend.reverb
  vi.spyOn(backend.reverb, 'say').mockImplementation((channel, event, ...rest) =>
    say(channel, `App\\Events\\${event}`, ...rest),
  )
  const { differ } = await differing(backend, port)
  expect(differ).toEqual([expect.stringContaining('received instead: App\\Events\\TextMessageInboundSent')])
})

it('the event lacks what the messenger reads', async () => {
  const { backend, port } = await laravel()
  const { say } = backend.reverb
  vi.spyOn(backend.reverb, 'say').mockImplementation((channel, event, data, ...rest) => {
    const { message } = data as { message: object }
    say(channel, event, { message: { ...message, type: 'in' } }, ...rest)
  })
  const { differ } = await differing(backend, port)
  expect(differ).toEqual([
    'The socket brings the event of a message: message.type is "in": "inbound" (from the customer) or "outbound" (to the customer) is needed',
  ])
})

it('without an address the socket is not asked, and how to say it is said', async () => {
  const backend = createLaravelBackend()
  const [token = ''] = backend.tokens
  const checks = await conform({ api: API, token, fetch: backend.fetch })
  expect(checks.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(checks).toContainEqual({
    what: 'The socket',
    verdict: 'not asked',
    says: [expect.stringContaining("--realtime '{")],
  })
  // What can be asked without one still is.
  expect(checks.map(({ what }) => what)).toContain('POST /broadcasting/auth signs the customer’s channel')
})
