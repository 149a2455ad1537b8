import { expect, test, vi } from 'vitest'
import { createMessengerModel } from '#marketplace/buyer/features/messenger/messenger-model.ts'
import { OFFLINE, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const settings = { key: 'demo', prefix: 'App' }

function setUp(answers: Scripted[], define: () => Promise<void>) {
  const log = { warn: vi.fn(), error: vi.fn() }
  return createMessengerModel({ api: scriptedApi(answers).api, log, define })
}

test('the messenger is ready when its code and the realtime settings are there', async () => {
  const model = setUp([settings], async () => {})
  await model.load()
  expect(model.state.value).toEqual({ phase: 'ready', realtime: { key: 'demo', prefix: 'App' } })
})

test('code that cannot be fetched is said, and trying again fetches it again', async () => {
  const define = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue()
  const model = setUp([settings, settings], define)
  await model.load()
  expect(model.state.value).toEqual({ phase: 'failed' })
  await model.load()
  expect(model.state.value.phase).toBe('ready')
})

test('missing realtime settings are said', async () => {
  const model = setUp([OFFLINE], async () => {})
  await model.load()
  expect(model.state.value).toEqual({ phase: 'failed' })
})

test('an element that is not let in is said', async () => {
  const model = setUp([settings], async () => {})
  await model.load()
  model.refuse()
  expect(model.state.value).toEqual({ phase: 'failed' })
})
