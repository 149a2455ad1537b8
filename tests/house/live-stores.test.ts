/**
 * Who listens to events, and the property test that shows its screens are never stale: each event that a file listens to, and
 * each part of the seller app that it reaches, needs a row.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const MARKETPLACE = 'tests/marketplace/buyer/live-state/live-state.test.ts'
const DESK = 'tests/marketplace/seller/live-state/live-state.test.ts'
const WIDGET = 'tests/widget/chat/live-state.test.ts'

/** By file and event, or the handler of the seller app's line and the part it tells: the test, and the names of its rows. */
const LISTENERS: Record<string, readonly [test: string, ...rows: string[]]> = {
  'marketplace/seller/seller-events.ts textMessageInboundSent': [
    DESK,
    'The list of conversations',
    'The open thread',
    'Today',
  ],
  'marketplace/seller/seller-events.ts textMessageOutboundSent': [DESK, 'Today'],
  'marketplace/seller/seller-events.ts textMessagesRead': [DESK, 'The read marks of the open thread'],
  'marketplace/seller/seller-events.ts inquiryUpdated': [DESK, 'The open thread', 'Requests', 'Today'],
  'marketplace/seller/seller-events.ts conversationUpdated': [DESK, 'The list of conversations', 'Today'],
  'marketplace/seller/seller-events.ts notesUpdated': [DESK, 'Internal notes'],
  'marketplace/seller/seller-events.ts memberIdentityUpdated': [DESK, 'The identity check of a member'],
  'marketplace/seller/seller-events.ts offerUpdated': [
    DESK,
    'The offers of the open thread',
    'Offers',
    'Today',
  ],
  'marketplace/seller/seller-events.ts reviewUpdated': [DESK, 'Reviews'],
  'marketplace/seller/seller-events.ts openHouseUpdated': [DESK, 'Open houses'],
  'marketplace/seller/live-line.ts onRead open.markRead': [DESK, 'The read marks of the open thread'],
  'marketplace/seller/live-line.ts onMessage heard.onMessage': [
    DESK,
    'The list of conversations',
    'The open thread',
  ],
  'marketplace/seller/live-line.ts onMessage today.heard': [DESK, 'Today'],
  'marketplace/seller/live-line.ts onRequest requests.load': [DESK, 'Requests'],
  'marketplace/seller/live-line.ts onRequest today.heard': [DESK, 'Today'],
  'marketplace/seller/live-line.ts onRequest open.refresh': [DESK, 'The open thread'],
  'marketplace/seller/live-line.ts onNotes notes.heard': [DESK, 'Internal notes'],
  'marketplace/seller/live-line.ts onConversation rows.hear': [DESK, 'The list of conversations'],
  'marketplace/seller/live-line.ts onConversation rows.load': [DESK, 'The list of conversations'],
  'marketplace/seller/live-line.ts onConversation today.heard': [DESK, 'Today'],
  'marketplace/seller/live-line.ts onOffer open.hearOffer': [DESK, 'The offers of the open thread'],
  'marketplace/seller/live-line.ts onOffer offers.heard': [DESK, 'Offers'],
  'marketplace/seller/live-line.ts onOffer today.heard': [DESK, 'Today'],
  'marketplace/seller/live-line.ts onOffer reviews.refresh': [DESK, 'Reviews'],
  'marketplace/seller/live-line.ts onReview reviews.refresh': [DESK, 'Reviews'],
  'marketplace/seller/live-line.ts onVisit visits.refresh': [DESK, 'Open houses'],
  'marketplace/seller/live-line.ts onIdentity company.identity.refresh': [
    DESK,
    'The identity check of a member',
  ],
  'marketplace/seller/live-line.ts onSubscribed rows.load': [DESK, 'The list of conversations'],
  'marketplace/seller/live-line.ts onSubscribed requests.load': [DESK, 'Requests'],
  'marketplace/seller/live-line.ts onSubscribed offers.refresh': [DESK, 'Offers'],
  'marketplace/seller/live-line.ts onSubscribed today.heard': [DESK, 'Today'],
  'marketplace/seller/live-line.ts onSubscribed reviews.refresh': [DESK, 'Reviews'],
  'marketplace/seller/live-line.ts onSubscribed visits.refresh': [DESK, 'Open houses'],
  'marketplace/seller/live-line.ts onSubscribed notes.load': [DESK, 'Internal notes'],
  'marketplace/seller/live-line.ts onSubscribed open.refresh': [
    DESK,
    'The open thread',
    'The read marks of the open thread',
    'The offers of the open thread',
  ],
  'marketplace/seller/live-line.ts onSubscribed company.identity.refresh': [
    DESK,
    'The identity check of a member',
  ],
  'marketplace/buyer/app/deal-screen.tsx watchDeal': [MARKETPLACE, 'The page of a deal'],
  'marketplace/buyer/features/feed/feed-page.tsx feedUpdated': [MARKETPLACE, 'The feed'],
  'marketplace/buyer/features/home/feed-deals.tsx feedUpdated': [MARKETPLACE, 'The feed on home'],
  'marketplace/buyer/features/notifications/bell.tsx notificationsUpdated': [MARKETPLACE, 'The bell'],
  'marketplace/buyer/features/offers/make-offer.tsx watchDeal': [
    MARKETPLACE,
    'The deal of an offer being written',
  ],
  'marketplace/buyer/features/offers/offer-standing.tsx onNews': [
    MARKETPLACE,
    'The deposit and the offers beside a deal',
  ],
  'marketplace/buyer/features/offers/one-offer.tsx onNews': [MARKETPLACE, 'The page of an offer'],
  'marketplace/buyer/features/open-houses/open-houses-partition.tsx openHouseUpdated': [
    MARKETPLACE,
    'Registrations for open houses',
  ],
  'marketplace/buyer/features/open-houses/open-houses-section.tsx openHouseUpdated': [
    MARKETPLACE,
    'The open houses of a deal',
  ],
  'marketplace/buyer/features/reviews/reviews-partition.tsx reviewUpdated': [MARKETPLACE, 'Reviews'],
  'marketplace/buyer/features/saved-searches/saved-searches-partition.tsx savedSearchesUpdated': [
    MARKETPLACE,
    'Saved searches',
  ],
  'marketplace/buyer/features/home/waiting.tsx openHouseUpdated': [
    MARKETPLACE,
    'Registrations for open houses',
  ],
  'marketplace/buyer/features/home/waiting.tsx savedSearchesUpdated': [MARKETPLACE, 'Saved searches'],
  'marketplace/buyer/features/offers/offer-standing.tsx walletUpdated': [
    MARKETPLACE,
    'The deposit and the offers beside a deal',
  ],
  'marketplace/buyer/features/profile/overview-partition.tsx openHouseUpdated': [
    MARKETPLACE,
    'Registrations for open houses',
  ],
  'marketplace/buyer/platform/create-addresses-store.ts inquiryUpdated': [
    MARKETPLACE,
    'Addresses',
    'The list of requests',
  ],
  'marketplace/buyer/platform/create-offers-store.ts offerUpdated': [MARKETPLACE, 'Offers'],
  'marketplace/buyer/platform/create-wallet-store.ts walletUpdated': [MARKETPLACE, 'The wallet'],
  'marketplace/buyer/platform/create-wallet-store.ts offerUpdated': [MARKETPLACE, 'The wallet'],
  'marketplace/buyer/platform/follow-deals.ts propertyUpdated': [MARKETPLACE, 'All deals'],
  'marketplace/buyer/platform/identity-updates.ts customerIdvStatusUpdated': [
    MARKETPLACE,
    'The identity check',
  ],
  'marketplace/buyer/platform/message-updates.ts textMessageOutboundSent': [
    MARKETPLACE,
    'The count of unread messages',
  ],
  'marketplace/buyer/platform/message-updates.ts textMessagesRead': [
    MARKETPLACE,
    'The count of unread messages',
  ],
  'widget/chat/live-updates.ts textMessageInboundSent': [WIDGET, 'messenger', 'thread'],
  'widget/chat/live-updates.ts textMessageOutboundSent': [WIDGET, 'messenger', 'thread'],
  'widget/chat/live-updates.ts inquiryUpdated': [WIDGET, 'messenger', 'thread'],
  'widget/chat/live-updates.ts offerUpdated': [WIDGET, 'messenger', 'thread'],
  'widget/chat/live-updates.ts textMessagesSeen': [WIDGET, 'messenger', 'thread'],
  'widget/chat/live-updates.ts textMessagesRead': [WIDGET, 'messenger', 'thread'],
}

/** Pass on what others listen to. */
const MECHANISMS = ['marketplace/buyer/platform/use-live-news.ts', 'marketplace/buyer/platform/watch-deal.ts']
const LINE = 'marketplace/seller/live-line.ts'

/** An event by name, or the mechanism that chooses it. */
const LISTENS = /\bchannel\.listen\((\w+)|\buseLiveNews\(\{[^}]*?\bevent: (\w+)|\b(watchDeal)\(|\.(onNews)\(/g

test('each event that is listened to is in a property test of stale screens', () => {
  const files = ['marketplace', 'widget'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  const listeners = files
    .filter((file) => !MECHANISMS.includes(file))
    .flatMap((file) =>
      [...read(file).matchAll(LISTENS)].map((found) => [file, found.slice(1).join('')].join(' ')),
    )
  expect([...listeners, ...toldBySellerLine()].sort()).toEqual(Object.keys(LISTENERS).sort())
})

test('each handler of the seller app’s line tells a part that has a row', () => {
  const [, line = ''] =
    /interface SellerLine \{([\s\S]*?)\n\}/.exec(read('marketplace/seller/seller-events.ts')) ?? []
  const handlers = [...line.matchAll(/^ {2}(on\w+)\(/gm)].map(([, name]) => name)
  const told = toldBySellerLine().map((one) => one.split(' ')[1])
  // How the connection is: the session's.
  expect(handlers.filter((name) => name !== 'onState').sort()).toEqual([...new Set(told)].sort())
})

/** What changes live, by the endpoint that answers it, and how a file that asks for it hears of that. */
const LIVE_ANSWERS = {
  listOffers: /\bofferUpdated\b|\bchanges\.value\b/,
  listRegistrations: /\bopenHouseUpdated\b/,
  listSavedSearches: /\bsavedSearchesUpdated\b/,
  getWallet: /\bwalletUpdated\b/,
  getOfferGate: /\bwalletUpdated\b/,
}

/** Files that ask for a page that listens, and one that asks at the moment of an act. */
const HEARD_BY: Record<string, string | null> = {
  'marketplace/buyer/features/open-houses/visit-list.ts':
    'marketplace/buyer/features/open-houses/open-houses-partition.tsx',
  'marketplace/buyer/platform/searches-model.ts':
    'marketplace/buyer/features/saved-searches/saved-searches-partition.tsx',
  'marketplace/buyer/features/offers/offer-setup.ts': 'marketplace/buyer/features/offers/offer-standing.tsx',
  // At each step of a confirmation.
  'marketplace/buyer/features/offers/confirm-model.ts': null,
}

test('a page of the buyer app that asks for what changes live hears of it', () => {
  const deaf = readdirSync(new URL('marketplace/buyer', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `marketplace/buyer/${file}`)
    .flatMap((file) => {
      const text = read(file)
      const by = file in HEARD_BY ? HEARD_BY[file] : file
      return Object.entries(LIVE_ANSWERS)
        .filter(
          ([name, hears]) => new RegExp(`\\bapi\\(\\s*${name}\\b`).test(text) && by && !hears.test(read(by)),
        )
        .map(([name]) => `${file} ${name}`)
    })
  expect(deaf).toEqual([])
})

const CHANNELS =
  /\bchannel: \(prefix\) => (\w+Channel)\(|\bchannel\.listen\((\w+)|\buseLiveNews\(\{[^}]*?\bevent: (\w+)/g

test('each event that the buyer app listens to is sent on the channel that it follows', () => {
  const sent = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(`server/${file}`))
  const isSent = (event: string, channel: string) => {
    const names =
      channel === 'customerChannel' ? /\b(?:customerChannel|messageChannels)\(/ : /\bsessionChannel\(/
    return sent.some((text) => names.test(text) && new RegExp(`\\b${event}\\b`).test(text))
  }
  const files = readdirSync(new URL('marketplace/buyer', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `marketplace/buyer/${file}`)
    .filter((file) => !MECHANISMS.includes(file))
  const wrong = files.flatMap((file) => {
    let followed = ''
    return [...read(file).matchAll(CHANNELS)].flatMap(([, channel, heard, news]) => {
      if (channel) followed = channel
      const [event, on] = news ? [news, 'sessionChannel'] : [heard, followed]
      return event && on && !isSent(event, on) ? [`${file} ${event} on ${on}`] : []
    })
  })
  expect(wrong).toEqual([])
})

/** Events that a file with the account's channel does not send there: by file and event, with the reason. */
const NOT_TO_ACCOUNTS: Record<string, string> = {
  'server/messaging/messenger.ts textMessagesSeen': 'Buyers hear it: the account has read their messages.',
  'server/core/realtime/routes.ts customerIdvStatusUpdated':
    'Names what an impersonated buyer does not hear.',
}

test('each event that is sent on an account’s channel is listened to by the seller’s app', () => {
  const [, all = ''] =
    /REALTIME_EVENTS = \[([\s\S]*?)\]/.exec(read('shared/contract/realtime-events.ts')) ?? []
  const isEvent = new Set(all.match(/\w+/g))
  const sent = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/${file}`)
    .filter((file) => /\baccountChannel\(/.test(read(file)))
    .flatMap((file) => {
      const names = new Set(read(file).match(/\w+/g))
      return [...names].filter((name) => isEvent.has(name)).map((name) => `${file} ${name}`)
    })
  expect(sent).toEqual(expect.arrayContaining(Object.keys(NOT_TO_ACCOUNTS)))
  const heard = [...read('marketplace/seller/seller-events.ts').matchAll(LISTENS)].map(([, name]) => name)
  const due = sent.filter((one) => !(one in NOT_TO_ACCOUNTS)).map((one) => one.split(' ')[1])
  expect([...new Set(due)].sort()).toEqual(heard.sort())
})

test.each(Object.entries(LISTENERS))('%s has its rows', (_, [file, ...rows]) => {
  const text = read(file)
  for (const row of rows) expect(text).toMatch(new RegExp(`'?${row}'?: \\w+|[{,] ${row}[, ]`))
})

const EVENTS = Object.entries(LISTENERS).filter(([listener]) =>
  /^\S+ \w+(?:Updated|Sent|Read|Seen)$/.test(listener),
)

test.each(EVENTS)('%s is sent in its property test', (listener, [file]) => {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const texts = readdirSync(new URL(folder, ROOT)).map((name) => read(folder + name))
  expect(texts.join('\n')).toContain(`.send(${listener.split(' ')[1]},`)
})

/** By file, handler, and call: what each of them does to the parts of the app, whatever it looks up. */
function toldBySellerLine(): string[] {
  const text = read(LINE)
  const [, parts = ''] = /interface LiveParts \{([\s\S]*?)\n\}/.exec(text) ?? []
  const names = [...parts.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  const calls = new RegExp(`\\b(?:heard|${names.join('|')})\\.(?!\\w+\\.peek\\b)[\\w.]+`, 'g')
  const [, ...handlers] = text.slice(text.indexOf('export function lineInto')).split(/^ {4}(?=on\w+\b)/m)
  return handlers.flatMap((body) =>
    [...body.matchAll(calls)].map(([call]) => `${LINE} ${/^\w+/.exec(body)?.[0]} ${call}`),
  )
}

function read(file: string) {
  return readFileSync(new URL(file, ROOT), 'utf8')
}
