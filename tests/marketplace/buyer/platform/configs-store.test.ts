/** The settings of the installation: asked for once, and after a failure until they come. */
import { expect, test } from 'vitest'
import { createConfigsStore } from '#marketplace/buyer/platform/configs-store.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

function open() {
  const server = createFakeApi()
  const clock = createFakeClock()
  const log = { warn() {}, error() {} }
  return { server, clock, store: createConfigsStore({ api: server.api, log, clock }) }
}

test('are asked for once, however many ask', async () => {
  const { server, store, clock } = open()
  server.on(getConfigs, { platform_fee: 1500, offers_per_deposit_limit: 3 })
  await Promise.all([store.load(), store.load()])
  await store.load()
  expect([store.value.value?.platform_fee, server.calls.length, clock.timers]).toEqual([1500, 1, 0])
})

test('come by themselves when the server is back', async () => {
  const { server, clock, store } = open()
  server.on(getConfigs, OFFLINE)
  expect(await store.load()).toBeNull()
  expect(await store.load()).toBeNull()
  expect([server.calls.length, clock.timers]).toEqual([2, 1])
  server.on(getConfigs, { platform_fee: 1500 })
  clock.advance(4000)
  await expect.poll(() => store.value.value?.platform_fee).toBe(1500)
  expect(clock.timers).toBe(0)
})
