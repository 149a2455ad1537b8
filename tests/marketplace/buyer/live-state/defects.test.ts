/** What once left a screen stale, each as a short schedule. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createLazyLive } from '#marketplace/buyer/platform/services.ts'
import type { Live } from '#marketplace/kit/live.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { addressesStore, requestList } from './addresses.ts'
import { bell } from './bell.ts'
import { dealList } from './deal-list.ts'
import { dealPage, feed, marks, matches, openHouses, visitList } from './deals.ts'
import { flush } from './live-world.ts'
import { offersStore, walletStore } from './money-and-offers.ts'
import { company, favouritesPage, hearts, identity, reviews, savedSearches } from './person.ts'
import { expectFreshAfter } from './play.ts'

beforeAll(async () => {
  await Promise.all([
    import('#marketplace/buyer/platform/deal-marks-calls.ts'),
    import('#marketplace/buyer/platform/match-calls.ts'),
    import('#shared/contract/account.ts'),
    import('#shared/api/client.ts'),
  ])
})

describe('nothing is stale', () => {
  it('after another login on the same page: offers', () => expectFreshAfter(offersStore, [['relogin']]))
  it('after another login on the same page: the wallet', () => expectFreshAfter(walletStore, [['relogin']]))

  it('when an offer is sent in another tab: the wallet', () =>
    expectFreshAfter(walletStore, [
      ['rejoin'],
      ['answer'],
      ['answer'],
      ['answer'],
      ['answer'],
      ['change', 2],
    ]))

  it('when the answer about one address comes after a live decision about another', () =>
    expectFreshAfter(addressesStore, [['answer'], ['act', 1], ['handle'], ['change', 1]]))

  it('when the requests could not be loaded once', () =>
    expectFreshAfter(requestList, [['rejoin'], ['answer'], ['answer', 1], ['fail'], ['fail'], ['fail']]))

  it('when a notification came while the socket was away and the bell was open', () =>
    expectFreshAfter(bell, [['answer'], ['act', 0], ['answer'], ['change', 0]]))

  it('when an earlier page of the bell was read on another device', () =>
    expectFreshAfter(bell, [
      ...([['rejoin'], ['answer'], ['answer'], ['act', 0], ['answer'], ['act', 2], ['answer']] as const),
      ...([['change', 5], ['deliver']] as const),
    ]))

  it('when the deals could not be brought up to date once', () =>
    expectFreshAfter(dealList, [['answer'], ['change', 0], ['rejoin'], ['time', 1], ['fail']]))

  it('when more deals fit at once than a page of the feed holds', () =>
    expectFreshAfter(feed, [['answer'], ['change', 8]]))

  it('when hidden deals could not be loaded once', () => expectFreshAfter(marks, [['fail']]))

  it('when another tab answers about a deal while answers are loaded', () =>
    expectFreshAfter(matches, [['answer'], ['handle'], ['change', 1]]))

  it('when a deal could not be loaded once', () => expectFreshAfter(dealPage, [['fail']]))

  it('when the open houses of a deal could not be loaded once', () =>
    expectFreshAfter(openHouses, [['change', 0], ['rejoin'], ['fail']]))

  it('when registrations could not be loaded once', () =>
    expectFreshAfter(visitList, [['rejoin'], ['fail', 3]]))

  it('when a heart is pressed in another tab while the profile loads', () =>
    expectFreshAfter(hearts, [['handle'], ['change', 0]]))

  it('when the favorites could not be loaded once', () => expectFreshAfter(favouritesPage, [['fail']]))

  it('when the identity check moved and the profile could not be loaded once', () =>
    expectFreshAfter(identity, [['answer'], ['change', 0], ['rejoin'], ['fail']]))

  it('when a search is renamed twice at once and one answer is late', () =>
    expectFreshAfter(savedSearches, [['answer'], ['act', 0], ['act', 0], ['handle'], ['change', 1]]))

  it('when reviews could not be loaded once', () =>
    expectFreshAfter(reviews, [['rejoin'], ['answer'], ['fail'], ['answer'], ['fail']]))

  it('when a company could not be loaded once', () => expectFreshAfter(company, [['fail']]))
})

it('Code of live updates that did not load is fetched again', async () => {
  const clock = createFakeClock()
  const followed: string[] = []
  let loads = 0
  const live: Live = {
    follow({ what }) {
      followed.push(what)
      return () => {}
    },
  }
  const load = async () => {
    if (loads++ === 0) throw new TypeError('Failed to fetch')
    return live
  }
  createLazyLive(load, clock).follow({ what: 'Offers', channel: String, onSubscribed() {}, listen() {} })
  await flush()
  clock.advance(60_000)
  await flush()
  expect(followed).toEqual(['Offers'])
})
