// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createAnalytics, sessionAt, type UiSession } from '#marketplace/buyer/platform/analytics.ts'
import type { UiEventWire } from '#shared/contract/site-config.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const HOUR_MS = 3_600_000

beforeEach(() => localStorage.clear())

function setUp(given: { failures?: number; storage?: () => Storage } = {}) {
  const clock = createFakeClock()
  const posted: UiEventWire[][] = []
  const beaconed: UiEventWire[][] = []
  const world = {
    userId: 7 as number | null,
    views: 'with identity' as 'with identity' | 'without identity' | 'none',
    failures: given.failures ?? 0,
    takesBeacons: true,
  }
  let ids = 0
  const tab = () =>
    createAnalytics({
      clock,
      storage: given.storage ?? (() => localStorage),
      userId: () => world.userId,
      views: () => world.views,
      newId: () => {
        ids++
        return `session-${ids}`
      },
      post: async (events) => {
        if (world.failures > 0) {
          world.failures--
          throw new Error('down')
        }
        posted.push(events)
      },
      beacon: (events) => {
        if (world.takesBeacons) beaconed.push(events)
        return world.takesBeacons
      },
    })
  const later = async (ms: number) => {
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  return { clock, posted, beaconed, world, tab, later }
}

const deal = (propertyId: number) => ({ propertyId, imageId: null })
const ids = (batches: UiEventWire[][]) => batches.flat().map((event) => event.property_id)

test('views leave together, as the wire wants them', async () => {
  const { tab, posted, later } = setUp()
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.seen({ propertyId: 1, imageId: 5 })
  expect(posted).toEqual([])
  await later(3000)
  expect(posted).toHaveLength(1)
  expect(posted[0]).toMatchObject([
    {
      event_type_slug: 'property_viewed',
      session_id: 'session-1',
      userId: 7,
      property_id: 1,
      image_id: null,
    },
    { event_type_slug: 'property_image_viewed', property_id: 1, image_id: 5 },
  ])
  expect(posted[0]?.[0]?.createdAt).toBe('2025-06-10T15:00:00.000Z')
})

test('a thing counts once per session, each thing for itself', async () => {
  const { tab, posted, later } = setUp()
  const analytics = tab()
  for (const id of [1, 1, 2, 1]) analytics.seen(deal(id))
  await later(3000)
  analytics.seen(deal(1))
  await later(3000)
  expect(ids(posted)).toEqual([1, 2])
})

test('without consent nothing is kept, sent or remembered', async () => {
  const { tab, posted, beaconed, world, later } = setUp()
  world.views = 'none'
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.leaving()
  await later(60_000)
  expect([posted, beaconed, localStorage.length]).toEqual([[], [], 0])
})

test('consent taken back drops what was not sent yet', async () => {
  const { tab, posted, beaconed, world, later } = setUp()
  const analytics = tab()
  analytics.seen(deal(1))
  world.views = 'none'
  await later(3000)
  world.views = 'with identity'
  analytics.leaving()
  expect([posted, beaconed]).toEqual([[], []])
})

test('what was not taken is sent again later', async () => {
  const { tab, posted, later } = setUp({ failures: 2 })
  tab().seen(deal(1))
  await later(3000)
  await later(15_000)
  expect(posted).toEqual([])
  await later(15_000)
  expect(ids(posted)).toEqual([1])
})

test('a page that goes away sends what waits by beacon, once', async () => {
  const { tab, posted, beaconed, later } = setUp()
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.leaving()
  analytics.leaving()
  await later(60_000)
  expect([ids(beaconed), posted]).toEqual([[1], []])
})

test('a beacon the browser refuses stays for the next try', async () => {
  const { tab, posted, world, later } = setUp()
  world.takesBeacons = false
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.leaving()
  await later(3000)
  expect(ids(posted)).toEqual([1])
})

test('many views leave in calls of at most fifty', async () => {
  const { tab, posted, later } = setUp()
  const analytics = tab()
  for (let id = 1; id <= 120; id++) analytics.seen(deal(id))
  for (let round = 0; round < 3; round++) await later(3000)
  expect(posted.map((batch) => batch.length)).toEqual([50, 50, 20])
})

test('tabs share one session', async () => {
  const { tab, posted, later } = setUp()
  tab().seen(deal(1))
  tab().seen(deal(2))
  await later(3000)
  expect(new Set(posted.flat().map((event) => event.session_id))).toEqual(new Set(['session-1']))
})

test('another person is another session, in which a thing counts again', async () => {
  const { tab, posted, world, later } = setUp()
  const analytics = tab()
  analytics.seen(deal(1))
  await later(3000)
  world.userId = null
  analytics.seen(deal(1))
  await later(3000)
  expect(posted.flat().map((event) => [event.session_id, event.userId])).toEqual([
    ['session-1', 7],
    ['session-2', null],
  ])
})

test('where storage is blocked the page has a session of its own', async () => {
  const { tab, posted, later } = setUp({
    storage: () => {
      throw new Error('blocked')
    },
  })
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.seen(deal(2))
  await later(3000)
  expect(new Set(posted.flat().map((event) => event.session_id)).size).toBe(1)
})

const LAST: UiSession = { id: 'a', userId: 7, createdAt: 0, activityStart: 0, lastActivity: HOUR_MS }
test.each([
  ['two hours idle go on', 7, 3 * HOUR_MS, 'a'],
  ['more than two do not', 7, 3 * HOUR_MS + 1, 'new'],
  ['another person does not', 8, HOUR_MS + 1, 'new'],
  ['a logout does not', null, HOUR_MS + 1, 'new'],
  ['a clock that was set back does not', 7, 0, 'new'],
])('%s with the session', (_name, userId, nowMs, id) => {
  const session = sessionAt(LAST, { userId, nowMs, newId: () => 'new' })
  expect(session).toMatchObject({ id, userId, lastActivity: nowMs })
})

test('without consent a deal counts as seen, once, and nobody can tell by whom or what else they saw', async () => {
  const { tab, posted, world, later } = setUp()
  world.views = 'without identity'
  const analytics = tab()
  analytics.seen(deal(1))
  analytics.seen(deal(1))
  analytics.seen(deal(2))
  analytics.seen({ propertyId: 2, imageId: 5 })
  await later(3000)
  expect(ids(posted)).toEqual([1, 2])
  expect(posted.flat().map(({ userId }) => userId)).toEqual([null, null])
  expect(new Set(posted.flat().map(({ session_id }) => session_id)).size).toBe(2)
  expect(localStorage.length).toBe(0)
})

test('what was seen under a yes that was taken back is not sent', async () => {
  const { tab, posted, world, later } = setUp()
  const analytics = tab()
  analytics.seen(deal(1))
  world.views = 'without identity'
  await later(3000)
  expect(posted).toEqual([])
})
