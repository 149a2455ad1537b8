/** The seller's Today: what a buyer sends is there live with its clock, opens what it names, and is gone once it is answered. */
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withVisitors, withWorld } from '#tests/support/fixtures.ts'

const made = withWorld({ messages: 0, companies: 0, deals: 60 })
const { world } = made
const visitor = withVisitors(made)
let deal: { id: number; address: string }

beforeAll(async () => {
  const { db } = world.server.database
  deal = await db
    .updateTable('properties')
    .set({ is_street_shown: false, address_rule: 'manual' })
    .where('id', '=', await dealWithoutOffer(world))
    .returning(['id', 'address'])
    .executeTakeFirstOrThrow()
})

async function nora() {
  const one = await visitor()
  await one.page.goto('/seller/?login=seller1')
  await one.page.getByRole('list', { name: 'Conversations' }).waitFor()
  await toToday(one.page)
  await one.page.getByRole('heading', { name: 'Needs you now' }).waitFor()
  return one
}

const toToday = (page: Page) => page.getByRole('link', { name: 'Today', exact: true }).click()
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const count = async (page: Page) =>
  Number((await page.getByText(/^\d+ things?/).textContent())?.match(/^\d+/))

it('an address request and an offer are there with an hour each, open what they are, and go with the answer', async () => {
  const [here, colleague, dana] = [await nora(), await nora(), await visitor()]
  const before = await count(colleague.page)
  await logIn(dana.context, world)

  await dana.page.goto(`/property/${deal.id}`)
  const address = dana.page.getByRole('region', { name: 'Address', exact: true })
  await address.getByRole('button', { name: 'Request address' }).click()
  await address.getByText('Your request was submitted').waitFor()
  const request = `Decide: Dana Whitfield wants ${deal.address}`
  for (const { page } of [here, colleague])
    await row(page, request)
      .getByText(/^(60|5\d)m left$/)
      .waitFor()
  await expect.poll(() => count(colleague.page)).toBe(before + 1)
  await here.page.getByRole('link', { name: request }).click()
  await here.page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  expect(new URL(here.page.url()).hash).toBe(`#requests/${deal.id}`)
  await here.page.getByRole('button', { name: 'Grant the address to Dana Whitfield' }).click()
  await expect.poll(() => row(colleague.page, request).count()).toBe(0)
  await toToday(here.page)
  await here.page.getByRole('heading', { name: 'Needs you now' }).waitFor()
  await expect.poll(() => row(here.page, request).count()).toBe(0)

  await dana.page.goto(`/deal/${deal.id}/offer`)
  const main = dana.page.getByRole('main')
  await main.getByLabel('Offer price', { exact: true }).fill('95k')
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByRole('group', { name: 'Proof of funds' }).first().waitFor()
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByRole('button', { name: 'Send offer' }).click()
  await dana.page.getByText(/has your offer/).waitFor()
  const offer = `Answer: Dana Whitfield on ${deal.address}`
  for (const { page } of [here, colleague]) {
    await row(page, offer)
      .getByText(/^(60|5\d)m left$/)
      .waitFor()
    await row(page, offer).getByText('$95,000').waitFor()
  }
  await here.page.getByRole('link', { name: offer }).click()
  await here.page.getByRole('button', { name: 'Decline', exact: true }).click()
  await here.page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect.poll(() => row(colleague.page, offer).count()).toBe(0)
  await expect.poll(() => count(colleague.page)).toBe(before)
  expect([here.pageErrors, colleague.pageErrors]).toEqual([[], []])
})

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Seller app', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const present = (page: Page) => tabs(page).locator('[aria-current]')

it('on a phone the tab bar leads to each place, More to all others, and back', async () => {
  const { page, pageErrors } = await visitor({ viewport: NARROW, hasTouch: true })
  const dana = await visitor()
  await page.goto('/seller/?login=seller1#today')
  await page.getByRole('heading', { name: 'Needs you now' }).waitFor()
  expect(await page.getByRole('banner').count()).toBe(0)
  for (const name of ['Inbox', 'Deals', 'Offers', 'Today']) {
    await tabs(page)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .tap()
    await heading(page, name).waitFor()
    await expect.poll(() => present(page).allInnerTexts()).toEqual([expect.stringMatching(`^${name}`)])
  }

  const inbox = tabs(page).getByRole('link', { name: /^Inbox/ })
  const unread = async () => Number((await inbox.textContent())?.match(/Unread: (\d+)/)?.[1] ?? 0)
  const before = await unread()
  await logIn(dana.context, world)
  await dana.page.goto('/messenger')
  await dana.page.getByText('Lone Star Dispositions').first().click()
  await dana.page.getByRole('textbox', { name: 'Type a message' }).fill('Is the roof new?')
  await dana.page.keyboard.press('Enter')
  await expect.poll(unread).toBe(before + 1)

  const more = tabs(page).getByRole('button', { name: /^More/ })
  const sheet = page.getByRole('dialog', { name: 'Lone Star Dispositions' })
  await more.tap()
  await sheet.getByRole('button', { name: 'New blast', exact: true }).tap()
  await heading(page, 'New blast').waitFor()
  expect(await sheet.count()).toBe(0)
  await expect.poll(() => present(page).allInnerTexts()).toEqual([expect.stringMatching('^More')])
  await more.tap()
  expect(await sheet.locator('[aria-current]').allInnerTexts()).toEqual(['Blasts'])
  await sheet.getByRole('checkbox', { name: 'Demo replies' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await sheet.count()).toBe(0)
  for (const name of ['Buyers', 'Blasts', 'Reviews', 'Company', 'My login']) {
    await more.tap()
    await sheet.getByRole('link', { name }).tap()
    await page
      .getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
      .and(page.locator(':focus'))
      .waitFor()
    expect(await sheet.count(), name).toBe(0)
  }
  for (const name of ['Requests', 'Open houses']) {
    await more.tap()
    await sheet.getByRole('button', { name: new RegExp(`^${name}`) }).tap()
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).tap()
  }
  await page.goBack()
  await heading(page, 'Company').waitFor()

  await inbox.tap()
  await page.getByRole('button', { name: /^Dana Whitfield/ }).tap()
  await page.getByRole('log').getByText('Is the roof new?').waitFor()
  expect(await tabs(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Back to the buyers' }).tap()
  await heading(page, 'Inbox').waitFor()
  await tabs(page).getByRole('link', { name: 'Today' }).tap()
  await page.getByRole('button', { name: 'New deal' }).tap()
  await page.getByText('0% complete').waitFor()
  await expect.poll(() => present(page).allInnerTexts()).toEqual(['Deals'])
  expect([...pageErrors, ...dana.pageErrors]).toEqual([])
})

it('on the narrowest phones the tab bar is whole and large enough, its sheet has all other places, and Today shows prices', async () => {
  const { page, pageErrors } = await nora()
  for (const [width, height] of [
    [320, 640],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await tabs(page).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const bar = await tabs(page).boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(height)
    for (const one of await tabs(page).getByRole('link').or(tabs(page).getByRole('button')).all()) {
      const box = await one.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43)
      expect(await one.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    }
    // What scrolls ends above the bar.
    const end = await page.getByRole('main').boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBe(bar?.y)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const offers = page.getByRole('listitem').filter({ hasText: /Offer/ }).filter({ hasText: '$' })
  await offers
    .first()
    .getByText(/^\$[\d,]+$/)
    .waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.goto('/seller/#requests')
  await heading(page, 'Requests').waitFor()
  await tabs(page).getByRole('button', { name: /^More/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Lone Star Dispositions' })
  const rows = sheet.getByRole('link').or(sheet.getByRole('button')).or(sheet.getByRole('checkbox'))
  const names = (await rows.all()).map(
    async (row) => (await row.textContent()) || row.getAttribute('aria-label'),
  )
  expect(await Promise.all(names)).toEqual([
    expect.stringMatching(/^Find anything/),
    'Buyers',
    'Blasts',
    'Reviews',
    'Company',
    'My login',
    expect.stringMatching(/^Requests/),
    'Open houses',
    'New blast',
    'Deals digest',
    null,
    'Log out',
    'Close',
  ])
  expect(await sheet.locator('[aria-current]').allInnerTexts()).toEqual([expect.stringMatching(/^Requests/)])
  expect(pageErrors).toEqual([])
})

it('the rail marks only Blasts while a blast is written, and an open panel instead of the page under it', async () => {
  const { page, pageErrors } = await nora()
  const rail = page.getByRole('banner')
  const marked = () => rail.locator('[aria-current]').allInnerTexts()
  await rail.getByRole('button', { name: 'New blast', exact: true }).click()
  await heading(page, 'New blast').waitFor()
  expect(await marked()).toEqual(['Blasts'])
  for (const name of ['Requests', 'Open houses']) {
    await rail.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await page.getByRole('dialog', { name }).waitFor()
    expect(await marked()).toEqual([expect.stringMatching(`^${name}`)])
    await page.keyboard.press('Escape')
    await expect.poll(marked).toEqual(['Blasts'])
  }
  expect(pageErrors).toEqual([])
})

it('each figure opens the rows behind it', async () => {
  const { page, pageErrors } = await nora()
  const figures = page.getByRole('complementary', { name: 'Key figures' })
  for (const [name, hash, heading] of [
    [/Closed$/, '#offers/closed', 'Closed offers'],
    [/Under contract$/, '#offers/under_contract', 'Under contract'],
    [/Address requests$/, '#requests', 'Requests'],
    [/Views$/, '#deals', 'Deals'],
  ] as const) {
    await figures.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe(hash)
    await page.goBack()
  }
  const closed = Number.parseInt(
    (await figures.getByRole('link', { name: /Closed$/ }).textContent()) ?? '',
    10,
  )
  await figures.getByRole('link', { name: /Closed$/ }).click()
  const offers = page.getByRole('region', { name: 'Past' }).getByRole('button')
  await expect.poll(() => offers.count()).toBe(closed)
  await page.goBack()
  const ofDeal = page.getByRole('row').filter({ hasText: '906 Caplin Street' })
  await ofDeal.getByRole('link', { name: /Offers$/ }).click()
  await page.getByText('906 Caplin Street').first().waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#offers\/\d+$/)
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(pageErrors).toEqual([])
})

it.each(['under_contract', 'closed'])(
  'the offers under #offers/%s begin where the heading does',
  async (stage) => {
    const { page } = await visitor()
    await page.goto(`/seller/?login=seller1#offers/${stage}`)
    const main = page.getByRole('main')
    const left = async (it: Locator) => (await it.boundingBox())?.x
    const name = main.getByRole('listitem').getByRole('button').locator('span').first()
    expect(await left(name)).toBe(await left(main.getByRole('heading', { level: 1 })))
  },
)

it('says when it cannot be loaded, and is there when the server is back; it reads well on a phone', async () => {
  const { page } = await visitor({ viewport: NARROW })
  await page.route('**/account/api/today', (route) => route.abort())
  await page.goto('/seller/?login=seller1')
  await page.getByRole('list', { name: 'Conversations' }).waitFor()
  await toToday(page)
  await page.getByText('Today could not be loaded.').waitFor()
  await page.unroute('**/account/api/today')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Needs you now' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  expect(await violationsInBothThemes(page)).toEqual([])
})

it('and a conversation, if not loaded, say once in each part that they come later while the server is away, and come', async () => {
  const { page } = await visitor()
  // What it shows may be loaded before it is opened.
  const today = /\/account\/api\/today/
  await page.route(today, (route) => route.abort())
  await page.goto('/seller/?login=seller1#messages')
  const chats = page.getByRole('list', { name: 'Conversations' })
  await chats.getByRole('button', { name: /Marcus Reyes/ }).waitFor()
  const later = page.getByRole('main').getByText('This appears when Plat can be reached again.')

  await world.down()
  await chats.getByRole('button', { name: /Marcus Reyes/ }).click()
  await page.getByRole('status').filter({ hasText: 'Plat can’t be reached' }).waitFor()
  await expect.poll(() => later.count()).toBe(1)
  await world.up()
  await page.getByRole('log').getByRole('article').first().waitFor()
  await expect.poll(() => later.count()).toBe(0)
  expect(await page.getByText('could not be loaded').count()).toBe(0)

  await world.down()
  await toToday(page)
  const needs = page.getByRole('region', { name: 'Needs you now' })
  await needs.getByText('This appears when').waitFor()
  await page.getByRole('complementary', { name: 'Key figures' }).getByText('This appears when').waitFor()
  await page.unroute(today)
  await world.up()
  await needs.getByRole('listitem').first().waitFor()
  await expect.poll(() => later.count()).toBe(0)
})
