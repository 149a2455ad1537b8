import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { followIdentity } from '#marketplace/buyer/platform/identity-updates.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'

const EVENT = 'CustomerIdvStatusUpdated'

function follow(prefix?: string) {
  const state = signal<UserState>({ phase: 'user', user: eg.user({ id: 7 }) })
  const live = createFakeRealtime()
  const adoptIdentity = vi.fn<(status: string, id: string | null) => void>()
  const load = vi.fn(async () => {})
  const stop = followIdentity({
    user: { state, adoptIdentity, load },
    live: liveOver(live, createFakeClock(), prefix),
  })
  return { state, live, adoptIdentity, load, stop }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test("a status that comes on the customer's channel updates the user", async () => {
  const { live, adoptIdentity } = follow()
  await settled()
  live.subscribe()
  expect(live.channel).toBe('App.Models.Customer.7')
  live.send(EVENT, { idv_status: 'success', idv_id: 'idv_1' })
  expect(adoptIdentity.mock.calls).toEqual([['success', 'idv_1']])
})

test('the channel is the same whatever the prefix of messages is', async () => {
  const { live } = follow('Plat')
  await settled()
  expect(live.channel).toBe('App.Models.Customer.7')
})

test('what was missed is asked for once the channel stands', async () => {
  const { live, load } = follow()
  await settled()
  expect(load).not.toHaveBeenCalled()
  live.subscribe()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed check asks for its reason, which the event does not carry', async () => {
  const { live, load } = follow()
  await settled()
  live.subscribe()
  load.mockClear()
  live.send(EVENT, { idv_status: 'failed', idv_id: 'idv_1' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('after a log out and a log in there is one listener, of the new customer', async () => {
  const { state, live, adoptIdentity } = follow()
  await settled()
  live.subscribe()
  state.value = { phase: 'visitor' }
  live.send(EVENT, { idv_status: 'success', idv_id: null })
  expect(adoptIdentity).not.toHaveBeenCalled()
  state.value = { phase: 'user', user: eg.user({ id: 8 }) }
  await settled()
  live.subscribe()
  expect([live.open, live.channel]).toEqual([1, 'App.Models.Customer.8'])
  live.send(EVENT, { idv_status: 'success', idv_id: null })
  expect(adoptIdentity).toHaveBeenCalledTimes(1)
})

test('a change of the same user does not bind again', async () => {
  const { state, live } = follow()
  await settled()
  state.value = { phase: 'user', user: eg.user({ id: 7, company: 'Whitfield Holdings' }) }
  await settled()
  expect(live.made).toBe(1)
})

test('a page that is left before the socket stands leaves none behind', async () => {
  const { live, stop } = follow()
  stop()
  await settled()
  expect(live.open).toBe(0)
})
