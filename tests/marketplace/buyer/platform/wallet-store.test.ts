import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { createWalletStore } from '#marketplace/buyer/platform/create-wallet-store.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { getWallet } from '#shared/contract/money.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const live = createFakeRealtime()
  const state = signal<UserState>({ phase: 'user', user: eg.user({ id: 7 }) })
  const said: string[] = []
  const heard = new Map<string, (data: unknown) => void>()
  const server = createFakeApi()
  const holds = (balance_cents: number) => server.on(getWallet, { data: { balance_cents } })
  holds(248_000)
  const store = createWalletStore({
    api: server.api,
    clock: createFakeClock(),
    user: { state },
    live: liveOver(live),
    tabBroadcast: {
      say: (topic) => said.push(topic),
      on(topic, handler) {
        heard.set(topic, handler)
        return () => {}
      },
    },
  })
  return { store, live, state, said, heard, server, holds }
}

const balanceOf = ({ store }: ReturnType<typeof setUp>) => {
  const state = store.wallet.value
  return state.phase === 'ready' ? state.value.balanceCents : state.phase
}

it('a change in another tab asks again for what is shown, and for nothing else', async () => {
  const world = setUp()
  await world.store.loadWallet()
  world.holds(100)
  world.heard.get('wallet')?.(null)
  await settled()
  expect([balanceOf(world), world.server.names()]).toEqual([100, ['getWallet', 'getWallet']])
})

it('figures that are known stand when a later question is not answered', async () => {
  const world = setUp()
  await world.store.loadWallet()
  world.server.failure = OFFLINE
  await world.store.loadWallet()
  expect(balanceOf(world)).toBe(248_000)
})

it('the first question that is not answered says so', async () => {
  const world = setUp()
  world.server.failure = OFFLINE
  await world.store.loadWallet()
  expect(balanceOf(world)).toBe('failed')
})

it('who logs out leaves no figures behind', async () => {
  const world = setUp()
  await world.store.loadWallet()
  world.state.value = { phase: 'visitor' }
  expect(balanceOf(world)).toBe('loading')
})

it('what is done here is told to the other tabs', () => {
  const world = setUp()
  world.store.changed()
  expect([world.said, world.store.changes.value]).toEqual([['wallet'], 1])
})

it('two who follow share one socket, and news asks again', async () => {
  const world = setUp()
  await world.store.loadWallet()
  const ends = [world.store.follow(), world.store.follow()]
  await settled()
  world.live.subscribe()
  world.holds(5)
  world.live.send('WalletUpdated', { payment_id: 3 })
  await settled()
  expect([balanceOf(world), world.live.made]).toEqual([5, 1])
  for (const end of ends) end()
  const asked = world.server.calls.length
  world.live.send('WalletUpdated', { payment_id: 4 })
  await settled()
  expect(world.server.calls).toHaveLength(asked)
})
