// @vitest-environment happy-dom
/** The page of a deal that does not exist. */
import { signal } from '@preact/signals-core'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import DealScreen from '#marketplace/buyer/app/deal-screen.tsx'
import { type DealServices, DealServicesContext } from '#marketplace/buyer/platform/deal-services.ts'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { render } from '#tests/support/render.tsx'

const ROUTE = {} as PageProps['route']

test('it has a heading also while the code of what it says is on its way', async () => {
  const services = {
    api: () => new Promise(() => {}),
    user: { state: signal({ phase: 'visitor' }) },
    connection: { isOnline: signal(true), code: () => new Promise(() => {}), onBack: () => () => {} },
    title: { page: signal('Deal'), set() {} },
  } as unknown as Services
  const stores = Promise.resolve({
    deals: { state: signal({ phase: 'loading' }) },
    trail: { first: () => null },
    addresses: { requests: signal(new Map()) },
  } as unknown as DealServices)
  const box = await render(
    <ServicesProvider services={services}>
      <DealServicesContext value={() => stores}>
        <Suspense fallback="The page is on its way">
          <DealScreen params={{ id: 'gone' }} route={ROUTE} />
        </Suspense>
      </DealServicesContext>
    </ServicesProvider>,
  )
  expect(box.textContent).not.toContain('The page is on its way')
  expect(box.querySelectorAll('h1')).toHaveLength(1)
})
