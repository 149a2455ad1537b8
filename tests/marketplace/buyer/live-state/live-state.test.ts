/**
 * No live store shows something old in the end: whatever the order of events, calls, failures, rejoins and the person's own
 * presses, once everything is answered it shows what the server has.
 */
import { beforeAll, test } from 'vitest'
import { addressesStore, requestList } from './addresses.ts'
import { bell } from './bell.ts'
import { buyBoxes } from './buy-boxes.ts'
import { dealList } from './deal-list.ts'
import { dealPage, feed, homeFeed, marks, matches, offerDraft, openHouses, visitList } from './deals.ts'
import { offerGate, offerPage, offersStore, walletStore } from './money-and-offers.ts'
import { company, favouritesPage, hearts, identity, reviews, savedSearches, unreadCount } from './person.ts'
import { expectNeverStale, type OpenStore } from './play.ts'

const STORES: Record<string, OpenStore> = {
  Offers: offersStore,
  'The page of an offer': offerPage,
  'The deposit and the offers beside a deal': offerGate,
  'The wallet': walletStore,
  Addresses: addressesStore,
  'The list of requests': requestList,
  'The bell': bell,
  'All deals': dealList,
  'My buy box': buyBoxes,
  'The feed': feed,
  'The feed on home': homeFeed,
  'Hidden and seen deals': marks,
  Matches: matches,
  'The page of a deal': dealPage,
  'The deal of an offer being written': offerDraft,
  'The open houses of a deal': openHouses,
  'Registrations for open houses': visitList,
  Hearts: hearts,
  'The page of favorites': favouritesPage,
  'The identity check': identity,
  'The count of unread messages': unreadCount,
  'Saved searches': savedSearches,
  Reviews: reviews,
  'A followed company': company,
}

// Stores fetch these when they first call: later they are there at once.
beforeAll(async () => {
  await Promise.all([
    import('#marketplace/buyer/platform/deal-marks-calls.ts'),
    import('#marketplace/buyer/platform/match-calls.ts'),
    import('#shared/contract/account.ts'),
    import('#shared/api/client.ts'),
  ])
})

test.each(Object.entries(STORES))('%s: never stale', async (_, open) => {
  await expectNeverStale(open)
})
