/** Staff set another currency at the console, and every amount has its sign: in the list, the filters, an offer, the conversation and mails. */
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCurrency } from '#shared/format/currency.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
let buyer: Person

beforeAll(async () => {
  buyer = await person(browser, { baseURL: world.url })
  await logIn(buyer.context, world)
})
// The server of this file writes in this process too.
afterAll(() => setCurrency('USD'))

/** A dollar sign without the letters of the currency. */
const BARE = /(?<!CA)\$/
const bareIn = (part: Page | Locator) => part.getByText(BARE).filter({ visible: true }).allTextContents()

test('staff set Canadian dollars', async () => {
  // Nothing is booked yet in an installation that chooses.
  await sql`truncate ledger_entries, ledger_transactions cascade`.execute(world.server.database.db)
  const { page } = await person(browser, { baseURL: world.url })
  await page.goto('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Installation', exact: true }).click()
  await page.getByLabel('Currency').selectOption({ label: 'Canadian dollars' })
  await page.getByRole('button', { name: 'Save installation' }).click()
  await page.getByText('Saved. Pages show it when they are loaded again.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Platform fee, CA$').waitFor()
  await page.context().close()
})

test('a buyer sees it in the first page, the chip of a filter, the cards and a typed amount', async () => {
  const { page } = buyer
  const drawn = await (await page.request.get('/deals?price=-250000')).text()
  const [, first = ''] = /<div id="first-page">(.*?)<\/article>/s.exec(drawn) ?? []
  expect(first).toMatch(/CA\$\d/)
  expect(first).not.toMatch(BARE)
  await page.goto('/deals?price=-250000')
  await page
    .getByRole('list', { name: 'Filters that are on' })
    .getByRole('button', { name: 'Remove Up to CA$250K' })
    .waitFor()
  await page
    .getByRole('feed', { name: 'Deals' })
    .getByText(/^CA\$\d/)
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(await bareIn(page)).toEqual([])
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Price' }).first().click()
  const most = page.getByRole('textbox', { name: 'Price, at most' })
  await most.fill('CA$1,200,000')
  await most.press('Enter')
  await page.getByRole('button', { name: 'Remove Up to CA$1.2M' }).waitFor()
})

test('an offer is made in it, and its card and the seller’s mail say so', async () => {
  const { page, pageErrors } = buyer
  await page.goto(`/property/${await dealWithoutOffer(world)}`)
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByLabel('Offer price', { exact: true }).fill('95k')
  await dialog.getByText('CA$', { exact: true }).first().waitFor()
  await dialog.getByText('Draft saved').waitFor()
  expect(await bareIn(dialog)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('group', { name: 'Proof of funds' }).first().waitFor()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(/Sending costs nothing/).waitFor()
  expect(await bareIn(dialog)).toEqual([])
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await page.getByRole('link', { name: 'Open your offer' }).click()
  await page.getByText('You made an offer').waitFor()
  await page.getByText('CA$95,000').filter({ visible: true }).first().waitFor()
  expect(await bareIn(page)).toEqual([])

  const mails = () =>
    world.server.database.db
      .selectFrom('outbox')
      .select(['subject', 'body_text'])
      .where('channel', '=', 'mail')
      .where('subject', 'like', 'New %offer: %')
      .execute()
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  for (const { subject, body_text } of await mails()) {
    expect(subject).toContain('offer: CA$95,000 on ')
    expect(body_text).not.toMatch(BARE)
  }
  expect(pageErrors).toEqual([])
})

test('the seller sees it in the messages, the list of deals and the fields of one', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/?login=seller1#deals')
  await page
    .getByText(/^CA\$\d/)
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(await bareIn(page)).toEqual([])
  await page.getByRole('button', { name: 'New deal' }).click()
  await page.getByLabel('Asking price').waitFor()
  await page.getByText('CA$', { exact: true }).first().waitFor()
  expect(await bareIn(page)).toEqual([])
  await page.goto('/seller/#company')
  const tag = page.getByRole('figure', { name: 'As an element of your page' })
  await tag.getByText(/"currency":"CA\$"/).waitFor()
  await context.close()
})
