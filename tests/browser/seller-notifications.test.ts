/** What a seller's person is mailed about: the links open their places in the seller's app, and the screen where each chooses. */
import type { BrowserContext } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
let nora: BrowserContext
beforeAll(async () => {
  const { context, page } = await person(browser, {
    baseURL: world.url,
    viewport: WIDE,
    timezoneId: 'America/Los_Angeles',
  })
  nora = context
  await page.goto('/seller/?login=seller1')
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  await page.close()
})

/** Of Nora's account, with Dana. */
async function newestOffer() {
  return world.server.database.db
    .selectFrom('offers')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .innerJoin('account_members', 'account_members.account_id', 'offers.account_id')
    .select(['offers.id', 'offers.property_id', 'offers.customer_id'])
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('customers.email', '=', world.logins.buyer1.email)
    .where('offers.state', '<>', 'draft')
    .orderBy('offers.id', 'desc')
    .executeTakeFirstOrThrow()
}

it('each link of a mail to a seller opens what it names', async () => {
  const { id, property_id, customer_id } = await newestOffer()
  const conversation = links.seller({ kind: 'conversation', customerId: customer_id })
  const targets = [
    [links.seller({ kind: 'offers', propertyId: null, offerId: id }), /Dana Whitfield[\s\S]*Earnest money/],
    [conversation, /Dana Whitfield/],
    [links.seller({ kind: 'deal', id: property_id }), /Asking price/],
    [links.seller({ kind: 'reviews' }), /review/i],
    [links.seller({ kind: 'login' }), /Notifications/],
  ] as const
  for (const [to, says] of targets) {
    const page = await nora.newPage()
    await page.goto(to)
    await page.getByRole('main').filter({ hasText: says }).waitFor()
    if (to === conversation) await page.getByRole('log').getByRole('article').last().waitFor()
    await page.close()
  }
})

it('a person chooses their own notifications, which are kept', async () => {
  const page = await nora.newPage()
  await page.goto(links.seller({ kind: 'login' }))
  const offers = page.getByRole('combobox', { name: 'Offers, email' })
  await offers.selectOption('Daily')
  const messages = page.getByRole('checkbox', { name: 'Messages, email' })
  await messages.uncheck()
  await page.getByRole('combobox', { name: 'From' }).selectOption('9:00 PM')
  await page.getByRole('button', { name: /^Use / }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Use / }).count()).toBe(0)
  await page.reload()
  await expect.poll(() => offers.inputValue()).toBe('daily')
  expect(await messages.isChecked()).toBe(false)
  expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe('21:00')
  expect(await violationsInBothThemes(page)).toEqual([])
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await page.close()
})
