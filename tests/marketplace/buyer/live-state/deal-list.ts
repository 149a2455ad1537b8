/** The list of all deals, which every page shares, as a store under test. */
import { createDealsStore } from '#marketplace/buyer/platform/create-deals-store.ts'
import { createTableReader } from '#marketplace/buyer/platform/deals-reader.ts'
import { followDeals } from '#marketplace/buyer/platform/follow-deals.ts'
import { propertyUpdated } from '#shared/contract/events.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import type { OpenStore } from './play.ts'

export const dealList: OpenStore = (world) => {
  const deals = new Map([1, 2, 3].map((id) => [id, { price: 100, changed: 0 }]))
  const removed = new Map<number, number>()
  let revision = 0
  const answer = (since: string | null) => {
    const from = Number(since ?? -1)
    const rows = [...deals].filter(([, { changed }]) => changed > from)
    const wire = wireOf(
      rows.map(([id, { price }]) => plainDeal({ id, price })),
      {
        cursor: String(revision),
        is_delta: since !== null,
        all_count: deals.size,
        removed: since === null ? [] : [...removed].flatMap(([id, at]) => (at > from ? [id] : [])),
      },
    )
    return new TextEncoder().encode(JSON.stringify(wire))
  }
  const store = createDealsStore({
    fetchDeals: ({ since }) =>
      world.call('listProperties', () => ({ kind: 'body', body: answer(since), etag: null })),
    readTable: createTableReader(() => {
      throw new Error('There are no workers here.')
    }),
    copies: { read: async () => null, write: async () => {}, drop: async () => {} },
    clock: world.clock,
    log: world.log,
    whenIdle() {},
  })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  const follow = () => followDeals({ ...world, deals: store, window: page, document: page, random: () => 0 })
  let end = () => {}
  void store.load().then(() => {
    end = follow()
  })
  return {
    changes: [
      (which) => {
        deals.set(1 + which, { price: 100 + ++revision, changed: revision })
        removed.delete(1 + which)
        world.send(propertyUpdated, { id: 1 + which })
      },
      (which) => {
        deals.delete(1 + which)
        removed.set(1 + which, ++revision)
        world.send(propertyUpdated, { id: 1 + which })
      },
    ],
    acts: [() => store.refresh(), () => page.dispatchEvent(new Event('focus'))],
    shown() {
      const state = store.state.value
      if (state.phase !== 'ready') return state.phase
      const { id, price } = state.table.numbers
      return Array.from(id, (one, row) => `${one} $${price[row]}`).sort()
    },
    // Where the first load failed, the page offers another.
    truth: () =>
      store.state.value.phase === 'failed'
        ? 'failed'
        : [...deals].map(([id, { price }]) => `${id} $${price}`).sort(),
    dispose: () => end(),
  }
}
