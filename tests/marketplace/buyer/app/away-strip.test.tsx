// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { BuyerAwayStrip } from '#marketplace/buyer/app/away-strip.tsx'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'
import { render } from '#tests/support/render.tsx'

test.each<[string, UserState, boolean]>([
  ['a buyer', { phase: 'user', user: eg.user() }, true],
  ['a visitor', { phase: 'visitor' }, false],
  [
    'a person whom the server has not named yet',
    { phase: 'unreachable', failure: { kind: 'offline' } },
    false,
  ],
])('only a person who has favorites reads that they are kept: %s', async (_, who, isPromised) => {
  const services = {
    connection: { isOnline: signal(false), onBack: () => () => {} },
    user: { state: signal(who), load: async () => {} },
  } as unknown as Services
  const box = await render(
    <ServicesProvider services={services}>
      <BuyerAwayStrip className="" />
    </ServicesProvider>,
  )
  const words = box.querySelector('[role=status]')?.textContent ?? ''
  expect(words).toMatch(/^Plat can’t be reached\. Reconnecting…/)
  expect(words.includes('Favorites')).toBe(isPromised)
})
