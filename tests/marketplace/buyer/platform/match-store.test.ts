/** How deals match the person who looks: asked for at login, moved by answers, and nobody else's. */
import { signal } from '@preact/signals-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createMatchStore } from '#marketplace/buyer/platform/create-match-store.ts'
import type { DealsState } from '#marketplace/buyer/platform/deals-store.ts'
import { createTabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { listBuyBoxes } from '#shared/contract/buy-box.ts'
import {
  giveMatchFeedback,
  listMatchFeedback,
  type MatchFeedbackWire,
  withdrawMatchFeedback,
} from '#shared/contract/match-feedback.ts'
import { createDealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** At 50% of its ARV, at 85%, and over what is a must. */
const TABLE = parseDealList(
  wireOf([
    plainDeal({ id: 1, price: 100_000, arv_estimate: 200_000, zip: '76701', score: 0.2 }),
    plainDeal({
      id: 2,
      price: 170_000,
      arv_estimate: 200_000,
      zip: '76704',
      score: 0.9,
      bedrooms: 3,
      property_type_id: 1,
    }),
    plainDeal({ id: 3, price: 400_000, arv_estimate: 900_000, score: 0.3 }),
    plainDeal({ id: 4, price: 500_000, arv_estimate: 900_000, score: 0.6 }),
  ]),
)
const BOX = {
  id: 5,
  name: 'Flips',
  mode: 'manual',
  is_paused: false,
  notify: 'daily',
  geotags: [],
  learned: null,
  criteria: [{ key: 'price', max: 300_000, is_hard: true, is_locked: true, source: 'manual' }],
  created_at: '2026-01-01T00:00:00Z',
}
function setUp(given: { boxes?: object[]; user?: UserState } = {}) {
  const server = createFakeApi()
  const saves = (...data: Pick<MatchFeedbackWire, 'property_id' | 'reason'>[]) => {
    server.on(listMatchFeedback, { data })
    return { data }
  }
  saves()
  server.on(listBuyBoxes, { data: given.boxes ?? [BOX] })
  server.on(giveMatchFeedback, ({ params, body }) => saves({ property_id: params.property, ...body }))
  server.on(withdrawMatchFeedback, () => saves())
  const user = signal<UserState>(given.user ?? { phase: 'user', user: eg.user({ id: 7 }) })
  const state: DealsState = {
    phase: 'ready',
    table: TABLE,
    engine: createDealEngine(TABLE),
    asOfMs: 0,
    isFresh: true,
  }
  const store = createMatchStore({
    api: server.api,
    user: { state: user },
    deals: { state: signal(state) },
    log: { warn() {}, error() {} },
    tabBroadcast: createTabBroadcast(() => null),
  })
  ends.push(store.dispose)
  return { store, server, user }
}

describe('the scores of who has a buy box', () => {
  it('are those of its matches; what is no match has none', async () => {
    const { store } = setUp()
    await store.load()
    // 25 for the money, and 45 of the 75 that nothing is asked of; then a margin half of what is full: 25 × 0.75.
    expect([1, 2, 3, 99].map((id) => store.scores.value?.get(id))).toEqual([0.7, 0.64, null, undefined])
  })

  it('put matches first and all others behind them in the order for everybody', async () => {
    const { store } = setUp()
    await store.load()
    const context = { nowMs: 0, favourites: new Set<number>(), center: null, scores: store.scores.value }
    const engine = createDealEngine(TABLE)
    const idsOf = (rows: Uint32Array) => Array.from(rows, (row) => TABLE.numbers.id[row])
    const sort = { key: 'score', descending: true } as const
    expect(idsOf(engine.run(DEFAULT_FILTER, sort, context).rows)).toEqual([1, 2, 4, 3])
    const least = { ...DEFAULT_FILTER, ranges: { score: { min: 0 } } }
    expect(idsOf(engine.run(least, sort, context).rows)).toEqual([1, 2])
  })

  it('put what fits all that is asked before what scores more and falls short', async () => {
    const rich = {
      ...BOX,
      id: 6,
      name: 'Rich',
      criteria: [
        { key: 'price', min: 150_000, max: 200_000, is_hard: true, is_locked: true, source: 'manual' },
        { key: 'beds', min: 3, is_locked: true, source: 'manual' },
        { key: 'property_types', any_of: ['1'], is_locked: true, source: 'manual' },
      ],
    }
    const { store } = setUp({ boxes: [BOX, rich] })
    await store.load()
    const { scores } = store
    // The second meets all but the margin of the box that asks for much: 21 + 19 + 15 + 15 + 6.
    expect([1, 2].map((id) => scores.value?.get(id))).toEqual([0.7, 0.76])
    const context = { nowMs: 0, favourites: new Set<number>(), center: null, scores: scores.value }
    const sort = { key: 'score', descending: true } as const
    const { rows } = createDealEngine(TABLE).run(DEFAULT_FILTER, sort, context)
    expect(Array.from(rows.slice(0, 2), (row) => TABLE.numbers.id[row])).toEqual([1, 2])
  })

  it('move with an answer, and are as before when it is taken back', async () => {
    const { store } = setUp()
    await store.load()
    expect(await store.decline(1, 'area')).toBe(true)
    expect(store.scores.value?.get(1)).toBeLessThan(0.7)
    expect(store.profile.value?.declined.get(1)).toBe('area')
    expect(await store.takeBack(1)).toBe(true)
    expect(store.scores.value?.get(1)).toBe(0.7)
  })

  it('stay when an answer is not saved', async () => {
    const { store, server } = setUp()
    await store.load()
    server.failure = OFFLINE
    expect(await store.decline(1, 'area')).toBe(false)
    await store.load()
    expect(store.scores.value?.get(1)).toBe(0.7)
  })

  it('go with the one they belong to', async () => {
    const { store, user } = setUp()
    await store.load()
    user.value = { phase: 'visitor' }
    expect(store.scores.value).toBeNull()
  })
})

describe('who has no buy box in use', () => {
  it.each([
    { name: 'without any', boxes: [] },
    { name: 'with a paused one', boxes: [{ ...BOX, is_paused: true }] },
  ])('$name has the scores the server says, or none', async ({ boxes }) => {
    const { store, user } = setUp({ boxes })
    await store.load()
    expect(store.scores.value).toBeNull()
    user.value = { phase: 'user', user: eg.user({ id: 7, scores: new Map([[2, 0.4]]) }) }
    expect(store.scores.value?.get(2)).toBe(0.4)
  })

  it.each([
    { name: 'without any', given: { boxes: [] }, isWithout: true },
    { name: 'with a paused one', given: { boxes: [{ ...BOX, is_paused: true }] }, isWithout: false },
    { name: 'a visitor', given: { user: { phase: 'visitor' } as UserState }, isWithout: false },
  ])('is known to have none at all once the boxes were asked for: $name', async ({ given, isWithout }) => {
    const { store } = setUp(given)
    expect(store.isWithoutBox.value).toBe(false)
    await store.load()
    expect(store.isWithoutBox.value).toBe(isWithout)
  })

  it('a visitor is asked nothing', async () => {
    const { store, server } = setUp({ user: { phase: 'visitor' } })
    await store.load()
    expect(server.names()).toEqual([])
  })

  it('who asks twice at once asks once', async () => {
    const { store, server } = setUp()
    await Promise.all([store.load(), store.load()])
    expect(server.names()).toEqual(['listBuyBoxes', 'listMatchFeedback'])
  })
})
