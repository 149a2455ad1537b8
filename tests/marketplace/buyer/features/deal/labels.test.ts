import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedWords } from '#marketplace/buyer/features/deal/action-card.tsx'
import { replacementFor, slugOf } from '#marketplace/buyer/features/deal/canonical.ts'
import { dealOf, factsOfCard } from '#marketplace/buyer/features/deal/deal.ts'
import { listedWords } from '#marketplace/buyer/features/deal/deal-view.tsx'
import { sizeWords } from '#marketplace/buyer/features/deal/documents.tsx'
import { countWords } from '#marketplace/buyer/features/deal/gallery.tsx'
import { historyOf } from '#marketplace/buyer/features/deal/history.tsx'
import { valueWords } from '#marketplace/buyer/features/deal/neighborhood.tsx'
import { type MarkupNode, readMarkup } from '#marketplace/buyer/features/deal/read-markup.ts'
import { photoOf } from '#marketplace/buyer/features/deal/use-photo-address.ts'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import { propertyWire } from './property-wire.ts'

const NOW_MS = Date.UTC(2026, 5, 10, 15, 0)
const ago = (hours: number) => new Date(NOW_MS - hours * 3_600_000).toISOString()

test.each([
  ['minutes', ago(0.5), 'Listed 30m ago · Deal 7'],
  ['a second', ago(0), 'Listed 1m ago · Deal 7'],
  ['hours', ago(2), 'Listed 2h ago · Deal 7'],
  ['a day', ago(30), 'Listed yesterday · Deal 7'],
  ['days', ago(24 * 12), 'Listed 12 days ago · Deal 7'],
  ['months', ago(24 * 60), 'Listed Apr 11, 2026 · Deal 7'],
  ['no time', null, 'Deal 7'],
  ['nonsense', 'soon', 'Deal 7'],
])('a deal listed %s ago says so', (_, publishedAt, words) => {
  expect(listedWords({ id: 7, publishedAt, views: 0, favourites: 0 }, NOW_MS)).toBe(words)
})

test('views and saves are told once there are any', () => {
  const words = listedWords({ id: 7, publishedAt: null, views: 1, favourites: 1204 }, NOW_MS)
  expect(words).toBe('Deal 7 · 1 view · 1,204 saves')
})

describe('the address of a deal', () => {
  const shown = { id: 9, headline: '410 Avenue L', place: 'Galveston, TX 77550', isStreetHidden: false }
  const hidden = { ...shown, isStreetHidden: true }

  test.each([
    ['the short link', '/p/9', shown, '/property/9'],
    ['a wrong slug', '/property/9/elsewhere', shown, '/property/9/410-avenue-l-galveston-tx-77550'],
    ['the right slug', '/property/9/410-avenue-l-galveston-tx-77550', shown, null],
    ['no slug', '/property/9', shown, null],
    ['a deal’s own path', '/deal/9', shown, null],
    [
      'a slug with the street of a hidden deal',
      '/property/9/410-avenue-l',
      hidden,
      '/property/9/galveston-tx-77550',
    ],
  ])('%s', (_, path, deal, to) => expect(replacementFor(path, deal)).toBe(to))

  test('an accent becomes its letter', () => {
    expect(slugOf({ ...shown, headline: 'Calle Añasco 3', place: 'Bayamón, PR 00961' })).toBe(
      'calle-anasco-3-bayamon-pr-00961',
    )
  })
})

test.each([
  ['#photo-1', 3, 0],
  ['#photo-3', 3, 2],
  ['#photo-4', 3, null],
  ['#photo-0', 3, null],
  ['#documents', 3, null],
  ['', 3, null],
])('the hash %s of %i pictures', (hash, count, index) => expect(photoOf(hash, count)).toBe(index))

test.each([
  [1, 0, '1 photo'],
  [24, 1, '24 photos, 1 video'],
  [2, 3, '2 photos, 3 videos'],
])('%i photos and %i videos', (photos, videos, words) => expect(countWords(photos, videos)).toBe(words))

test.each([
  [310_400, '310 KB'],
  [2_400_000, '2.4 MB'],
  [12, '1 KB'],
  [999_600, '1.0 MB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))

test.each([
  [{ value: 184_500, unit: 'usd' as const }, '$184,500'],
  [{ value: 142, unit: 'usd_per_sqft' as const }, '$142 / sq ft'],
  [{ value: 1, unit: 'days' as const }, '1 day'],
  [{ value: 4.2, unit: 'percent' as const }, '4.2%'],
  [{ value: 12_345, unit: 'count' as const }, '12,345'],
  [{ value: 'Zone X', unit: 'text' as const }, 'Zone X'],
])('a figure reads %o', (figure, words) => expect(valueWords(figure)).toBe(words))

test.each([
  ['listed and available', 'listed', 'available', null],
  ['pending', 'listed', 'pending', /backup offer/],
  ['sold', 'listed', 'sold', /sold/],
  ['taken down', 'removed', 'available', /no longer listed/],
  ['a preview', 'draft', 'available', /preview/],
] as const)('a deal that is %s', (_, listing, status, words) => {
  const said = closedWords({ listing, status })
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
})

test('the history tells the latest first, and how far each price went', () => {
  const rows = historyOf([
    { at: '2026-04-01T12:00:00Z', price: 200_000, kind: 'listed' },
    { at: '2026-05-01T12:00:00Z', price: 180_000, kind: 'price' },
    { at: '2026-05-20T12:00:00Z', price: 180_000, kind: 'status', status: 'pending' },
    { at: '2026-05-10T12:00:00Z', price: 189_000, kind: 'price' },
    { at: '2026-05-05T12:00:00Z', price: 180_000, kind: 'arv', arv: 260_000 },
  ])
  expect(rows.map(({ words, step }) => `${words} ${step}`.trim())).toEqual([
    'Pending −4.8%',
    'Price raised +5.0%',
    'ARV changed',
    'Price dropped −10.0%',
    'Listed',
  ])
})

describe('the words of a seller', () => {
  const textOf = (nodes: readonly MarkupNode[]): string =>
    nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')

  test('keep their paragraphs, lists and links', () => {
    const nodes = readMarkup(
      '<p>Brick &amp; <strong>vacant</strong></p>\n<ul><li>One</li></ul><a href="https://a.example/?x=1&amp;y=2">Plan</a>',
    )
    expect(nodes).toMatchObject([
      { tag: 'p', children: ['Brick & ', { tag: 'strong', children: ['vacant'] }] },
      { tag: 'ul', children: [{ tag: 'li', children: ['One'] }] },
      { tag: 'a', href: 'https://a.example/?x=1&y=2', children: ['Plan'] },
    ])
  })

  test('lose every other element, and keep its text', () => {
    const nodes = readMarkup('<p onclick="x()">Hi <script>alert(1)</script><img src=x onerror=y>there</p>')
    expect(JSON.stringify(nodes)).not.toMatch(/onclick|onerror|script|img/)
    expect(textOf(nodes)).toBe('Hi alert(1)there')
  })

  test('never break the reader', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<',
      '>',
      '&',
      '&#x41;',
      '&#9999999;',
      '<a href="',
      '">',
      '<ul><li>',
      'words',
      '</li>',
      '<br/>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(Array.isArray(readMarkup(pieces.join('')))).toBe(true)
      }),
    )
  })
})

test('what a card knows of the house is said as on the page itself', () => {
  const both = {
    price: 232_500,
    sq_footage: 1976,
    bedrooms: 4,
    bathrooms: 2,
    half_bathrooms: 1,
    lot_size: 6200,
    year_built: 1974,
    units: 2,
    condition: null,
    occupancy: null,
    repair_min: 20_000,
    repair_max: 30_000,
    entry_fee: 5000,
  }
  const closing_at = '2026-07-03T12:00:00.000Z'
  const page = { property_type: { id: 2, label: 'Townhouse' }, parking_type: { id: 3, label: 'Carport' } }
  const inList = { property_type_id: 2, parking_type_id: 3, closing_at: Date.parse(closing_at) / 1000 }
  const table = parseDealList(wireOf([plainDeal({ id: 9, ...both, ...inList })]))
  const { facts } = dealOf(propertyWire({ ...both, ...page, closing_at }))
  expect(factsOfCard(dealAt(table, 0))).toEqual(facts)
  expect(facts.map(({ name }) => name)).toContain('Closing')
})
