// @vitest-environment happy-dom
/** The withdrawals of the wallet. */
import { signal } from '@preact/signals-core'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { WithdrawalList } from '#marketplace/buyer/features/wallet/withdrawal-list.tsx'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { render } from '#tests/support/render.tsx'

test('withdrawals that could not be loaded are named by their heading', async () => {
  const wallet = Promise.resolve({ changes: signal(0) })
  const services = {
    api: () => Promise.reject(new ApiError('withdrawals', { kind: 'offline' })),
    connection: { isOnline: signal(true), onBack: () => () => {} },
    wallet: () => wallet,
  } as unknown as Services
  const box = await render(
    <ServicesProvider services={services}>
      <Suspense>
        <WithdrawalList customerId={1} />
      </Suspense>
    </ServicesProvider>,
  )
  await vi.waitFor(() => expect(String(box.textContent)).toContain('cannot be reached'))
  expect(box.querySelector('h2')?.textContent).toBe('Withdrawals')
})
