/** The stores of the seller app against random schedules, as in tests/marketplace/buyer/live-state. */
import { describe, it, test } from 'vitest'
import { expectFreshAfter, expectNeverStale, type OpenStore } from '../../buyer/live-state/play.ts'
import { company, memberIdentity } from './company.ts'
import { chats, notes, offerBook, readMarks, thread } from './inbox.ts'
import { buyers, deals, offers, requests, reviews, today, visits } from './work.ts'

const STORES: Record<string, OpenStore> = {
  Buyers: buyers,
  'The list of conversations': chats,
  'The open thread': thread,
  'The read marks of the open thread': readMarks,
  'The offers of the open thread': offerBook,
  'Internal notes': notes,
  Today: today,
  Requests: requests,
  Offers: offers,
  Deals: deals,
  'The company': company,
  'The identity check of a member': memberIdentity,
  Reviews: reviews,
  'Open houses': visits,
}

/** The newest page of the thread, and again once the line is up. */
const OPENED = [['answer'], ['rejoin'], ['answer']] as const

/** The three lists, and again once the line is up. */
const REVIEWS_READ = [['rejoin'], ...Array.from({ length: 6 }, () => ['answer'] as const)] as const

test.each(Object.entries(STORES))('%s: never stale', async (_, open) => {
  await expectNeverStale(open)
})

describe('nothing in the seller app is stale', () => {
  it('when buyers are marked as read before the list had their messages', () =>
    expectFreshAfter(chats, [['change', 3], ['act', 8], ['rejoin'], ['act', 0]]))

  it('when a buyer was set aside and wrote, and both are heard after the list was loaded', () =>
    expectFreshAfter(chats, [['rejoin'], ['change', 7], ['change', 0]], false))

  it('when requests could not be loaded', () => expectFreshAfter(requests, [['fail'], ['rejoin'], ['fail']]))

  it('when an opened offer could not be loaded once', () =>
    expectFreshAfter(offers, [['fail'], ['act', 6], ['fail']]))

  it('when more messages came than a page holds', () =>
    expectFreshAfter(thread, [['answer'], ['change', 0], ['change', 0], ['change', 0], ['change', 0]]))

  it('when a message of the thread changed that is no longer on the first page', () =>
    expectFreshAfter(thread, [['answer'], ['change', 0], ['change', 0], ['change', 9]]))

  it('when a message changed after it was read for older ones, and before they were shown', () =>
    expectFreshAfter(thread, [['answer'], ['act', 0], ['handle'], ['change', 9], ['rejoin']], false))

  it('when a buyer reads a message while its thread is opened', () =>
    expectFreshAfter(readMarks, [...OPENED, ['act', 2], ['handle'], ['change', 3], ['deliver']], false))

  it('when a buyer reads a message that is being read for older ones', () =>
    expectFreshAfter(readMarks, [...OPENED, ['act', 0], ['handle'], ['change', 9], ['deliver']], false))

  it('when an offer moves while its thread is opened', () =>
    expectFreshAfter(offerBook, [...OPENED, ['act', 2], ['handle'], ['change', 1], ['deliver']], false))

  it('when an offer moves that is being read with older messages', () =>
    expectFreshAfter(offerBook, [...OPENED, ['act', 0], ['handle'], ['change', 9], ['deliver']], false))

  it.each([
    ['a review is changed', 0],
    ['a buyer writes a review', 1],
    ['an offer is closed whose buyer may be reviewed', 2],
  ] as const)('when %s after the reviews were read', (_, change) =>
    expectFreshAfter(reviews, [...REVIEWS_READ, ['change', change]]),
  )

  it('when a note is deleted before its author has the answer', () =>
    expectFreshAfter(notes, [['answer'], ['answer'], ['act', 0], ['handle'], ['change', 5]]))
})
