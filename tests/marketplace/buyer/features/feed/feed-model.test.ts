/** The feed while it is looked at: what is new first, nothing moves by itself, and nothing that was seen is lost. */
import { signal } from '@preact/signals-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createFeedModel, type FeedModel } from '#marketplace/buyer/features/feed/feed-model.ts'
import { createFeedSeen } from '#marketplace/buyer/platform/feed-seen.ts'
import { createTabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { type FeedEntryWire, listFeed, markFeedSeen } from '#shared/contract/feed.ts'
import { FEED_SEEN_MAX } from '#shared/contract/match-limits.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const entry = (id: number, seen_at: string | null = null): FeedEntryWire => ({
  property_id: id,
  score: 80,
  score_version: 1,
  box: { id: 1, name: 'Flips' },
  reasons: [],
  found_at: new Date(Date.UTC(2025, 5, 1, 0, id)).toISOString(),
  seen_at,
})

/** A server with pages of two. */
function setUp(ids: number[]) {
  const clock = createFakeClock()
  const backend = createFakeApi()
  const server = { entries: ids.map((id) => entry(id)), isMatching: false }
  const isNew = (one: FeedEntryWire) => one.seen_at === null
  const newCount = () => server.entries.filter(isNew).length
  backend.on(markFeedSeen, ({ body }) => {
    for (const seen of body.property_ids)
      server.entries = server.entries.map((one) => (one.property_id === seen ? entry(seen, 'now') : one))
    return { new_count: newCount() }
  })
  backend.on(listFeed, ({ query }) => {
    const before = Number(query?.before?.split('.')[1] ?? Number.POSITIVE_INFINITY)
    const left = server.entries
      .filter((one) => isNew(one) === (query?.only === 'new') && one.property_id < before)
      .sort((a, b) => b.property_id - a.property_id)
    const data = left.slice(0, 2)
    return {
      data,
      next: left.length > 2 ? `1748736000.${data.at(-1)?.property_id}` : null,
      new_count: newCount(),
      is_matching: server.isMatching,
      is_looking: true,
    }
  })
  const heard = new Set<(event: { data: unknown }) => void>()
  const user = signal<UserState>({ phase: 'user', user: eg.user({ id: 7 }) })
  const backs: (() => void)[] = []
  const app = () =>
    createFeedSeen({
      clock,
      user: { state: user },
      connection: {
        onBack(run) {
          backs.push(run)
          return () => {}
        },
      },
    })
  const tab = (feedSeen = app()) => {
    const own = new Set<(event: { data: unknown }) => void>()
    const model = createFeedModel({
      api: backend.api,
      clock,
      feedSeen,
      log: { warn() {}, error() {} },
      tabBroadcast: createTabBroadcast(() => ({
        postMessage: (data) => {
          for (const hear of heard) if (!own.has(hear)) hear({ data })
        },
        addEventListener: (_, listener) => {
          heard.add(listener)
          own.add(listener)
        },
        close() {},
      })),
    })
    ends.push(model.dispose)
    return model
  }
  const feedSeen = app()
  return {
    model: tab(feedSeen),
    tab,
    /** The feed again, in the same tab. */
    again: () => tab(feedSeen),
    server,
    backend,
    clock,
    user,
    newCount,
    back() {
      backend.failure = null
      for (const run of backs) run()
    },
  }
}

/** Lets the answers come in. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function shown({ state }: FeedModel) {
  const now = state.value
  if (now.phase !== 'ready') return now.phase
  const ids = (entries: readonly FeedEntryWire[] | undefined) =>
    entries?.map((one) => one.property_id) ?? null
  return { fresh: ids(now.fresh.entries), earlier: ids(now.earlier?.entries) }
}

describe('the feed', () => {
  it('shows what is new, page by page, and what was seen before after the last of it', async () => {
    const { model, server } = setUp([1, 2, 3, 4])
    server.entries = server.entries.map((one) => (one.property_id === 4 ? entry(4, 'before') : one))
    await model.load()
    expect(shown(model)).toEqual({ fresh: [3, 2], earlier: null })
    await model.more()
    expect(shown(model)).toEqual({ fresh: [3, 2, 1], earlier: [4] })
    expect(model.newCount.value).toBe(3)
  })

  it('what is seen meanwhile stays where it stands, and shows once', async () => {
    const { model, clock } = setUp([1, 2, 3])
    await model.load()
    model.saw(3)
    model.saw(2)
    clock.advance(1000)
    await settled()
    expect(model.newCount.value).toBe(1)
    await model.more()
    expect(shown(model)).toEqual({ fresh: [3, 2, 1], earlier: [] })
  })

  it('keeps new deals that were shown while the next page loaded', async () => {
    const { model, server } = setUp([1, 2, 3])
    await model.load()
    const loading = model.more()
    server.entries = [...server.entries, entry(4)]
    await model.refresh()
    model.showWaiting()
    await loading
    expect(shown(model)).toEqual({ fresh: [4, 3, 2, 1], earlier: [] })
  })

  it('reports more seen deals than fit in one call, and retries once the server is back', async () => {
    const ids = Array.from({ length: FEED_SEEN_MAX + 1 }, (_, index) => index + 1)
    const { model, clock, backend } = setUp(ids)
    await model.load()
    backend.failure = OFFLINE
    for (const id of ids) model.saw(id)
    clock.advance(1000)
    await settled()
    backend.failure = null
    clock.advance(1000)
    await settled()
    expect(model.newCount.value).toBe(0)
  })

  describe('left while the server is away', () => {
    const IDS = Array.from({ length: FEED_SEEN_MAX + 50 }, (_, index) => index + 1)
    async function leave(during: 'a pause' | 'a call') {
      const scene = setUp(IDS)
      await scene.model.load()
      scene.backend.failure = OFFLINE
      for (const id of IDS) scene.model.saw(id)
      scene.clock.advance(1000)
      if (during === 'a pause') await settled()
      scene.model.dispose()
      await settled()
      expect(scene.newCount()).toBe(IDS.length)
      return scene
    }

    it.each(['a pause', 'a call'] as const)(
      'during %s saves what was seen when it is back',
      async (during) => {
        const { back, newCount } = await leave(during)
        back()
        await settled()
        expect(newCount()).toBe(0)
      },
    )

    it('saves what was seen with the next visit to it', async () => {
      const { again, backend, newCount } = await leave('a pause')
      backend.failure = null
      const model = again()
      await settled()
      expect(newCount()).toBe(0)
      await model.load()
      expect(shown(model)).toMatchObject({ fresh: [] })
    })

    it('saves nothing for the next person', async () => {
      const { back, backend, user, clock, newCount } = await leave('a pause')
      user.value = { phase: 'visitor' }
      user.value = { phase: 'user', user: eg.user({ id: 8 }) }
      const before = backend.of(markFeedSeen).length
      back()
      clock.advance(120_000)
      await settled()
      expect([newCount(), backend.of(markFeedSeen).length]).toEqual([IDS.length, before])
    })
  })

  it('tells what was seen together, once, and again when that failed', async () => {
    const { model, clock, backend } = setUp([1, 2, 3])
    await model.load()
    backend.failure = OFFLINE
    model.saw(3)
    model.saw(2)
    model.saw(3)
    clock.advance(1000)
    await settled()
    backend.failure = null
    model.saw(1)
    clock.advance(1000)
    await settled()
    expect(backend.of(markFeedSeen)).toHaveLength(2)
    expect(model.newCount.value).toBe(0)
  })

  it('what another tab has seen is not told again', async () => {
    const { model, tab, clock, backend } = setUp([1, 2])
    const other = tab()
    await Promise.all([model.load(), other.load()])
    model.saw(2)
    expect(other.seen.value.has(2)).toBe(true)
    other.saw(2)
    clock.advance(1000)
    await settled()
    expect(backend.of(markFeedSeen)).toHaveLength(1)
  })

  it('what comes meanwhile waits until it is asked for', async () => {
    const { model, server } = setUp([1, 2])
    await model.load()
    server.entries.push(entry(3))
    await model.refresh()
    expect([shown(model), model.waiting.value.map((one) => one.property_id)]).toEqual([
      { fresh: [2, 1], earlier: [] },
      [3],
    ])
    model.showWaiting()
    expect(shown(model)).toEqual({ fresh: [3, 2, 1], earlier: [] })
    expect(model.waiting.value).toEqual([])
  })

  it('what moves up from further pages as others are seen is not called new', async () => {
    const { model, server, clock } = setUp([1, 2, 3, 4, 5])
    await model.load()
    model.saw(5)
    model.saw(4)
    clock.advance(1000)
    await settled()
    server.entries.push(entry(6))
    await model.refresh()
    expect(model.waiting.value.map((one) => one.property_id)).toEqual([6])
    model.showWaiting()
    await model.more()
    expect(shown(model)).toEqual({ fresh: [6, 5, 4, 3, 2], earlier: null })
  })

  it('fills by itself while its boxes are being matched', async () => {
    const { model, server, clock } = setUp([])
    server.isMatching = true
    await model.load()
    expect(shown(model)).toEqual({ fresh: [], earlier: [] })
    server.entries.push(entry(1))
    server.isMatching = false
    clock.advance(2000)
    await settled()
    expect(shown(model)).toEqual({ fresh: [1], earlier: [] })
    expect(clock.timers).toBe(0)
  })

  it('says that it could not be loaded, and loads when asked again', async () => {
    const { model, backend } = setUp([1])
    backend.failure = OFFLINE
    await model.load()
    expect(shown(model)).toBe('failed')
    backend.failure = null
    await model.load()
    expect(shown(model)).toEqual({ fresh: [1], earlier: [] })
  })
})
