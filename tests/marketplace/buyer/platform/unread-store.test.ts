import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { createUnreadStore } from '#marketplace/buyer/platform/unread-store.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { UNREAD_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const loggedIn = (unreadTotal: number, id = 1): UserState => ({
  phase: 'user',
  user: eg.user({ id, unreadTotal }),
})

function setUp(state: UserState) {
  const user = signal(state)
  const refresh = vi.fn(async () => {})
  const time = createFakeClock()
  const adopt = (unreadTotal: number) => {
    const { value } = user
    if (value.phase === 'user') user.value = { phase: 'user', user: { ...value.user, unreadTotal } }
  }
  return { user, refresh, time, store: createUnreadStore({ user, adopt, refresh, clock: time }) }
}

test('the count starts from what the user call says', () => {
  expect(setUp(loggedIn(3)).store.count.value).toBe(3)
})

test('a visitor has nothing unread', () => {
  const { user, store } = setUp(loggedIn(3))
  user.value = { phase: 'visitor' }
  expect(store.count.value).toBe(0)
})

test('a mounted messenger counts, and an older answer of the server does not overrule it', () => {
  const { user, store } = setUp(loggedIn(3))
  store.follow()
  store.report(1)
  user.value = loggedIn(3)
  expect(store.count.value).toBe(1)
})

test('another person on the same page starts from their own count', () => {
  const { user, store } = setUp(loggedIn(3))
  store.follow()
  store.report(1)
  user.value = loggedIn(8, 2)
  expect(store.count.value).toBe(8)
})

test('what a messenger says after a log out is not shown', () => {
  const { user, store } = setUp(loggedIn(3))
  user.value = { phase: 'visitor' }
  store.report(5)
  expect(store.count.value).toBe(0)
})

test('the count never falls below zero', () => {
  const { store } = setUp(loggedIn(3))
  store.report(-1)
  expect(store.count.value).toBe(0)
})

test('coming back to the window asks again, but not at every glance', () => {
  const { store, refresh, time } = setUp(loggedIn(3))
  store.focusGained()
  expect(refresh).toHaveBeenCalledTimes(0)
  time.advance(UNREAD_REFRESH_GAP_MS)
  store.focusGained()
  store.focusGained()
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('coming back asks nothing while a messenger counts live, and again when it has left', () => {
  const { store, refresh, time } = setUp(loggedIn(3))
  const leave = store.follow()
  store.report(3)
  time.advance(UNREAD_REFRESH_GAP_MS)
  store.focusGained()
  expect(refresh).toHaveBeenCalledTimes(0)
  leave()
  store.focusGained()
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a visitor who comes back is not asked about', () => {
  const { store, refresh, time } = setUp({ phase: 'visitor' })
  time.advance(UNREAD_REFRESH_GAP_MS)
  store.focusGained()
  expect(refresh).not.toHaveBeenCalled()
})

test('a message that comes is counted at once, and by the messenger alone while one is mounted', () => {
  const { store } = setUp(loggedIn(3))
  store.heard()
  expect(store.count.value).toBe(4)
  const leave = store.follow()
  store.report(5)
  store.heard()
  expect(store.count.value).toBe(5)
  leave()
  store.heard()
  expect(store.count.value).toBe(6)
})

test('a message that comes before the messenger has counted is counted, and stays counted when it leaves', () => {
  const { store, refresh, time } = setUp(loggedIn(3))
  const leave = store.follow()
  store.heard()
  expect(store.count.value).toBe(4)
  time.advance(1000)
  expect(refresh).toHaveBeenCalledTimes(1)
  leave()
  expect(store.count.value).toBe(4)
})

test('what the messenger counted last stays when something else of the user changes', () => {
  const { user, store } = setUp(loggedIn(3))
  const leave = store.follow()
  store.report(1)
  leave()
  const { value } = user
  if (value.phase === 'user') user.value = { phase: 'user', user: { ...value.user, company: 'Whitfield' } }
  expect(store.count.value).toBe(1)
})

test('what was read elsewhere is asked for, once for several events', () => {
  const { store, refresh, time } = setUp(loggedIn(3))
  store.changed()
  store.changed()
  time.advance(1000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('while a messenger is mounted nothing is asked', () => {
  const { store, refresh, time } = setUp(loggedIn(3))
  store.follow()
  store.report(3)
  expect(store.hasMessenger.value).toBe(true)
  store.changed()
  time.advance(1000)
  expect(refresh).not.toHaveBeenCalled()
})
