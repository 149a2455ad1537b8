/** What pages with deals need beyond the shell's services; fetched with the first of them. */
import { createContext, use, useContext } from 'react'
import type { AddressesStore } from './addresses-store.ts'
import type { DealMarksStore } from './deal-marks-store.ts'
import type { DealTrail } from './deal-trail.ts'
import type { DealsStore } from './deals-store.ts'
import type { FavouritesStore } from './favourites-store.ts'
import type { FeedSeen } from './feed-seen.ts'
import type { MatchStore } from './match-store.ts'
import type { OffersStore } from './offers-store.ts'
import type { WatchDeal } from './watch-deal.ts'

export interface DealServices {
  readonly deals: DealsStore
  readonly favourites: FavouritesStore
  readonly addresses: AddressesStore
  readonly offers: OffersStore
  readonly matches: MatchStore
  readonly marks: DealMarksStore
  readonly feedSeen: FeedSeen
  /** The list a deal was opened from. */
  readonly trail: DealTrail
  /** Live news of one deal. */
  readonly watchDeal: WatchDeal
}

/** Filled by the app; a promise, because the stores are a chunk of their own. */
export const DealServicesContext = createContext<(() => Promise<DealServices>) | null>(null)

/** Suspends until the stores are there. */
export function useDealServices(): DealServices {
  const load = useContext(DealServicesContext)
  if (!load) throw new Error('DealServicesContext is missing')
  return use(load())
}
