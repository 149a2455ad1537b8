/** While the settings of the installation cannot be loaded, no page says a fee or a limit; they appear without a reload. */
import type { Page } from 'playwright'
import { beforeAll, expect, test, vi } from 'vitest'
import { writeSetting } from '#server/site/settings/settings.ts'
import { dealWithoutOffer, logIn, withVisitors, withWorld } from '#tests/support/fixtures.ts'

const setting = withWorld({ messages: 0, companies: 0, deals: 60 })
const { world } = setting
const visitor = withVisitors(setting)

const SETTINGS = '**/customer/api/configs'
/** Of an installation that uses no default. */
const [FEE_CENTS, LIMIT] = [150_000, 7]

beforeAll(async () => {
  const { db } = world.server.database
  await writeSetting(db, 'platform_fee_cents', FEE_CENTS, null)
  await writeSetting(db, 'offers_per_deposit_limit', LIMIT, null)
  // The server keeps settings for a moment.
  const fee = async () => (await (await fetch(`${world.url}/customer/api/configs`)).json()).platform_fee
  await vi.waitFor(async () => expect(await fee()).toBe(1500), { timeout: 10_000 })
})

const away = (page: Page) => page.route(SETTINGS, (route) => route.fulfill({ status: 503, json: {} }))
const back = (page: Page) => page.unroute(SETTINGS)

/** A buyer's page that gets no settings. */
async function buyerWithout() {
  const { page, context } = await visitor()
  await logIn(context, world)
  await away(page)
  return page
}

const priceCard = (page: Page) => page.getByRole('region', { name: 'Price and actions' })

test('How buying works names no figure until the settings arrive, then those of the installation', async () => {
  const { page } = await visitor()
  await away(page)
  const refused = page.waitForResponse(SETTINGS)
  await page.goto('/')
  await refused
  const steps = page.locator('#how').getByRole('listitem')
  await steps.filter({ hasText: 'The platform fee is shown before you send an offer.' }).waitFor()
  expect((await steps.allTextContents()).join(' ')).not.toMatch(/\d/)
  await back(page)
  await steps.filter({ hasText: `One refundable deposit covers ${LIMIT} open offers.` }).waitFor()
  await steps.filter({ hasText: 'The platform fee is $1,500, shown before you send an offer.' }).waitFor()
})

test('A deal names no platform fee until the settings arrive, then that of the installation', async () => {
  const page = await buyerWithout()
  const fee = priceCard(page).locator('dl').filter({ hasText: 'Platform fee' }).getByRole('definition')
  const allIn = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()
  await page.goto(`/property/${await dealWithoutOffer(world)}`)
  await allIn.getByText('—', { exact: true }).waitFor()
  expect(await fee.textContent()).toBe('—')
  await page.getByText('Costs', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Entry fee', exact: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Platform fee', exact: true }).count()).toBe(0)
  expect(await page.getByRole('main').getByText('$997').count()).toBe(0)
  await back(page)
  await expect.poll(() => fee.textContent()).toBe('$1,500')
  await expect.poll(() => allIn.textContent()).toMatch(/platform fee \$1,500/i)
})

test('An offer is not written until the settings arrive, then with the platform fee of the installation', async () => {
  const page = await buyerWithout()
  await page.goto(`/property/${await dealWithoutOffer(world)}`)
  await priceCard(page)
    .getByRole('button', { name: /offer$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  const again = dialog.getByRole('button', { name: 'Try again' })
  const price = dialog.getByLabel('Offer price', { exact: true })
  await again.waitFor()
  expect(await price.count()).toBe(0)
  await back(page)
  await again.click()
  await price.fill('90k')
  await dialog.getByText('$1,500', { exact: true }).first().waitFor()
})

test('The list of offers names no limit of a deposit until the settings arrive, then that of the installation', async () => {
  const page = await buyerWithout()
  await page.goto('/profile/offers')
  await page.getByRole('tab', { name: /^Active/ }).waitFor()
  await page.getByRole('table').first().waitFor()
  expect(await page.getByText(/One deposit covers/).count()).toBe(0)
  await back(page)
  await page.getByText(`One deposit covers up to ${LIMIT} active offers.`).waitFor()
})
