/** The seller app's store over a server with no data, for Nora, an administrator. */
import { signal } from '@preact/signals-core'
import { createKeptReplies } from '#marketplace/seller/kept-replies.ts'
import { createSellerStore } from '#marketplace/seller/seller-store.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { createFakeApi, nothing } from './fake-api.ts'
import { createFakeStores } from './fake-stores.ts'

const log = { warn() {}, error() {} }

export function sellerStore() {
  const server = createFakeApi({ others: nothing })
  const store = createSellerStore({
    api: server.api,
    member: {
      id: 1,
      name: 'Nora',
      email: 'nora@plat.example',
      role: 'administrator',
      account: { id: 1, title: 'Lone Star' },
    } as Parameters<typeof createSellerStore>[0]['member'],
    sendFile: async () => ({}),
    bar: { hash: () => '', setHash() {}, onChange: () => () => {} },
    kept: createKeptReplies({
      stores: createFakeStores().open(),
      locks: null,
      memberId: 1,
      clock: systemClock,
      log,
    }),
    connection: { isOnline: signal(true), onBack: () => () => {} },
    log,
    live: { follow: () => () => {} },
  })
  return { server, store }
}
