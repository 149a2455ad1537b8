/** After a log-out and a login on one page, what a seller changes is live there: an offer, a kept deal, an address, the open deal. */
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { hideStreet, logIn, logOutAndIn, sellerPut, withWorld } from '#tests/support/fixtures.ts'

/** A deal of Lone Star Dispositions, whose person is seller1. */
const DEAL = 2
const STREET = '906 Caplin Street'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

beforeAll(() => hideStreet(world, DEAL))

const main = (page: Page) => page.getByRole('main')

const offerToAnswer = () =>
  world.server.database.db
    .selectFrom('offers')
    .select(['id', 'version'])
    .where('customer_id', '=', 1)
    .where('account_id', '=', 1)
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow()

const requestOfDeal = () =>
  world.server.database.db
    .selectFrom('inquiries')
    .select('id')
    .where('customer_id', '=', 1)
    .where('property_id', '=', DEAL)
    .executeTakeFirstOrThrow()

test('who logs out and in again on one page sees at once what a seller does with offer, deal and address', async () => {
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url })
  await logIn(context, world)
  await page.goto(`/property/${DEAL}`)
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  const address = page.getByRole('region', { name: 'Address', exact: true })
  await address.getByRole('button', { name: 'Request address' }).click()
  await address.getByText('Your request was submitted').waitFor()
  const heart = main(page)
    .getByRole('button', { name: /^Save / })
    .first()
  if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => world.buyerSockets('buyer1')).toBe(1)
  await logOutAndIn(page, world.logins.buyer1)
  // By calls, so that only the socket tells the buyer's page.
  const asSeller = await sellerPut(world)

  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Offers' }).click()
  const offer = await offerToAnswer()
  await main(page).getByRole('row').nth(1).waitFor()
  await asSeller(`offers/${offer.id}`, {
    action: 'counter',
    version: offer.version,
    terms: { price_cents: 13_150_000 },
  })
  await main(page).getByText('$131,500').first().waitFor()

  await page.getByRole('link', { name: 'Saved deals' }).click()
  const kept = page.getByRole('list', { name: 'Favorites' }).getByRole('listitem')
  await kept.first().waitFor()
  const pending = await kept.filter({ hasText: 'Pending' }).count()
  await asSeller(`properties/${DEAL}/status`, { status: 'pending' })
  await expect.poll(() => kept.filter({ hasText: 'Pending' }).count()).toBe(pending + 1)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await main(page).getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('list', { name: 'Requests' }).waitFor()
  expect(await main(page).getByText(STREET).count()).toBe(0)
  await asSeller(`requests/${(await requestOfDeal()).id}`, { state: 'granted' })
  await main(page)
    .getByRole('link', { name: new RegExp(STREET) })
    .click()

  await page.getByRole('heading', { level: 1, name: STREET }).waitFor()
  await asSeller(`properties/${DEAL}/status`, { status: 'sold' })
  await main(page).getByRole('alert').getByText('This deal has just been sold.').waitFor()
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  expect(pageErrors.filter((line) => !line.includes('401'))).toEqual([])
  await context.close()
})
