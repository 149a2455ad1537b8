/** What search engines and sites that show links are told of deals, and what they are not. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealSummary } from '#server/deals/list/deal-summary.ts'
import { createShareImages } from '#server/deals/list/share-image.ts'
import type { DealSummary } from '#server/site/deal-head.ts'
import { SHARE_IMAGE } from '#server/site/deal-head.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealScene } from './scene.ts'

let server: TestServer
let deals: DealScene
const ids = { shown: 0, hidden: 0, draft: 0, removed: 0 }
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
  deals = dealScene(server)
  const { id } = await server.addAccount()
  ids.shown = await deals.add(id)
  ids.hidden = await deals.add(id, { is_street_shown: false, price: null, arv: null })
  ids.draft = await deals.add(id, { listing: 'draft', preview_hash: 'a-secret-hash' })
  ids.removed = await deals.add(id, { listing: 'removed' })
})
afterAll(() => server.close({ graceMs: 0 }))

const summary = (id: number, hash?: string) => dealSummary(server.database.db, id, hash)

test('a stranger is told the street of a deal that shows it, and the place alone of one that hides it', async () => {
  expect((await summary(ids.shown))?.address).toBe('412 Live Oak St, Waco, TX 76701')
  const hidden = await summary(ids.hidden)
  expect(hidden).toMatchObject({ address: 'Waco, TX 76701', street: null, isListed: true })
  expect(JSON.stringify(hidden)).not.toMatch(/Live Oak|31\.5493/)
})

test('a draft has no summary without its hash, and none is found by searching', async () => {
  expect(await summary(ids.draft)).toBeNull()
  expect(await summary(ids.draft, 'another-hash')).toBeNull()
  expect(await summary(ids.draft, 'a-secret-hash')).toMatchObject({ isListed: false })
  expect(await summary(ids.removed)).toMatchObject({ isListed: false })
  expect(JSON.stringify(await summary(ids.removed))).not.toContain('Live Oak')
  expect(await summary(999_999)).toBeNull()
})

test.each(['shown', 'hidden'] as const)(
  'a deal whose street is %s has a picture for its link',
  async (which) => {
    const answer = await server.app.inject({ url: `/og/deal/${ids[which]}.png` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/png')
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect({ width, height, format }).toEqual({ ...SHARE_IMAGE, format: 'png' })
  },
)

test('a deal has a picture whatever its address is written with', async () => {
  await deals.change(ids.hidden, { city: 'Ñ\u0007 <b>&"🏠' })
  expect((await server.app.inject({ url: `/og/deal/${ids.hidden}.png` })).statusCode).toBe(200)
})

test('a picture is drawn once, until its deal changes', async () => {
  const shareImage = createShareImages()
  const shown = (await summary(ids.shown)) as DealSummary
  const first = shareImage(shown)
  expect(shareImage({ ...shown })).toBe(first)
  const changed = await shareImage({ ...shown, revision: shown.revision + 1, price: 1 })
  expect(changed.equals(await first)).toBe(false)
})

test.each([
  { name: 'a draft', id: () => ids.draft },
  { name: 'a deal that was taken down', id: () => ids.removed },
  { name: 'a deal there is not', id: () => 999_999 },
  { name: 'nonsense', id: () => 'x' },
])('$name has no picture', async ({ id }) => {
  expect((await server.call('GET', `/og/deal/${id()}.png`)).status).toBe(404)
})

test('the sitemap leads to every listed deal and to no other', async () => {
  const index = (await server.call('GET', '/sitemap.xml')).body
  const pages = [...index.matchAll(/<loc>https:\/\/plat\.example([^<]+)<\/loc>/g)].map((found) => found[1])
  expect(pages).toEqual(['/sitemap/1.xml'])
  const map = (await server.call('GET', '/sitemap/1.xml')).body
  const urls = [...map.matchAll(/<loc>https:\/\/plat\.example([^<]+)<\/loc>/g)].map((found) => found[1])
  expect(urls).toContain('/deals')
  expect(urls).toEqual(expect.arrayContaining(['/accessibility', '/imprint']))
  expect(urls.filter((url) => url?.startsWith('/property'))).toEqual([
    `/property/${ids.shown}`,
    `/property/${ids.hidden}`,
  ])
  for (const page of ['2', '999999999999999', '0', 'x'])
    expect((await server.call('GET', `/sitemap/${page}.xml`)).status).toBe(404)
})

test('robots are shown the sitemap and kept out of what is personal', async () => {
  const { status, body } = await server.call('GET', '/robots.txt')
  expect(status).toBe(200)
  expect(body).toContain('Sitemap: https://plat.example/sitemap.xml')
  expect(body).toContain('Disallow: /messenger')
  expect(body).not.toContain('Disallow: /property')
})

test('password managers are led to where a password is changed', async () => {
  const { status, headers } = await server.call('GET', '/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/profile/security'])
})

test('security.txt names a contact and a date to come, within a year (RFC 9116)', async () => {
  const { body, headers } = await server.call('GET', '/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Contact: https://plat.example/help\n')
  expect(body).toContain('Canonical: https://plat.example/.well-known/security.txt\n')
  const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
