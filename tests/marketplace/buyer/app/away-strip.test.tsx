// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { AwayStrip } from '#marketplace/buyer/app/away-strip.tsx'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'

afterEach(() => vi.unstubAllGlobals())

test.each<[string, UserState, boolean]>([
  ['a buyer', { phase: 'user', user: eg.user() }, true],
  ['a visitor', { phase: 'visitor' }, false],
  ['who is not known yet', { phase: 'unreachable', failure: { kind: 'offline' } }, false],
])('only who has favorites reads that they are kept: %s', async (_, who, isPromised) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body)
  const services = {
    connection: { isOnline: signal(false), onBack: () => () => {} },
    user: { state: signal(who), load: async () => {} },
  } as unknown as Services
  await act(() =>
    root.render(
      <ServicesProvider services={services}>
        <AwayStrip className="" />
      </ServicesProvider>,
    ),
  )
  const words = document.querySelector('[role=status]')?.textContent ?? ''
  expect(words).toMatch(/^Plat can’t be reached\. Reconnecting…/)
  expect(words.includes('Favorites')).toBe(isPromised)
  await act(() => root.unmount())
})
