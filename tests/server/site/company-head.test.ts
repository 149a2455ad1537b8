/** The head of a company page as the server writes it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appDocument } from '#server/site/app-document.ts'
import type { CompanySummary } from '#server/site/company-head.ts'
import { companyHead } from '#server/site/company-head.ts'

const ORIGIN = 'https://plat.example'
const SUMMARY: CompanySummary = {
  id: 3,
  title: 'Bayou & City',
  about: 'Small multifamily <inside> the loop.',
  logo: '/logos/bayou.svg',
  rating: 4.25,
  reviews: 12,
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

const documentOf = (path: string) =>
  appDocument({ app, path, origin: ORIGIN, companyOf: async (id) => (id === '3' ? SUMMARY : null) })

test('a link to a seller says who it is and how it is rated', async () => {
  const document = await documentOf('/company/3')
  expect(document?.status).toBe(200)
  expect(document?.html).toContain('<title>Bayou &amp; City · Plat</title>')
  expect(document?.html).toContain(
    '<meta property="og:description" content="Rated 4.3 by 12 buyers. Small multifamily &lt;inside&gt; the loop." />',
  )
  expect(document?.html).toContain('<link rel="canonical" href="https://plat.example/company/3" />')
  expect(document?.html).toContain('"ratingValue":4.25,"reviewCount":12')
  expect(document?.html).not.toContain('<inside>')
})

test('a seller without reviews is new, not bad', () => {
  const head = companyHead({ ...SUMMARY, rating: null, reviews: 0 }, ORIGIN)
  expect(head.description).toBe('New seller. Small multifamily <inside> the loop.')
  expect(head.data).not.toHaveProperty('aggregateRating')
})

test('a seller nobody has is a page that does not exist', async () => {
  expect((await documentOf('/company/4'))?.status).toBe(404)
  expect((await documentOf('/company/three'))?.status).toBe(404)
})

test('one that has no name yet is not offered to search engines', () => {
  expect(companyHead({ ...SUMMARY, title: '' }, ORIGIN)).toMatchObject({
    title: 'Unnamed seller',
    robots: 'noindex, nofollow',
  })
})
