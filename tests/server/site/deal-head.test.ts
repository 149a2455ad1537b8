/** The head of a deal's page as the server writes it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appDocument } from '#server/site/app-document.ts'
import type { DealSummary } from '#server/site/deal-head.ts'
import { dealHead } from '#server/site/deal-head.ts'

const ORIGIN = 'https://plat.example'
const SUMMARY: DealSummary = {
  id: 7,
  status: 'available',
  isListed: true,
  revision: 42,
  address: 'Bellevue, WA 98008',
  street: null,
  city: 'Bellevue',
  state: 'WA',
  zip: '98008',
  price: 1_130_000,
  arv: 1_591_549,
  beds: 4,
  baths: 2.5,
  sqft: 2480,
  yearBuilt: 1974,
  publishedAt: new Date('2026-06-01T12:00:00Z'),
}

let app: string
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'plat-head-'))
  await writeFile(
    join(app, 'index.html'),
    '<head>\n<!-- head: here --><title>Plat</title><!-- /head -->\n</head>',
  )
})
afterAll(() => rm(app, { recursive: true, force: true }))

const documentOf = async (path: string, summary: DealSummary | null) =>
  appDocument({ app, path, origin: ORIGIN, dealOf: async (id) => (id === '7' ? summary : null) })

test('a link to a deal says where it is, what it costs and what share of its ARV that is', () => {
  const { title, description } = dealHead(SUMMARY, ORIGIN)
  expect(title).toBe('Bellevue, WA 98008 · 4 bd · $1,130,000 · 71.0% of ARV')
  expect(description).toBe(
    'Off-market deal in Bellevue, WA: 4 bd, 2.5 ba, 2,480 sq ft, built in 1974. Asking $1,130,000. ARV $1,591,549. Spread $461,549.',
  )
})

test('a price above the ARV is said as what it is', () => {
  expect(dealHead({ ...SUMMARY, arv: 1_000_000 }, ORIGIN).title).toContain('113.0% of ARV')
})

test('a deal of which little is known says that, and nothing that is not a number', () => {
  const unknown = { price: null, arv: null, beds: null, baths: null, sqft: null, yearBuilt: null }
  const head = dealHead({ ...SUMMARY, ...unknown, publishedAt: null }, ORIGIN)
  expect(head.title).toBe('Bellevue, WA 98008')
  expect(head.description).toBe('Off-market deal in Bellevue, WA.')
  expect(JSON.stringify(head)).not.toMatch(/null,|NaN|undefined/)
})

test.each(['/deal/7', '/property/7', '/property/7/bellevue', '/p/7'])(
  '%s has one canonical address, a picture and data for search engines',
  async (path) => {
    const document = await documentOf(path, SUMMARY)
    expect(document?.status).toBe(200)
    expect(document?.html).toContain('<link rel="canonical" href="https://plat.example/property/7" />')
    expect(document?.html).toContain(
      '<meta property="og:image" content="https://plat.example/og/deal/7.png?v=42" />',
    )
    expect(document?.html).toContain('<meta name="twitter:card" content="summary_large_image" />')
    const data = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(document?.html ?? '')?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'RealEstateListing',
      url: 'https://plat.example/property/7',
      offers: { price: 1_130_000, availability: 'https://schema.org/InStock' },
      mainEntity: { numberOfBedrooms: 4, address: { addressLocality: 'Bellevue' } },
    })
  },
)

test('a hidden street is in no part of the head; a shown one is', () => {
  expect(JSON.stringify(dealHead(SUMMARY, ORIGIN))).not.toContain('streetAddress')
  const shown = { ...SUMMARY, street: '9 Elm St', address: '9 Elm St, Bellevue, WA 98008' }
  expect(dealHead(shown, ORIGIN).title).toMatch(/^9 Elm St, Bellevue/)
  expect(JSON.stringify(dealHead(shown, ORIGIN).data)).toContain('"streetAddress":"9 Elm St"')
})

test('a draft and a deal that was taken down are found by nobody', async () => {
  const document = await documentOf('/deal/7', { ...SUMMARY, isListed: false })
  expect(document?.status).toBe(200)
  expect(document?.html).toContain('<meta name="robots" content="noindex, nofollow" />')
  expect(document?.html).not.toMatch(/canonical|og:image|ld\+json/)
})

test('a deal there is not is a real 404', async () => {
  const document = await documentOf('/property/8', SUMMARY)
  expect(document?.status).toBe(404)
  expect(document?.html).toContain('<title>Page Not Found · Plat</title>')
})

test('what a seller wrote ends neither a tag nor the data', async () => {
  const document = await documentOf('/deal/7', { ...SUMMARY, address: '</script><b>"9" Elm' })
  expect(document?.html).not.toContain('<b>')
  expect(document?.html.match(/<\/script>/g)).toHaveLength(1)
})
