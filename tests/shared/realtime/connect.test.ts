/** The client wiring against the real embedded server: what the messenger relies on while servers come and go. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  customerChannel,
  customerIdvStatusUpdated,
  dealsChannel,
  propertyUpdated,
} from '#shared/contract/events.ts'
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { type ConnectSettings, connectRealtime } from '#shared/realtime/connect.ts'
import type { ChannelHandlers, Realtime, RealtimeState } from '#shared/realtime/realtime.ts'
import { APP, startNode, type TestNode } from '#tests/server/core/realtime/node.ts'
import { type Calls, calls } from './calls.ts'
import { type OddServer, startOddServer } from './odd-server.ts'

const MINE = customerChannel('App', 7)
const APPROVED = { idv_status: 'approved', idv_id: null }
const refused = Object.assign(new Error('403'), { failure: { kind: 'refused', status: 403 } })
const offline = Object.assign(new Error('offline'), { failure: { kind: 'offline' } })

let node: TestNode
const opened: { close(): void }[] = []
beforeEach(async () => {
  node = await startNode()
})
afterEach(async () => {
  for (const one of opened.splice(0)) one.close()
  await node.stop()
})

interface Given extends Partial<Omit<ConnectSettings, 'config'>> {
  config?: Partial<RealtimeConfig>
}

function connect(given: Given = {}) {
  const states = calls<RealtimeState>()
  const warnings = calls<string>()
  const realtime = connectRealtime({
    siteOrigin: `http://127.0.0.1:${node.port}`,
    authorise: async (socketId, channel) => ({ auth: node.realtime.signChannel(socketId, channel) }),
    handlers: { onState: states.add },
    log: { warn: warnings.add, error: warnings.add },
    ...given,
    config: { key: APP.key, ...given.config },
  })
  opened.push(realtime)
  return { realtime, states, warnings }
}

function listener(): { handlers: ChannelHandlers; subscribed: Calls<void>; refusals: Calls<string> } {
  const [subscribed, refusals] = [calls<void>(), calls<string>()]
  return { handlers: { onSubscribed: () => subscribed.add(), onRefused: refusals.add }, subscribed, refusals }
}

const approve = (customerId = 7) =>
  node.realtime.broadcaster.broadcast(customerChannel('App', customerId), customerIdvStatusUpdated, APPROVED)

async function joined(realtime: Realtime, name = MINE) {
  const { handlers, subscribed, refusals } = listener()
  const subscription = realtime.join(name, handlers)
  await subscribed.next()
  return { subscription, subscribed, refusals }
}

describe('a private channel', () => {
  test('hears its events, parsed', async () => {
    const { realtime } = connect()
    const { subscription } = await joined(realtime)
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
  })

  test('drops a payload that does not fit the contract, and logs the name of the event alone', async () => {
    const { realtime, warnings } = connect()
    const { subscription } = await joined(realtime)
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    const { event, ...frame } = {
      event: 'CustomerIdvStatusUpdated',
      data: '{"idv_status":"secret","idv_id":[]}',
    }
    const { default: PusherServer } = await import('pusher')
    const server = new PusherServer({ ...APP, host: '127.0.0.1', port: String(node.port), useTLS: false })
    await server.trigger(`private-${MINE}`, event, frame.data)
    expect(await warnings.next()).toBe(
      'a realtime event does not fit the contract and was dropped: CustomerIdvStatusUpdated',
    )
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
    expect(heard.all).toHaveLength(1)
  })

  test('is left: nothing is heard any more and the server has no listener', async () => {
    const { realtime } = connect()
    const { subscription } = await joined(realtime)
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    subscription.leave()
    await joined(realtime, 'Other')
    expect(await node.realtime.broadcaster.occupancy(MINE)).toBe(0)
    await approve()
    expect(heard.all).toEqual([])
  })

  test('can be joined twice; one leaving does not disturb the other', async () => {
    const { realtime } = connect()
    const first = await joined(realtime)
    const second = await joined(realtime)
    const heard = calls<unknown>()
    second.subscription.listen(customerIdvStatusUpdated, heard.add)
    first.subscription.leave()
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
  })

  test('can be joined again after it was left', async () => {
    const { realtime } = connect()
    const { subscription } = await joined(realtime)
    subscription.leave()
    const again = await joined(realtime)
    const heard = calls<unknown>()
    again.subscription.listen(customerIdvStatusUpdated, heard.add)
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
  })
})

describe('a public channel', () => {
  test('is heard by anybody, without a signature', async () => {
    const { realtime } = connect({ authorise: () => Promise.reject(refused) })
    const { handlers, subscribed } = listener()
    const channel = dealsChannel('App')
    const subscription = realtime.join(channel, handlers, { isPublic: true })
    await subscribed.next()
    const heard = calls<unknown>()
    subscription.listen(propertyUpdated, heard.add)
    const { default: PusherServer } = await import('pusher')
    const server = new PusherServer({ ...APP, host: '127.0.0.1', port: String(node.port), useTLS: false })
    await server.trigger(channel, propertyUpdated.name, JSON.stringify({ id: 7 }))
    expect(await heard.next()).toEqual({ id: 7 })
  })
})

describe('a subscription that fails', () => {
  test.each([
    { name: 'the permission is denied', authorise: () => Promise.reject(refused), reason: 'forbidden' },
    {
      name: 'the signature is wrong',
      authorise: async () => ({ auth: `${APP.key}:x` }),
      reason: 'forbidden',
    },
    {
      name: 'the authorisation cannot be reached',
      authorise: () => Promise.reject(offline),
      reason: 'unanswered',
    },
    {
      name: 'the authorisation never answers',
      authorise: () => new Promise<never>(() => {}),
      reason: 'unanswered',
    },
  ])('is $reason when $name', async ({ authorise, reason }) => {
    // A refusal is an answer, however busy the machine is.
    const subscribeTimeoutMs = reason === 'forbidden' ? 60_000 : 60
    const { realtime } = connect({ authorise, subscribeTimeoutMs })
    const { handlers, refusals, subscribed } = listener()
    realtime.join(MINE, handlers)
    expect(await refusals.next()).toBe(reason)
    expect(subscribed.all).toEqual([])
  })

  test('is tried again when it was not answered', async () => {
    let attempts = 0
    const { realtime } = connect({
      authorise: async (socketId, channel) => {
        attempts += 1
        if (attempts === 1) throw offline
        return { auth: node.realtime.signChannel(socketId, channel) }
      },
    })
    const { handlers, refusals, subscribed } = listener()
    realtime.join(MINE, handlers)
    expect(await refusals.next()).toBe('unanswered')
    await subscribed.next()
  })

  test('is tried again when somebody joins anew after a no', async () => {
    let isAllowed = false
    const { realtime } = connect({
      authorise: async (socketId, channel) => {
        if (!isAllowed) throw refused
        return { auth: node.realtime.signChannel(socketId, channel) }
      },
    })
    const { handlers, refusals } = listener()
    const first = realtime.join(MINE, handlers)
    await refusals.next()
    first.leave()
    isAllowed = true
    await joined(realtime)
  })

  test('sends no late answer of the authorisation over the next socket', async () => {
    const answers: (() => void)[] = []
    const asked = calls<string>()
    const { realtime, states } = connect({
      authorise: (socketId, channel) => {
        asked.add(socketId)
        return new Promise((resolve) =>
          answers.push(() => resolve({ auth: node.realtime.signChannel(socketId, channel) })),
        )
      },
    })
    const { handlers, subscribed, refusals } = listener()
    realtime.join(MINE, handlers)
    await asked.next()
    const { port } = node
    await node.stop()
    node = await startNode({ port })
    await states.until('connected')
    await asked.next()
    for (const answer of answers) answer()
    await subscribed.next()
    expect(refusals.all).toEqual([])
  })
})

describe('a server like Reverb', () => {
  let odd: OddServer
  afterEach(() => odd.stop())
  const connectTo = (server: OddServer, given: Given = {}) =>
    connect({
      siteOrigin: `http://127.0.0.1:${server.port}`,
      authorise: async () => ({ auth: 'k:s' }),
      ...given,
    })

  test('that answers a bad signature with 4009 and silence counts as a no', async () => {
    odd = await startOddServer({
      event: 'pusher:error',
      data: { code: 4009, message: 'Connection is unauthorized' },
    })
    const { realtime } = connectTo(odd)
    const { handlers, refusals } = listener()
    realtime.join(MINE, handlers)
    expect(await refusals.next()).toBe('forbidden')
  })

  test('that never answers a subscription is given up after the time-out, and can be joined again', async () => {
    odd = await startOddServer(null)
    const { realtime } = connectTo(odd, { subscribeTimeoutMs: 40 })
    const first = listener()
    const subscription = realtime.join(MINE, first.handlers)
    expect(await first.refusals.next()).toBe('unanswered')
    await odd.subscriptions.next()
    subscription.leave()
    realtime.join(MINE, listener().handlers)
    await odd.subscriptions.next()
  })
})

describe('the connection', () => {
  test('gives its socket id while it is connected', async () => {
    const { realtime, states } = connect()
    expect(realtime.socketId()).toBeNull()
    await states.until('connected')
    expect(realtime.socketId()).toMatch(/^\d+\.\d+$/)
  })

  test('is lost and found: every channel is subscribed again within seconds', async () => {
    const { realtime, states } = connect()
    const { subscription, subscribed } = await joined(realtime)
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    const { port } = node
    await node.stop()
    await states.until('connecting')
    expect(realtime.socketId()).toBeNull()
    node = await startNode({ port })
    await subscribed.next()
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
    expect(states.all.filter((state) => state === 'connected')).toHaveLength(2)
  })

  test('is lost the moment the browser says offline, and found again at online without a wait', async () => {
    const network = new EventTarget()
    // A clock that stands still: nothing of this may come from a time-out.
    const { realtime, states } = connect({ network, clock: { ...systemClock, after: () => () => {} } })
    const { subscription, subscribed } = await joined(realtime)
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    network.dispatchEvent(new Event('offline'))
    expect(states.all).toEqual(['connected', 'connecting'])
    expect(realtime.socketId()).toBeNull()
    network.dispatchEvent(new Event('online'))
    await subscribed.next()
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
    expect(states.all).toEqual(['connected', 'connecting', 'connected'])
  })

  test('dials again by itself when the browser only believes that it is offline', async () => {
    const network = new EventTarget()
    const { realtime, states } = connect({ network })
    const { subscribed } = await joined(realtime)
    network.dispatchEvent(new Event('offline'))
    await subscribed.next()
    expect(states.all).toEqual(['connected', 'connecting', 'connected'])
  })

  test('that is closed hears nothing of the network any more', async () => {
    const network = new EventTarget()
    const { realtime, states } = connect({ network })
    await joined(realtime)
    realtime.close()
    network.dispatchEvent(new Event('offline'))
    network.dispatchEvent(new Event('online'))
    expect(states.all).toEqual(['connected'])
  })

  test('is unavailable when nobody can be reached, and recovers', async () => {
    const { port } = node
    await node.stop()
    const { states } = connect({ siteOrigin: `http://127.0.0.1:${port}`, config: { unavailableTimeout: 50 } })
    await states.until('unavailable')
    node = await startNode({ port })
    await states.until('connected')
  })

  test('is closed for good by a key the server does not know', async () => {
    const { states } = connect({ config: { key: 'nobody' } })
    await states.until('closed')
    expect(states.all).toEqual(['closed'])
  })

  test('is closed for good when the user is signed out', async () => {
    const { realtime, states } = connect({
      authorise: async (socketId, channel) =>
        node.realtime.admit(socketId, channel, { user: 'customer:7:1', endsAtMs: Date.now() + 60_000 }),
    })
    await joined(realtime)
    await node.realtime.broadcaster.terminate('customer:7:1')
    await states.until('closed')
  })

  test('of one does not touch the other on the same page', async () => {
    const [one, two] = [connect(), connect()]
    const { subscription } = await joined(two.realtime)
    await one.states.until('connected')
    const heard = calls<unknown>()
    subscription.listen(customerIdvStatusUpdated, heard.add)
    one.realtime.close()
    await approve()
    expect(await heard.next()).toEqual(APPROVED)
    expect(two.states.all).toEqual(['connected'])
  })
})
