// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { FeedLists } from '#marketplace/buyer/features/feed/feed-lists.tsx'
import type { FeedModel } from '#marketplace/buyer/features/feed/feed-model.ts'
import { type DealServices, DealServicesContext } from '#marketplace/buyer/platform/deal-services.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { render } from '#tests/support/render.tsx'

/** The words and the links of a feed without any deal. */
async function shown({ isLooking, isWithoutBox }: { isLooking: boolean; isWithoutBox: boolean }) {
  const services = {
    connection: { code: () => new Promise(() => {}) },
    clock: createFakeClock(),
    log: { warn() {}, error() {} },
  } as unknown as Services
  const stores = Promise.resolve({
    matches: { isWithoutBox: signal(isWithoutBox) },
  } as unknown as DealServices)
  const box = await render(
    <ServicesProvider services={services}>
      <DealServicesContext value={() => stores}>
        <Suspense>
          <FeedLists
            model={{ waiting: signal([]) } as unknown as FeedModel}
            fresh={{ entries: [], next: null }}
            earlier={null}
            isMatching={false}
            isLooking={isLooking}
          />
        </Suspense>
      </DealServicesContext>
    </ServicesProvider>,
  )
  const links = [...box.querySelectorAll('a')].map((link) => [link.textContent, link.pathname])
  return { words: box.textContent ?? '', links }
}

test('a buyer without any buy box reads that there is none, and where one is made', async () => {
  const { words, links } = await shown({ isLooking: false, isWithoutBox: true })
  expect(words).toContain('You have no buy box yet')
  expect(words).not.toContain('None of your buy boxes')
  expect(links).toEqual([['Create a buy box', '/profile/buy-box']])
})

test('a buyer whose buy boxes are all paused or ask for nothing is led to them', async () => {
  const { words, links } = await shown({ isLooking: false, isWithoutBox: false })
  expect(words).toContain('None of your buy boxes is looking for deals')
  expect(links).toEqual([['Change your buy boxes', '/profile/buy-box']])
})

test('a buyer whose buy boxes are looking reads that nothing fits for now', async () => {
  const { words } = await shown({ isLooking: true, isWithoutBox: false })
  expect(words).toContain('Nothing fits your buy boxes right now.')
})
