/** The client's heartbeat against the real embedded server, over a connection that goes silent without being closed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { Realtime, RealtimeState } from '#shared/realtime/realtime.ts'
import { APP, startNode, type TestNode } from '#tests/server/core/realtime/node.ts'
import { startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { calls } from './calls.ts'

const CHANNEL = 'App.Public'
const APPROVED = { idv_status: 'approved', idv_id: null }

let node: TestNode
const opened: { close(): unknown }[] = []
beforeEach(async () => {
  node = await startNode()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await node.stop()
})

/** Subscribed through a proxy, with a clock that the test advances. */
async function connect() {
  const proxy = await startChaosProxy({ port: node.port })
  const [clock, network, states] = [createFakeClock(), new EventTarget(), calls<RealtimeState>()]
  const realtime = connectRealtime({
    config: { key: APP.key },
    siteOrigin: `http://127.0.0.1:${proxy.port}`,
    authorise: () => Promise.reject(new Error('The channels are public.')),
    handlers: { onState: states.add },
    log: { warn: () => {}, error: () => {} },
    clock,
    network,
  })
  opened.push(realtime, proxy)
  return { proxy, clock, network, states, realtime, ...(await join(realtime, CHANNEL)) }
}

async function join(realtime: Realtime, name: string) {
  const subscribed = calls<void>()
  const handlers = { onSubscribed: () => subscribed.add(), onRefused: () => {} }
  const subscription = realtime.join(name, handlers, { isPublic: true })
  await subscribed.next()
  return { subscription, subscribed }
}

const broadcast = () =>
  node.realtime.broadcaster.broadcast(CHANNEL, customerIdvStatusUpdated, APPROVED, { isPublic: true })

test('a silent connection is replaced within 15 s, and later events arrive', async () => {
  const { clock, proxy, states, subscription, subscribed } = await connect()
  const heard = calls<unknown>()
  subscription.listen(customerIdvStatusUpdated, heard.add)
  proxy.set({ mode: 'black-hole' })
  await broadcast()
  clock.advance(15_000)
  expect(states.all).toEqual(['connected', 'connecting'])
  expect(heard.all).toEqual([])
  proxy.set({ mode: 'pass' })
  await expect
    .poll(() => {
      clock.advance(500)
      return subscribed.all.length
    })
    .toBe(2)
  await broadcast()
  expect(await heard.next()).toEqual(APPROVED)
})

test.each(['focus', 'visibilitychange', 'pageshow', 'resume', 'online'])(
  'a connection is checked at once at %s',
  async (event) => {
    const { clock, proxy, states, network } = await connect()
    clock.advance(3000)
    proxy.set({ mode: 'black-hole' })
    network.dispatchEvent(new Event(event))
    clock.advance(9000)
    expect(states.all).toEqual(['connected', 'connecting'])
  },
)

test('a connection is checked at once when a caller asks for it', async () => {
  const { clock, proxy, states, realtime } = await connect()
  clock.advance(3000)
  proxy.set({ mode: 'black-hole' })
  realtime.check()
  clock.advance(9000)
  expect(states.all).toEqual(['connected', 'connecting'])
})

test('a closed connection is not checked', async () => {
  const { clock, proxy, states, realtime, network } = await connect()
  realtime.close()
  expect(clock.timers).toBe(0)
  proxy.set({ mode: 'black-hole' })
  network.dispatchEvent(new Event('focus'))
  clock.advance(60_000)
  expect(states.all).toEqual(['connected'])
})

test('a quiet connection is kept while the server answers', async () => {
  const { clock, states, realtime } = await connect()
  for (let round = 0; round < 5; round += 1) {
    clock.advance(6000)
    // The server answers this after the heartbeat, on the same connection.
    await join(realtime, `App.Other.${round}`)
  }
  expect(states.all).toEqual(['connected'])
})
