import { expect, test, vi } from 'vitest'
import { createPageLoader } from '#marketplace/app/page-loader.ts'
import { mayReload } from '#marketplace/platform/reload-guard.ts'
import type { Route } from '#marketplace/platform/route.ts'
import { systemClock } from '#shared/lib/clock.ts'

test.each([
  ['nothing was reloaded yet', null, true],
  ['another path was', { path: '/b', atMs: 9_000 }, true],
  ['this path was, long ago', { path: '/a', atMs: 0 }, true],
  ['this path was, a moment ago', { path: '/a', atMs: 9_000 }, false],
])('a lost chunk reloads the page when %s: %o → %s', (_name, last, expected) => {
  expect(mayReload(last, '/a', 10_000)).toBe(expected)
})

test('a page keeps its component, so that its state outlives a change of the query', () => {
  const route: Route = { path: '/a', title: 'A', load: () => Promise.resolve({ default: () => null }) }
  const loader = createPageLoader({
    clock: systemClock,
    storage: () => {
      throw new Error('blocked')
    },
    location: { pathname: '/a', reload: vi.fn() },
    isOnline: () => true,
  })
  expect(loader.pageOf(route)).toBe(loader.pageOf(route))
})

test('fetching a page ahead swallows a failure, which waits for the visit', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')))
  const loader = createPageLoader({
    clock: systemClock,
    storage: () => sessionStorage,
    location: { pathname: '/a', reload: vi.fn() },
    isOnline: () => true,
  })
  loader.prefetch({ path: '/a', title: 'A', load })
  await Promise.resolve()
  expect(load).toHaveBeenCalledOnce()
})
