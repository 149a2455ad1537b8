// @vitest-environment happy-dom

import { signal } from '@preact/signals-core'
import { act, type ReactNode, Suspense, use } from 'react'
import { expect, test, vi } from 'vitest'
import { EntryOverlays } from '#marketplace/buyer/app/entry-notices.tsx'
import LoginPage from '#marketplace/buyer/features/login/login-page.tsx'
import { readArrival } from '#marketplace/buyer/platform/auth-link.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { loginWithToken, socialLogin } from '#shared/contract/account.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { render } from '#tests/support/render.tsx'

function Late({ until }: { until: Promise<void> }) {
  use(until)
  return null
}

/** Renders a page at an address. React discards the first render because a sibling suspends. */
async function showTwice(address: string, page: ReactNode) {
  const asked: unknown[] = []
  const services = {
    arrival: readArrival({
      location: new URL(address, 'https://plat.example'),
      history: { state: null, replaceState() {} },
    } as unknown as Window),
    connection: { code: (load: () => unknown) => load() },
    user: { state: signal({ phase: 'unknown' }) },
    referral: { get: () => ({ attachAccountId: null }) },
    loginPrompt: { isOpen: signal(false), asked: signal({}), follow() {} },
    entryApi: ({ path }: { path: string }, { body }: { body: object }) => {
      asked.push([path, body])
      return new Promise(() => {})
    },
  } as unknown as Services
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await render(
    <ServicesProvider services={services}>
      <Suspense>
        {page}
        <Late until={late} />
      </Suspense>
    </ServicesProvider>,
  )
  await act(async () => arrive())
  return asked
}

test('a login by a network is finished when React discards the first render of the page', async () => {
  const asked = await showTwice('/login?code=xyz&state=plat-id.abc', <LoginPage />)
  const token = 'code=xyz&state=plat-id.abc'
  expect(asked).toEqual([[socialLogin.path, { network: 'plat-id', token, terms_version: TERMS_VERSION }]])
})

test('so is a login by an e-mailed link', async () => {
  const asked = await showTwice('/?email_confirm=1&auth_token=abc', <EntryOverlays />)
  await vi.waitFor(() => expect(asked).toEqual([[loginWithToken.path, { auth_token: 'abc' }]]))
})
