// @vitest-environment happy-dom
/** What is shown instead of something that could not be loaded. */
import { signal } from '@preact/signals-core'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { PageFailed } from '#marketplace/buyer/ui/page-state.tsx'
import { render } from '#tests/support/render.tsx'

const REASON = 'Plat cannot be reached. Check your connection.'
const retry = () => {}
const part = <LoadFailed onRetry={retry}>{REASON}</LoadFailed>
const page = (
  <PageFailed title="Wallet" onRetry={retry}>
    {REASON}
  </PageFailed>
)

const isOnline = signal(true)
const services = { connection: { isOnline, onBack: () => () => {} } } as unknown as Services

async function words(element: ReactElement): Promise<string | null | undefined> {
  const box = await render(<ServicesProvider services={services}>{element}</ServicesProvider>)
  return box.querySelector('[role=alert]')?.textContent
}

test.each([
  ['a part of a page', part, 'This appears when Plat can be reached again.'],
  ['a page', page, 'This page opens when Plat can be reached again.'],
])(
  '%s gives the reason, and leaves it to the strip that the server is away',
  async (_what, element, later) => {
    isOnline.value = true
    expect(await words(element)).toBe(REASON)
    isOnline.value = false
    expect(await words(element)).toBe(later)
  },
)
