/** Puts the stores of deals together, once, over a real browser window. A chunk of its own. */
import { effect } from '@preact/signals-core'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { createAddressesStore } from './create-addresses-store.ts'
import { createDealMarksStore } from './create-deal-marks-store.ts'
import { createDealsStore } from './create-deals-store.ts'
import { createFavouritesStore } from './create-favourites-store.ts'
import { createMatchStore } from './create-match-store.ts'
import { createOffersStore } from './create-offers-store.ts'
import { createDealCopies } from './deal-copies.ts'
import type { DealServices } from './deal-services.ts'
import { createDealTrail } from './deal-trail.ts'
import { createTableReader } from './deals-reader.ts'
import type { DealsStore } from './deals-store.ts'
import { createFeedSeen } from './feed-seen.ts'
import { createFetchDeals } from './fetch-deals.ts'
import { followDeals } from './follow-deals.ts'
import { createKeptFavourites, createKeptPresses } from './kept-presses.ts'
import type { Services } from './services.ts'
import { createWatchDeal } from './watch-deal.ts'

export function createDealServices(services: Services, window: Window & typeof globalThis): DealServices {
  const { clock, connection, log, live } = services
  const { origin } = window.location
  const storage = () => window.localStorage
  const deals = createDealsStore({
    fetchDeals: createFetchDeals({
      base: `${origin}/customer/api`,
      clock,
      fetch: (input, init) =>
        window.fetch(input, init).catch((error: unknown) => {
          void connection.check()
          throw error
        }),
    }),
    readTable: createTableReader(),
    copies: createDealCopies(() => window.indexedDB),
    clock,
    log,
    whenIdle: idleOf(window),
  })
  whenReady(deals, () =>
    followDeals({ deals, clock, live, window, document: window.document, random: Math.random }),
  )
  return {
    deals,
    favourites: createFavouritesStore({
      ...services,
      kept: createKeptFavourites(storage),
      keptPresses: createKeptPresses(storage, 'favourites'),
      toast,
    }),
    addresses: createAddressesStore(services),
    offers: createOffersStore(services),
    matches: createMatchStore({ ...services, deals }),
    marks: createDealMarksStore({ ...services, keptPresses: createKeptPresses(storage, 'hidden') }),
    feedSeen: createFeedSeen(services),
    trail: createDealTrail(),
    watchDeal: createWatchDeal(live),
  }
}

function whenReady({ state }: DealsStore, run: () => void): void {
  let isDone = false
  const stop = effect(() => {
    if (isDone || state.value.phase !== 'ready') return
    isDone = true
    run()
    queueMicrotask(() => stop())
  })
}

/** Safari has no idle callback. */
const idleOf = (window: Window) => (run: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 200)
}
