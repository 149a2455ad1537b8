// @vitest-environment happy-dom
/** What a page shows while the server cannot be reached. */
import { signal } from '@preact/signals-core'
import { use } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CurrentPage } from '#marketplace/buyer/app/current-page.tsx'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { render } from '#tests/support/render.tsx'

const UNREACHABLE: UserState = { phase: 'unreachable', failure: { kind: 'offline' } }
const NEVER = new Promise<never>(() => {})
const title = { set: vi.fn() }

afterEach(() => history.replaceState(null, '', '/'))

/** A page whose code is on the way. */
const Awaited = () => use(NEVER)

/** The page at the path, whose code never comes. */
async function openAt(path: string) {
  history.replaceState(null, '', path)
  const services = {
    connection: { isOnline: signal(false), code: () => NEVER, check: () => NEVER, onBack: () => () => {} },
    user: { state: signal(UNREACHABLE), load: async () => {} },
    clock: createFakeClock(),
    title,
    log: { warn() {}, error() {} },
  } as unknown as Services
  const loader = { pageOf: () => Awaited, prefetch() {} }
  await render(
    <ServicesProvider services={services}>
      <CurrentPage loader={loader} />
    </ServicesProvider>,
  )
}

const heading = () => document.querySelector('h1')?.textContent
const homeLink = () => document.querySelector('a[href="/"]')

test.each([
  ['/profile', 'Profile'],
  ['/profile/wallet', 'Wallet'],
  ['/Profile/Open-Houses/', 'Open houses'],
  ['/profile/buy-box', 'Buy box'],
  ['/for-you', 'For you'],
])('%s says that it is %s', async (path, name) => {
  await openAt(path)
  expect(heading()).toBe(name)
  expect(title.set).toHaveBeenLastCalledWith(name)
})

test('an address without a page is said to have none, and promises no page', async () => {
  await openAt('/nowhere')
  expect(heading()).toBe('Page Not Found')
  expect(document.body.textContent).toContain('Page not found: /nowhere')
  expect(document.body.textContent).not.toContain('This page opens')
})

test.each(['/login', '/register', '/reset-password/abc', '/user/unsubscribe/abc'])(
  '%s, which has no bar above it, has a way home',
  async (path) => {
    await openAt(path)
    expect(homeLink()?.textContent).toBe('Plat')
  },
)

test('a page under the bar has the way home there', async () => {
  await openAt('/help')
  expect(heading()).toBe('Help')
  expect(homeLink()).toBeNull()
})
