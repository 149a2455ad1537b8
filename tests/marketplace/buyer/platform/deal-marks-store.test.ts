/** What somebody looked at and put away: shown at once, taken back when it was not saved, and nobody else's. */
import { signal } from '@preact/signals-core'
import { afterEach, expect, test, vi } from 'vitest'
import { createDealMarksStore } from '#marketplace/buyer/platform/create-deal-marks-store.ts'
import { createKeptPresses } from '#marketplace/buyer/platform/kept-presses.ts'
import { createTabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { storageIn } from '#tests/support/storage-in.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const HIDDEN: Scripted = { data: [{ property_id: 4, hidden_at: '2026-01-01T00:00:00Z' }] }
const DONE: Scripted = { message: 'Done.' }
const SEEN: Scripted = { property_ids: [5] }

async function setUp(
  more: Scripted[],
  state: UserState = { phase: 'user', user: eg.user({ id: 7 }) },
  items = new Map<string, string>(),
) {
  const { api, calls } = scriptedApi(state.phase === 'user' ? [HIDDEN, SEEN, ...more] : more)
  const user = signal(state)
  const clock = createFakeClock()
  const keptPresses = createKeptPresses(storageIn(items), 'hidden')
  const store = createDealMarksStore({
    api,
    clock,
    user: { state: user },
    log: { warn() {}, error() {} },
    keptPresses,
    connection: { check: async () => true },
    tabBroadcast: createTabBroadcast(() => null),
  })
  ends.push(store.dispose)
  if (state.phase === 'user') await vi.waitFor(() => expect(store.hidden.value.size).toBe(1))
  return { store, user, clock, calls, kept: () => keptPresses.read(7) }
}

test('a deal that is hidden is gone at once, and is there again when that was not saved', async () => {
  const { store } = await setUp([refused(403, 'No.')])
  const saving = store.hide(9, true)
  expect([...store.hidden.value]).toEqual([4, 9])
  expect(await saving).toBe(false)
  expect([...store.hidden.value]).toEqual([4])
})

test('of quick presses on one deal the last one is the last that the server hears', async () => {
  let answer = (_: Scripted) => {}
  const first = new Promise<Scripted>((resolve) => {
    answer = resolve
  })
  const { store, calls, kept } = await setUp([first, DONE])
  const presses = [store.hide(9, true), store.hide(9, false), store.hide(9, true), store.hide(9, false)]
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect([calls[2]?.name, kept()]).toEqual(['hideDeal', [[9, false]]])
  answer(DONE)
  expect(await Promise.all(presses)).toEqual([true, true, true, true])
  expect(calls.slice(3)).toMatchObject([{ name: 'unhideDeal' }])
  expect([[...store.hidden.value], kept()]).toEqual([[4], []])
})

test('deals that two tabs have hidden without an answer are all kept for the next page', async () => {
  const items = new Map<string, string>()
  const never = new Promise<Scripted>(() => {})
  const tabs = [await setUp([never], undefined, items), await setUp([never], undefined, items)]
  void tabs[0]?.store.hide(8, true)
  void tabs[1]?.store.hide(9, true)
  expect(createKeptPresses(storageIn(items), 'hidden').read(7)).toEqual([
    [8, true],
    [9, true],
  ])
})

test('deals that were looked at are told together, each once', async () => {
  const { store, clock, calls } = await setUp([{ new_count: 0 }])
  for (const id of [8, 9, 8, 5]) store.saw(id)
  clock.advance(2000)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[2]?.body).toEqual({ property_ids: [8, 9] })
})

test('more deals than fit one call are told in several', async () => {
  const told: Scripted = { new_count: 0 }
  const { store, clock, calls } = await setUp([told, told, told])
  for (let id = 1000; id < 1250; id++) store.saw(id)
  clock.advance(2000)
  await vi.waitFor(() => expect(calls).toHaveLength(5))
  expect(calls.slice(2).map(({ body }) => (body as { property_ids: number[] }).property_ids.length)).toEqual([
    100, 100, 50,
  ])
})

test('deals that could not be told are told again, less and less often', async () => {
  const { store, clock, calls } = await setUp([OFFLINE, OFFLINE, { new_count: 0 }])
  store.saw(8)
  clock.advance(1000)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  store.saw(9)
  clock.advance(1000)
  await vi.waitFor(() => expect(calls).toHaveLength(4))
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  clock.advance(1000)
  expect(clock.timers).toBe(1)
  clock.advance(1000)
  await vi.waitFor(() => expect(calls).toHaveLength(5))
  expect(calls[4]?.body).toEqual({ property_ids: [8, 9] })
  expect(clock.timers).toBe(0)
})

test('the next person at this browser begins with nothing', async () => {
  const { store, user } = await setUp([])
  user.value = { phase: 'visitor' }
  expect([store.hidden.value.size, store.seen.value.size]).toEqual([0, 0])
})

test('a visitor asks for nothing and tells nothing', async () => {
  const { store, clock, calls } = await setUp([], { phase: 'visitor' })
  store.saw(8)
  clock.advance(2000)
  await store.load()
  expect(calls).toEqual([])
})

test('a visit is told as it is noted; nobody knows of the one before while the server does not answer', async () => {
  const before_at = '2026-01-01T00:00:00.000Z'
  const { store } = await setUp([{ before_at }, { before_at: null }, OFFLINE])
  expect(await store.visit()).toBe(Date.parse(before_at))
  expect([await store.visit(), await store.visit()]).toEqual([null, undefined])
})
