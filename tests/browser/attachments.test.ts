/** Photos and files of messages in real browsers: they come live to both sides, are looked through, saved, and renewed when they expire. */
import { randomUUID } from 'node:crypto'
import type { Download, Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { holdBack, NARROW, type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { formOf, PDF } from '#tests/support/uploads.ts'

const DANA = 1
const LONE_STAR = 1
const BUYER = `/customer/api/customers/${DANA}/accounts/${LONE_STAR}`
const SELLER = `/account/api/customers/${DANA}`

const { world, browser } = withWorld()
const people: Person[] = []
afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

/** As a phone takes it: where it was is written into it. */
const jpg = (color: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: color } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Dana at home' }, IFD3: { GPSLatitude: '29/1 45/1 0/1' } })
    .toBuffer()

async function buyerToken(): Promise<string> {
  return (await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()).token
}
async function sellerToken(): Promise<string> {
  const { email, password } = world.logins.seller1
  return (await post('/account/api/auth/login', '', { email, password })).token
}
async function post(path: string, token: string, body: object) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()).data
}
async function upload(path: string, token: string, name: string, bytes: Uint8Array) {
  const { contentType, payload } = await formOf({
    path,
    field: 'file',
    bytes,
    name,
    fields: { ref: randomUUID() },
  })
  const headers = { 'Content-Type': contentType, Authorization: `Bearer ${token}` }
  const answer = await fetch(`${world.url}${path}/attachments`, { method: 'POST', headers, body: payload })
  return (await answer.json()).data
}
/** Dana's files, each under this name. */
async function sendFromDana(message: string, files: Record<string, Uint8Array>) {
  const token = await buyerToken()
  const stored = []
  for (const [name, bytes] of Object.entries(files)) stored.push(await upload(BUYER, token, name, bytes))
  await post(`${BUYER}/text-messages`, token, { message, attachment_ids: stored.map(({ id }) => id) })
  return stored
}

async function visit(path: string, options: Parameters<typeof person>[1] = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  if (path.startsWith('/messenger')) await logIn(one.context, world)
  await one.page.goto(path)
  return one
}
/** Nora of Lone Star Dispositions, with her thread with Dana open. */
async function sellerWithDana(prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  const { page } = await visit('about:blank')
  await prepare(page)
  await page.goto('/seller/?login=seller1')
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  return page
}
async function buyerWithLoneStar(path: string, options: Parameters<typeof person>[1] = {}) {
  const one = await visit(path, options)
  await one.page.getByRole('option', { name: /Lone Star Dispositions/ }).click()
  await one.page.getByPlaceholder('Type a message').waitFor()
  return one
}

const isLoaded = (picture: Locator) =>
  picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)
const sizeOf = (one: Locator) =>
  one.evaluate((it) => {
    const { width, height } = it.getBoundingClientRect()
    return { width, height }
  })
const hasFocus = (one: Locator) =>
  one.evaluate((it) => (it.getRootNode() as Document | ShadowRoot).activeElement === it)

/** Opens the photo, walks to the last by arrow keys, back to the first, and leaves by Escape. */
async function lookThrough(page: Page, names: readonly string[], isOurs = true): Promise<void> {
  const at = (index: number) => `photo ${index + 1} of ${names.length}: ${names[index]}`
  const tile = page.getByRole('button', { name: `Open ${at(0)}` })
  const dialog = (index: number) => page.getByRole('dialog', { name: at(index) })
  await tile.click()
  for (const index of names.keys()) {
    await expect.poll(() => isLoaded(dialog(index).getByRole('img'))).toBe(true)
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Home')
  await dialog(0).waitFor()
  expect(await dialog(0).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.keyboard.press('+')
  expect(await dialog(0).getByRole('img').getAttribute('style')).toContain('scale(1.5)')
  if (isOurs) expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog', { name: /^Photo / }).count()).toBe(0)
  expect(await hasFocus(tile)).toBe(true)
}

test('a buyer’s photos and PDF come live with their words; the seller looks through them and saves the PDF', async () => {
  const seller = await sellerWithDana()
  expect(await seller.locator('[data-attachments]').count()).toBe(0)
  const [front, kitchen] = [await jpg('#7a5'), await jpg('#57a')]
  const stored = await sendFromDana('The house and the contract', {
    'front.jpg': front,
    'kitchen.jpg': kitchen,
    'contract.pdf': PDF,
  })

  const words = seller.getByRole('log').getByText('The house and the contract')
  await words.waitFor()
  const photos = seller.locator('[data-photos] img')
  await expect.poll(() => photos.count()).toBe(2)
  for (const photo of await photos.all()) await expect.poll(() => isLoaded(photo)).toBe(true)
  const [grid, line] = [await seller.locator('[data-photos]').boundingBox(), await words.boundingBox()]
  expect(grid && line && grid.y + grid.height <= line.y).toBe(true)
  expect(await violationsInBothThemes(seller)).toEqual([])
  await lookThrough(seller, ['front.webp', 'kitchen.webp'])

  const saved = new Promise<Download>((resolve) => {
    seller.on('download', resolve)
    seller.context().on('page', (tab) => tab.on('download', resolve))
  })
  await seller.getByRole('button', { name: /^Download contract\.pdf, PDF · \d+ KB$/ }).click()
  expect((await saved).suggestedFilename()).toBe('contract.pdf')

  expect((await sharp(front).metadata()).exif).toBeDefined()
  const kept = await (await fetch(stored[0].url)).arrayBuffer()
  expect((await sharp(Buffer.from(kept)).metadata()).exif).toBeUndefined()
})

test.each([
  ['wide', {}],
  ['narrow', { viewport: NARROW, hasTouch: true, isMobile: true }],
])(
  'a seller’s photo comes live to the buyer, who looks at it and stays in the conversation: %s',
  async (width, options) => {
    const { page } = await buyerWithLoneStar('/messenger', options)
    const token = await sellerToken()
    const { id } = await upload(SELLER, token, `yard-${width}.jpg`, await jpg('#a57'))
    await post(`${SELLER}/text-messages`, token, { attachment_ids: [id] })
    const tile = page.getByRole('button', { name: `Open photo 1 of 1: yard-${width}.webp` })
    await expect.poll(() => isLoaded(tile.locator('img'))).toBe(true)
    const row = page.getByRole('option', { name: /Lone Star Dispositions.*Photo/ })
    if (!('isMobile' in options)) await row.waitFor()
    await lookThrough(page, [`yard-${width}.webp`])
    await page.getByPlaceholder('Type a message').waitFor()
  },
)

test('a page with a strict policy shows them, and they keep their size when they load', async () => {
  await sendFromDana('From a strict page', { 'garage.jpg': await jpg('#999') })
  const { page, pageErrors } = await visit('about:blank')
  const letGo = await holdBack(page, '**/thumbnail?*')
  await page.goto('/hosts/strict-csp/')
  await page.getByText('Lone Star Dispositions').first().click()
  const tile = page.getByRole('button', { name: 'Open photo 1 of 1: garage.webp' })
  await tile.waitFor()
  const before = await sizeOf(tile)
  letGo()
  await expect.poll(() => isLoaded(tile.locator('img'))).toBe(true)
  expect(await sizeOf(tile)).toEqual(before)
  expect(before.width / before.height).toBeCloseTo(1.5)
  expect(pageErrors).toEqual([])
})

test('in a launcher’s popup, Escape closes the viewer and leaves the messenger open', async () => {
  await sendFromDana('From a popup', { 'porch.jpg': await jpg('#369'), 'roof.jpg': await jpg('#963') })
  const { page, pageErrors } = await visit('/hosts/partner/')
  await page.getByRole('button', { name: /^Open messages/ }).click()
  await page.getByRole('option', { name: /Lone Star Dispositions/ }).click()
  // It opens at what is unread, and what was just sent is further down.
  await page.getByRole('log').hover()
  const tile = page.getByRole('button', { name: 'Open photo 1 of 2: porch.webp' })
  await expect.poll(() => page.mouse.wheel(0, 2000).then(() => tile.isVisible())).toBe(true)
  await lookThrough(page, ['porch.webp', 'roof.webp'], false)
  await page.getByRole('dialog', { name: 'Messages' }).getByPlaceholder('Type a message').waitFor()
  expect(pageErrors).toEqual([])
})

test('a photo whose addresses have expired is shown from new ones', async () => {
  await sendFromDana('From long ago', { 'attic.jpg': await jpg('#c84') })
  const page = await sellerWithDana((fresh) =>
    fresh.route(/\/text-messages\?/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/until=\d+/g, 'until=1')
      await route.fulfill({ response: answer, body })
    }),
  )
  const tile = page.getByRole('button', { name: 'Open photo 1 of 1: attic.webp' })
  await expect.poll(() => isLoaded(tile.locator('img'))).toBe(true)
  expect(await tile.locator('img').getAttribute('src')).not.toContain('until=1&')
  await tile.click()
  const large = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => isLoaded(large)).toBe(true)
})
