/** The page's one live connection: shared by all, and reopened whatever ended it. */
import { expect, test, vi } from 'vitest'
import { createLive, type Topic } from '#marketplace/kit/live.ts'
import { offerUpdated } from '#shared/contract/events.ts'
import { REDIAL_DELAYS_MS } from '#shared/contract/realtime-limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime } from '#tests/support/fake-realtime.ts'

const LATER_MS = REDIAL_DELAYS_MS[0]

function setUp() {
  const clock = createFakeClock()
  const socket = createFakeRealtime()
  const server = { isDown: false }
  const live = createLive({
    clock,
    log: { warn() {}, error() {} },
    async connect(onState) {
      if (server.isDown) throw new TypeError('Failed to fetch')
      return { realtime: socket.connectNow({ onState }), prefix: 'App' }
    },
  })
  const topic = {
    what: 'Offers',
    channel: (prefix: string) => `${prefix}.Offers`,
    onSubscribed: vi.fn(),
    listen: vi.fn<Topic['listen']>((channel) => channel.listen(offerUpdated, () => {})),
  }
  const made = (count: number) => vi.waitFor(() => expect(socket.made).toBe(count))
  return { live, clock, socket, server, topic, made }
}

test('a server that sends the page away, as after a log out, is asked again, and what was missed with it', async () => {
  const { live, clock, socket, topic, made } = setUp()
  live.follow(topic)
  await made(1)
  socket.subscribe()
  socket.say('closed')
  expect(socket.open).toBe(0)
  clock.advance(LATER_MS)
  await made(2)
  socket.subscribe()
  expect([socket.channel, topic.onSubscribed.mock.calls.length, topic.listen.mock.calls.length]).toEqual([
    'App.Offers',
    2,
    2,
  ])
})

test('settings or code that did not load are asked for again', async () => {
  const { live, clock, server, topic, made, socket } = setUp()
  server.isDown = true
  live.follow(topic)
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  server.isDown = false
  clock.advance(LATER_MS)
  await made(1)
  expect(socket.channel).toBe('App.Offers')
})

test('a channel that was refused is asked for again: the person may have logged in meanwhile', async () => {
  const { live, clock, socket, topic, made } = setUp()
  live.follow(topic)
  await made(1)
  socket.refuse('forbidden')
  clock.advance(LATER_MS)
  expect(topic.listen).toHaveBeenCalledTimes(2)
  socket.subscribe()
  expect(topic.onSubscribed).toHaveBeenCalledTimes(1)
})

test('two who follow share one connection, which a page that follows next takes over', async () => {
  const { live, clock, socket, topic, made } = setUp()
  const leave = [live.follow(topic), live.follow(topic)]
  await made(1)
  for (const end of leave) end()
  const leaveNext = live.follow(topic)
  clock.advance(60_000)
  expect([socket.made, socket.open]).toEqual([1, 1])
  leaveNext()
  clock.advance(60_000)
  expect([socket.open, clock.timers]).toEqual([0, 0])
})

test('who leaves before the connection is there leaves none behind, and hears nothing', async () => {
  const { live, clock, socket, topic, made } = setUp()
  live.follow(topic)()
  await made(1)
  await vi.waitFor(() => expect(socket.open).toBe(0))
  expect([topic.onSubscribed.mock.calls.length, clock.timers]).toEqual([0, 0])
})

test('a connection that nobody follows any more is not made again when the server closes it, as at a log out', async () => {
  const { live, clock, socket, topic, made } = setUp()
  const leave = live.follow(topic)
  await made(1)
  socket.subscribe()
  leave()
  socket.say('closed')
  clock.advance(60_000)
  await vi.waitFor(() => expect([socket.open, clock.timers]).toEqual([0, 0]))
  expect(socket.made).toBe(1)
  live.follow(topic)
  await made(2)
})
