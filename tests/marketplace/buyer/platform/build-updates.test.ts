// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createBuildUpdates } from '#marketplace/buyer/platform/build-updates.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const HOUR_MS = 3_600_000

beforeEach(() => sessionStorage.clear())

function setUp(given: { running?: string | null } = {}) {
  const clock = createFakeClock()
  const world = { latest: 'one', isOnline: true, isBusy: false, path: '/a' }
  const reload = vi.fn()
  const asked = vi.fn(async () => world.latest)
  const updates = createBuildUpdates({
    clock,
    storage: () => sessionStorage,
    reload,
    path: () => world.path,
    running: given.running === undefined ? 'one' : given.running,
    latest: asked,
    isOnline: () => world.isOnline,
    isBusy: () => world.isBusy,
  })
  return { clock, world, reload, asked, updates }
}

async function withUpdate() {
  const all = setUp()
  all.world.latest = 'two'
  await all.updates.check()
  return all
}

test('the newest build is asked for hourly', async () => {
  const { clock, asked, updates, world } = setUp()
  clock.advance(HOUR_MS - 1)
  expect(asked).not.toHaveBeenCalled()
  clock.advance(1)
  expect(asked).toHaveBeenCalledOnce()
  world.latest = 'two'
  clock.advance(HOUR_MS)
  await new Promise(setImmediate)
  expect(updates.isWaiting.value).toBe(true)
})

test('looking at the tab again and again asks once a minute', async () => {
  const { clock, asked, updates } = setUp()
  await updates.check()
  await updates.check()
  expect(asked).toHaveBeenCalledOnce()
  clock.advance(60_000)
  await updates.check()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('an update reloads at the next page change and not before', async () => {
  const { reload, updates } = await withUpdate()
  expect(reload).not.toHaveBeenCalled()
  expect(updates.pageChanged('/b')).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('without an update a page change reloads nothing', async () => {
  const { reload, updates } = setUp()
  await updates.check()
  expect(updates.pageChanged('/b')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['two', 1],
  ['one', 0],
])(
  'a part that could not be fetched, with build %s the newest, reloads at the next page change %i times',
  async (latest, reloads) => {
    const { reload, updates, world } = setUp()
    await updates.check()
    world.latest = latest
    await updates.lost()
    updates.pageChanged('/b')
    expect(reload).toHaveBeenCalledTimes(reloads)
  },
)

test.each([
  ['offline', { isOnline: false }],
  ['while something is unfinished', { isBusy: true }],
])('%s nothing reloads; afterwards it does', async (_name, state) => {
  const { reload, updates, world } = await withUpdate()
  Object.assign(world, state)
  expect(updates.pageChanged('/b')).toBe(false)
  Object.assign(world, { isOnline: true, isBusy: false })
  expect(updates.pageChanged('/c')).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('a path reloads once within ten seconds', async () => {
  const { clock, updates } = await withUpdate()
  expect(updates.pageChanged('/b')).toBe(true)
  expect(updates.pageChanged('/b')).toBe(false)
  clock.advance(10_000)
  expect(updates.pageChanged('/b')).toBe(true)
})

test('the person may reload without changing the page', async () => {
  const { reload, updates } = await withUpdate()
  updates.reload()
  updates.reload()
  expect(reload).toHaveBeenCalledOnce()
})

test('a check that fails changes nothing', async () => {
  const { updates, asked } = setUp()
  asked.mockRejectedValueOnce(new Error('down'))
  await updates.check()
  expect(updates.isWaiting.value).toBe(false)
})

test('a page that names no build, as in development, asks for none', async () => {
  const { updates, asked } = setUp({ running: null })
  await updates.check()
  expect(asked).not.toHaveBeenCalled()
})
