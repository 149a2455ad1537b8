/** Since when deals are new: the person's own visits on every device, the browser's for a visitor. */
import { signal } from '@preact/signals-core'
import { afterEach, expect, test, vi } from 'vitest'
import { followVisit } from '#marketplace/buyer/features/browse/marks/follow-visit.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'

const HOUR = 3_600_000
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** This browser was used three hours ago, by whomever. */
function setUp(state: UserState, visit: () => Promise<number | null | undefined>) {
  const kept = new Map([['plat.deals-visit', JSON.stringify({ beforeMs: null, lastMs: 7 * HOUR })]])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
  const user = { state: signal(state) }
  const newSinceMs = signal<number | null>(null)
  const clock = { now: () => 10 * HOUR }
  ends.push(followVisit({ user, marks: { visit }, clock, storage: () => storage, newSinceMs }))
  return { user, newSinceMs }
}
const DANA: UserState = { phase: 'user', user: eg.user({ id: 7 }) }

test('of who is logged in the server knows it, whatever this browser was used for', async () => {
  const { newSinceMs } = setUp(DANA, async () => 2 * HOUR)
  expect(newSinceMs.value).toBeNull()
  await vi.waitFor(() => expect(newSinceMs.value).toBe(2 * HOUR))
})

test('on their first visit nothing is new, also where somebody else was before', async () => {
  const { newSinceMs } = setUp(DANA, async () => null)
  await Promise.resolve()
  expect(newSinceMs.value).toBeNull()
})

test('a visitor’s visits are those of this browser, and so are anybody’s while the server does not answer', async () => {
  expect(setUp({ phase: 'visitor' }, async () => 1).newSinceMs.value).toBe(7 * HOUR)
  const { newSinceMs } = setUp(DANA, async () => undefined)
  await vi.waitFor(() => expect(newSinceMs.value).toBe(7 * HOUR))
})

test('nothing is asked before it is known who looks, and an answer for who has left is dropped', async () => {
  let asked = 0
  const { user, newSinceMs } = setUp({ phase: 'unknown' }, async () => {
    asked++
    return 5
  })
  expect(asked).toBe(0)
  user.state.value = DANA
  user.state.value = { phase: 'visitor' }
  await Promise.resolve()
  expect([asked, newSinceMs.value]).toEqual([1, 7 * HOUR])
})
