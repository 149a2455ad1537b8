import { expect, test, vi } from 'vitest'
import { createPageLoader } from '#marketplace/buyer/app/page-loader.ts'
import { mayReload } from '#marketplace/buyer/platform/reload-guard.ts'
import type { Route } from '#marketplace/buyer/platform/route.ts'
import { systemClock } from '#shared/lib/clock.ts'

test.each([
  ['nothing was reloaded yet', null, true],
  ['another path was', { path: '/b', atMs: 9_000 }, true],
  ['this path was, long ago', { path: '/deals', atMs: 0 }, true],
  ['this path was, a moment ago', { path: '/deals', atMs: 9_000 }, false],
])('a lost chunk reloads the page when %s: %o → %s', (_name, last, expected) => {
  expect(mayReload(last, '/deals', 10_000)).toBe(expected)
})

test('a page keeps its component, so that its state outlives a change of the query', () => {
  const route: Route = { path: '/deals', title: 'A', load: () => Promise.resolve({ default: () => null }) }
  const loader = createPageLoader({
    clock: systemClock,
    storage: () => {
      throw new Error('blocked')
    },
    location: { pathname: '/deals', reload: vi.fn() },
    connection: { code: (load) => load() },
  })
  expect(loader.pageOf(route)).toBe(loader.pageOf(route))
})

test('fetching a page ahead swallows a failure, which waits for the visit', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')))
  const loader = createPageLoader({
    clock: systemClock,
    storage: () => sessionStorage,
    location: { pathname: '/deals', reload: vi.fn() },
    connection: { code: (load) => load() },
  })
  loader.prefetch({ path: '/deals', title: 'A', load })
  await Promise.resolve()
  expect(load).toHaveBeenCalledOnce()
})
