/** Who listens to events, and the property test that shows its screens are never stale: a new listener needs a row of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const MARKETPLACE = 'tests/marketplace/buyer/live-state/live-state.test.ts'
const DESK = 'tests/marketplace/seller/live-state.test.ts'
const WIDGET = 'tests/widget/chat/live-state.test.ts'

/** By file: the test, and the names of its rows. */
const LISTENERS: Record<string, readonly [test: string, ...rows: string[]]> = {
  'marketplace/seller/seller-store.ts': [DESK, 'chats', 'requests', 'offers', 'thread'],
  'marketplace/seller/seller-events.ts': [DESK, 'chats', 'requests', 'offers', 'thread'],
  'marketplace/buyer/app/deal-screen.tsx': [MARKETPLACE, 'The page of a deal'],
  'marketplace/buyer/features/feed/feed-page.tsx': [MARKETPLACE, 'The feed'],
  'marketplace/buyer/features/notifications/bell.tsx': [MARKETPLACE, 'The bell'],
  'marketplace/buyer/features/offers/make-offer.tsx': [MARKETPLACE, 'The deal of an offer being written'],
  'marketplace/buyer/features/offers/offer-standing.tsx': [
    MARKETPLACE,
    'The deposit and the offers beside a deal',
  ],
  'marketplace/buyer/features/offers/one-offer.tsx': [MARKETPLACE, 'The page of an offer'],
  'marketplace/buyer/features/open-houses/open-houses-partition.tsx': [
    MARKETPLACE,
    'Registrations for open houses',
  ],
  'marketplace/buyer/features/open-houses/open-houses-section.tsx': [
    MARKETPLACE,
    'The open houses of a deal',
  ],
  'marketplace/buyer/features/reviews/reviews-partition.tsx': [MARKETPLACE, 'Reviews'],
  'marketplace/buyer/features/saved-searches/saved-searches-partition.tsx': [MARKETPLACE, 'Saved searches'],
  'marketplace/buyer/platform/create-addresses-store.ts': [MARKETPLACE, 'Addresses', 'The list of requests'],
  'marketplace/buyer/platform/create-offers-store.ts': [MARKETPLACE, 'Offers'],
  'marketplace/buyer/platform/create-wallet-store.ts': [MARKETPLACE, 'The wallet'],
  'marketplace/buyer/platform/follow-deals.ts': [MARKETPLACE, 'All deals'],
  'marketplace/buyer/platform/identity-updates.ts': [MARKETPLACE, 'The identity check'],
  'marketplace/buyer/platform/message-updates.ts': [MARKETPLACE, 'The count of unread messages'],
  'widget/chat/live-updates.ts': [WIDGET, 'messenger', 'thread'],
}

/** Pass on what others listen to. */
const MECHANISMS = ['marketplace/buyer/platform/use-live-news.ts', 'marketplace/buyer/platform/watch-deal.ts']

const LISTENS = /\bchannel\.listen\(|\buseLiveNews\(|\bwatchDeal\(|\blistenAsSeller\(|\.onNews\(/

test('whoever listens to events is in a property test of stale screens', () => {
  const listeners = ['marketplace', 'widget']
    .flatMap((folder) =>
      readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => `${folder}/${file}`),
    )
    .filter((file) => LISTENS.test(read(file)) && !MECHANISMS.includes(file))
  expect(listeners.sort()).toEqual(Object.keys(LISTENERS).sort())
})

test.each(Object.entries(LISTENERS))('%s has its rows', (_, [file, ...rows]) => {
  const text = read(file)
  for (const row of rows) expect(text).toMatch(new RegExp(`'?${row}'?: \\w+|[{,] ${row}[, ]`))
})

const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
