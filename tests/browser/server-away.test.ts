/** A server that goes away under a buyer and comes back: nothing breaks meanwhile, and what was pressed is done (checklist ERR-09). */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, person } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld({ messages: 0, companies: 0, deals: 60 }), launch()])
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

async function buyer(): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url })
  const { email, password } = world.logins.buyer1
  const recaptcha_token = await solveCaptchaAt(world.url)
  const answer = await context.request.post('/login', { data: { email, password, recaptcha_token } })
  expect(answer.status()).toBe(200)
  return page
}

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Plat can’t be reached' })

const isKept = async (propertyId: number) => {
  const { db } = world.server.database
  const rows = await db.selectFrom('favourites').select('property_id').where('property_id', '=', propertyId)
  return (await rows.execute()).length
}

test('hearts, a deal and the offer dialog wait for the server, and arrive when it is back', async () => {
  const page = await buyer()
  const parts = page.waitForResponse('**/assets/background-parts-*.js')
  await page.goto('/deals')
  await (await parts).finished()
  const deals = page.getByRole('region', { name: 'Deals' })
  const heart = deals.locator('button[aria-pressed="false"][aria-label^="Save "]').first()
  await heart.waitFor()
  const name = (await heart.getAttribute('aria-label')) as string
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await world.down()
  await heart.click()
  await strip(page).waitFor()
  await deals.getByRole('button', { name, exact: true, pressed: true }).first().waitFor()
  await deals.locator('a[href^="/property/"]').first().click()
  await page.waitForURL('**/property/**')
  const id = Number(/property\/(\d+)/.exec(page.url())?.[1])
  await strip(page).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Property', exact: true }).waitFor()
  await page.getByText('This page opens when Plat can be reached again.').waitFor()

  await world.up()
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).waitFor()
  await strip(page).waitFor({ state: 'detached' })
  await expect.poll(() => isKept(id)).toBe(1)

  await world.down()
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  await strip(page).waitFor()
  expect(await page.getByRole('heading', { name: 'Internal Server Error' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).waitFor()

  await world.up()
  await page
    .getByRole('dialog', { name: 'Make an offer' })
    .getByLabel('Offer price', { exact: true })
    .waitFor()
  await strip(page).waitFor({ state: 'detached' })
  expect(await page.getByText('New version').count()).toBe(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('in Messages one strip says that the server is away, and not the messenger too', async () => {
  const page = await buyer()
  await page.goto('/messenger')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().waitFor()
  await world.down()
  const own = page.getByText("You're offline. Reconnecting…")
  await own.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await strip(page).waitFor()
  await expect.poll(() => own.isVisible()).toBe(false)
  await world.up()
  await strip(page).waitFor({ state: 'detached' })
  await own.waitFor({ state: 'detached' })
})
