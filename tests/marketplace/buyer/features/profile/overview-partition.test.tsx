// @vitest-environment happy-dom
/** The first page of the profile, with its real stores over a server that answers for it. */
import { signal } from '@preact/signals-core'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import OverviewPartition from '#marketplace/buyer/features/profile/overview-partition.tsx'
import { createWalletStore } from '#marketplace/buyer/platform/create-wallet-store.ts'
import { type DealServices, DealServicesContext } from '#marketplace/buyer/platform/deal-services.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { getSmartBuyBox, listGeotags } from '#shared/contract/buy-box.ts'
import { getWallet } from '#shared/contract/money.ts'
import { listRegistrations } from '#shared/contract/open-houses.ts'
import { listProofsOfFunds } from '#shared/contract/proof-of-funds.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, nothing } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'
import { doing, render } from '#tests/support/render.tsx'

async function overview(depositCents: number) {
  const server = createFakeApi()
  for (const endpoint of [listGeotags, getSmartBuyBox, listProofsOfFunds, listRegistrations])
    server.on(endpoint, nothing)
  const holds = (deposit_cents: number) => server.on(getWallet, { data: { deposit_cents } })
  holds(depositCents)
  const me = eg.user({ id: 7 })
  const heard = new Map<string, (data: unknown) => void>()
  const around = {
    api: server.api,
    clock: createFakeClock(),
    live: liveOver(createFakeRealtime()),
    user: { state: signal<UserState>({ phase: 'user', user: me }) },
    tabBroadcast: {
      say() {},
      on(topic: string, handler: (data: unknown) => void) {
        heard.set(topic, handler)
        return () => {}
      },
    },
  }
  const wallet = Promise.resolve(createWalletStore(around))
  const services = {
    ...around,
    configs: { value: signal(null), load: async () => {} },
    connection: { isOnline: signal(true), onBack: () => () => {} },
    wallet: () => wallet,
  } as unknown as Services
  const offers = {
    state: signal({ phase: 'ready', offers: [] }),
    load: async () => {},
    follow: () => () => {},
  }
  const stores = Promise.resolve({ offers } as unknown as DealServices)
  const box = await render(
    <ServicesProvider services={services}>
      <DealServicesContext value={() => stores}>
        <Suspense>
          <OverviewPartition user={me} />
        </Suspense>
      </DealServicesContext>
    </ServicesProvider>,
  )
  const rows = () => [...box.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
  await vi.waitFor(() => expect(rows().join()).toContain('Pay the refundable deposit'))
  return { server, heard, holds, rows }
}

test('the wallet is asked for once, for all parts of the page that show something of it', async () => {
  const { server, rows } = await overview(50_000)
  expect(rows()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Pay the refundable deposit.*Done$/),
      'Deposit$500 held',
      'DepositDone',
    ]),
  )
  expect(server.of(getWallet)).toHaveLength(1)
})

test('a deposit that is paid in another tab is in all of them', async () => {
  const { heard, holds, rows } = await overview(0)
  expect(rows()).toEqual(expect.arrayContaining(['DepositNone', 'DepositAdd: Deposit']))
  holds(50_000)
  await doing(() => heard.get('wallet')?.(null))
  await vi.waitFor(() =>
    expect(rows()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Pay the refundable deposit.*Done$/),
        'Deposit$500 held',
        'DepositDone',
      ]),
    ),
  )
})
