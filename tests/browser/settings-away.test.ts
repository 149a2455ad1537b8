/** While the settings of the installation cannot be loaded, no page says a fee or a limit; they appear without a reload. */
import { beforeAll, expect, test } from 'vitest'
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
})

test('how buying works names no figure, and those of the installation when the settings are there', async () => {
  const { page } = await visitor()
  // The server keeps settings for a moment.
  const fee = async () => (await (await page.request.get('/customer/api/configs')).json()).platform_fee
  await expect.poll(fee).toBe(1500)
  await page.route(SETTINGS, (route) => route.fulfill({ status: 503, json: {} }))
  const refused = page.waitForResponse(SETTINGS)
  await page.goto('/')
  await refused
  const steps = page.locator('#how').getByRole('listitem')
  await steps.filter({ hasText: 'The platform fee is shown before you send an offer.' }).waitFor()
  expect((await steps.allTextContents()).join(' ')).not.toMatch(/\d/)
  await page.unroute(SETTINGS)
  await steps.filter({ hasText: `One refundable deposit covers ${LIMIT} open offers.` }).waitFor()
  await steps.filter({ hasText: 'The platform fee is $1,500, shown before you send an offer.' }).waitFor()
})

test('fee and limit are left out, and said when the settings are there', async () => {
  const { page, context } = await visitor()
  await logIn(context, world)
  const deal = await dealWithoutOffer(world)
  const away = () => context.route(SETTINGS, (route) => route.fulfill({ status: 503, json: {} }))
  const back = () => context.unroute(SETTINGS)
  const card = page.getByRole('region', { name: 'Price and actions' })
  const fee = card.locator('dl').filter({ hasText: 'Platform fee' }).getByRole('definition')
  const allIn = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()

  await away()
  await page.goto(`/property/${deal}`)
  await allIn.getByText('—', { exact: true }).waitFor()
  expect(await fee.textContent()).toBe('—')
  await page.getByText('Costs', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Entry fee', exact: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Platform fee', exact: true }).count()).toBe(0)
  expect(await page.getByRole('main').getByText('$997').count()).toBe(0)

  await card.getByRole('button', { name: /offer$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByRole('button', { name: 'Try again' }).waitFor()
  await back()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Offer price', { exact: true }).fill('90k')
  await dialog.getByText('$1,500', { exact: true }).first().waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Discard|Keep|Save)/ })
    .first()
    .waitFor()
  await page.goto('about:blank')

  await away()
  await page.goto('/profile/offers')
  await page.getByRole('tab', { name: /^Active/ }).waitFor()
  await page.getByRole('table').first().waitFor()
  expect(await page.getByText(/One deposit covers/).count()).toBe(0)
  await back()
  await page.getByText(`One deposit covers up to ${LIMIT} active offers.`).waitFor()

  await away()
  await page.goto(`/property/${deal}`)
  await allIn.getByText('—', { exact: true }).waitFor()
  await back()
  await expect.poll(() => fee.textContent()).toBe('$1,500')
  await expect.poll(() => allIn.textContent()).toMatch(/platform fee \$1,500/i)
})
