/** An installation of its own: staff set name, color, logo, sender and terms at the console, and a visitor sees them in the buyer app, a mail and on the terms page. */
import type { Page } from 'playwright'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { sentTo } from '#tests/support/outbox.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const ACCENT = '#7a1f5c'
let page: Page

beforeAll(async () => {
  page = await open('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Installation', exact: true }).click()
})

const open = async (path: string) => {
  const context = await browser.newContext({ baseURL: world.url })
  const opened = await context.newPage()
  await opened.goto(path)
  return opened
}
const accentOf = (of: Page) =>
  of.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim())
const save = () => page.getByRole('button', { name: 'Save installation' }).click()

test('a page that could not be loaded is loaded by Try again', async () => {
  const console = await page.context().newPage()
  await console.goto('/admin/')
  const installation = '**/admin/api/installation'
  await console.route(installation, (route) => route.abort())
  await console.getByRole('button', { name: 'Installation', exact: true }).click()
  const again = console.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await console.unroute(installation)
  await again.click()
  await console.getByLabel('Name', { exact: true }).waitFor()
  await console.close()
})

test('a color that nobody could read and a file that is no picture are refused in plain words', async () => {
  await page.getByLabel('Color', { exact: true }).fill('#ffee00')
  await save()
  await page.getByText(/^White text on this color is hard to read.*Choose a darker color\.$/).waitFor()
  expect(await page.getByLabel('Color', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Choose a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await page.getByText('This file is called PNG but is something else.').waitFor()
  const visitor = await open('/')
  expect(await accentOf(visitor)).not.toContain('#')
  await visitor.getByRole('link', { name: 'Plat', exact: true }).first().waitFor()
  await visitor.context().close()
})

test('days for which views are kept are refused out of range, and the policy says those that were saved', async () => {
  const views = page.getByLabel('Views of deals and photos')
  expect(await views.inputValue()).toBe('395')
  await views.fill('12')
  await page.getByLabel('Color', { exact: true }).fill('')
  await save()
  await page.getByText('Give 30 to 3650 days.').waitFor()
  await views.fill('200')
  await save()
  await page.getByText('Saved. Pages show it when they are loaded again.').waitFor()
  const visitor = await open('/privacy-policy')
  await visitor.getByRole('listitem').filter({ hasText: 'Views of deals and photos: 200 days.' }).waitFor()
  await visitor
    .getByRole('listitem')
    .filter({ hasText: 'The audit log of changes' })
    .filter({ hasText: '7 years' })
    .waitFor()
  await visitor.getByText('To check: which privacy laws apply to the company').waitFor()
  await visitor.getByRole('article').getByRole('link', { name: 'help@plat.example' }).waitFor()
  await visitor.context().close()
})

test('what is set there is what a visitor sees next: header, title, colors, a mail and the terms', async () => {
  await page.getByLabel('Name', { exact: true }).fill('Acre Market')
  await page.getByLabel('Color', { exact: true }).fill(ACCENT)
  await page.getByLabel('Name of the mail sender').fill('Acre Deals')
  await page.getByLabel('Address of the mail sender').fill('hello@acre.example')
  await page
    .getByLabel('Terms of service')
    .fill('# Our rules\n\nBe <b>kind</b>.\n\n- Say what is true\n- Pay what you owe')
  const logo = await sharp({ create: { width: 90, height: 60, channels: 3, background: ACCENT } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('img', { name: 'Your logo' }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Acre Market')
  await save()
  await page.getByText('Saved. Pages show it when they are loaded again.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  const visitor = await open('/')
  const home = visitor.getByRole('link', { name: 'Acre Market', exact: true }).first()
  await home.waitFor()
  await expect
    .poll(() => home.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(90)
  expect((await home.locator('img').boundingBox())?.height).toBe(22)
  const drawn = await (await visitor.request.get('/deals')).text()
  expect(drawn).toContain('>Acre Market</span>')
  expect(drawn).not.toContain('>Plat</span>')
  await expect.poll(() => visitor.title()).toBe('Off-market deals · Acre Market')
  expect(await accentOf(visitor)).toBe(ACCENT)
  expect(await violationsInBothThemes(visitor)).toEqual([])
  const manifest = await visitor.request.get('/manifest.webmanifest')
  expect(await manifest.json()).toMatchObject({ name: 'Acre Market', theme_color: ACCENT, start_url: '/' })
  const sellers = await visitor.request.get('/seller/manifest.webmanifest')
  expect(await sellers.json()).toMatchObject({ name: 'Acre Market Seller', start_url: '/seller/' })

  await visitor.goto('/terms-of-service')
  await visitor.getByRole('heading', { name: '1. Our rules' }).waitFor()
  await visitor.getByText('Be <b>kind</b>.').waitFor()
  expect(await visitor.getByRole('listitem').filter({ hasText: 'Pay what you owe' }).count()).toBe(1)
  expect(await visitor.getByText(/Template text|^To check/).count()).toBe(0)
  await visitor.getByRole('article').getByText('Acre Market', { exact: true }).waitFor()
  expect(await visitor.title()).toBe('Terms of service · Acre Market')

  const { email } = world.logins.buyer1
  await visitor.goto('/login')
  await visitor.getByRole('button', { name: 'Forgot password?' }).click()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByRole('button', { name: 'Email me a link' }).click()
  await expect
    .poll(async () => (await sentTo(world.server, 'mail', email)).at(-1)?.subject)
    .toBe('Set a new password')
  const mail = (await sentTo(world.server, 'mail', email)).at(-1)
  expect(mail?.headers.From).toBe('Acre Deals <hello@acre.example>')
  expect(mail?.body_text).toMatch(/\n\nAcre Market\n$/)
  await visitor.context().close()

  for (const [path, words] of [
    ['/seller/join', 'Acre Market'],
    ['/admin/', null],
  ] as const) {
    const other = await open(path)
    await other.getByRole('heading', { level: 1 }).waitFor()
    expect(await accentOf(other)).toBe(ACCENT)
    if (words !== null) await other.getByText(words, { exact: true }).first().waitFor()
    await other.context().close()
  }
  await page.reload()
  await page.getByText('Acre Market console').waitFor()
})

test('a deal outside of the markets is refused when its seller publishes it, and buyers find no place there', async () => {
  await page.getByRole('button', { name: 'Installation', exact: true }).click()
  const addMarket = async (state: string) => {
    const markets = page.getByRole('group', { name: 'Markets' })
    await markets.getByText(state, { exact: true }).click()
    expect(await markets.getByLabel(state, { exact: true }).isChecked()).toBe(true)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await save()
    expect((await answered).status()).toBe(200)
  }
  await addMarket('Florida')

  const seller = await open('/seller/?login=seller1#deals')
  await seller.getByRole('button', { name: 'New deal' }).click()
  await seller.getByLabel('State').first().selectOption('TX')
  await seller.getByText('All changes are saved.').waitFor()
  await seller.getByRole('button', { name: 'Publish' }).click()
  const refusal = seller.getByText('Deals are listed here in Florida only.').last()
  await refusal.waitFor()
  expect(await violationsInBothThemes(seller)).toEqual([])

  const buyer = await open('/deals')
  const where = buyer.getByRole('combobox', { name: 'Search location' })
  await where.fill('Houston')
  await buyer.getByText('No places found. Type a state, county, city or ZIP code.').waitFor()
  await where.fill('Miami')
  await buyer.getByRole('option', { name: /^Miami, FL/ }).waitFor()

  await addMarket('Texas')
  await seller.reload()
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.getByText('Enter the asking price.').last().waitFor()
  expect(await refusal.count()).toBe(0)
  await where.fill('Houston')
  await buyer.getByRole('option', { name: /^Houston, TX/ }).waitFor()
  await Promise.all([seller.context().close(), buyer.context().close()])
})
