/** Money in a real browser over the real server and the stand-in card service: top up, deposit, cards, statement. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { buyerOf } from '#demo/seed/logins.ts'
import { axe } from '#tests/support/axe.ts'
import { holdBack, NARROW, type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const CARDS = {
  good: '4242424242424242',
  asksBank: '4000002760003184',
  poor: '4000000000009995',
  slow: '4000000000000077',
}

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function buyer(key: 'buyer1' | 'buyer2', options: Parameters<typeof person>[1] = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  await logIn(one.context, world, key)
  return one
}

const press = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const main = (page: Page) => page.getByRole('main')

async function typeCard(page: Page, number: string) {
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
}

/** Opens the dialog with a new card in place. */
async function topUpWith(page: Page, number: string) {
  await press(main(page), 'Top up')
  const top = dialog(page, 'Top up')
  const pays = top.getByRole('button', { name: /^Top up \$/ })
  await expect.poll(() => pays.isEnabled()).toBe(true)
  await press(top, 'Add a card')
  await typeCard(page, number)
  // What is typed is not a card yet, and the one chosen before is not the one that was meant.
  expect(await pays.isEnabled()).toBe(false)
  await press(top, 'Add card')
  await top.getByRole('radio', { name: new RegExp(number.slice(-4)), checked: true }).waitFor()
  return top
}

/** The server handles the call, and the page never gets the answer. */
const loseNextAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

const balance = (page: Page, amount: string) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: `Wallet, ${amount}` })
    .waitFor()

const violations = async (page: Page, within: string) =>
  (await axe(page).include(within).analyze()).violations.map(
    ({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`,
  )

test('money is topped up through the bank’s step; reload, Back and CSV show it once, and no number of a card leaves its frame', async () => {
  const { page, pageErrors } = await buyer('buyer1')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/profile/wallet')
  const top = await topUpWith(page, CARDS.asksBank)
  await top.getByLabel('Amount').fill('9.99')
  await press(top, 'Top up')
  await top.getByText('Minimum $10.').waitFor()
  await press(top, '$250')
  expect(await violations(page, 'dialog')).toEqual([])
  expect(await page.content()).not.toContain(CARDS.asksBank.slice(0, 8))
  await press(top, 'Top up $250')

  await main(page).getByRole('heading', { name: 'Your bank wants to know it is you' }).waitFor()
  await press(page.frameLocator('iframe[title^="Your bank"]').locator('main'), 'Confirm payment')
  await main(page).getByRole('heading', { name: '$250 added' }).waitFor()
  expect(new URL(page.url()).searchParams.get('payment')).toMatch(/^\d+$/)
  await balance(page, '$2,730.00')
  await page.reload()
  await main(page).getByRole('heading', { name: '$250 added' }).waitFor()
  // The bank's frame left an entry of its own in the history: Back may stay here once, and pays nothing.
  await page.goBack()
  await main(page)
    .getByRole('heading', { name: /^(\$250 added|Transactions)$/ })
    .waitFor()
  await page.goto('/profile/wallet')
  const rows = main(page).getByRole('row').filter({ hasText: '+$250.00' })
  await expect.poll(() => rows.count()).toBe(1)

  const download = page.waitForEvent('download')
  await main(page).getByRole('link', { name: 'CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.match(/250\.00/g)?.length).toBeGreaterThan(0)
  await rows.getByRole('link').click()
  await main(page).getByRole('region', { name: 'Receipt' }).getByText('+$250.00').waitFor()
  await page.reload()
  await main(page).getByRole('region', { name: 'Receipt' }).getByText('+$250.00').waitFor()

  await page.goto('/profile/wallet?kind=adjustment')
  await main(page).getByText('Nothing in your statement fits this filter.').waitFor()
  await press(main(page), 'Clear')
  await rows.first().waitFor()
  expect(sent.join('\n')).not.toMatch(/4000 ?0027/)
  expect(pageErrors).toEqual([])
})

test('a card without money says so and takes nothing, also when its answer was lost; a payment the bank thinks about settles on the page by itself', async () => {
  const { page } = await buyer('buyer2', { viewport: NARROW, colorScheme: 'dark' })
  await page.goto('/profile/wallet')
  const poor = await topUpWith(page, CARDS.poor)
  // The page asks again by itself, as soon as it may.
  const askAgain = await holdBack(page, '**/auth/top-up-balance')
  await loseNextAnswer(page, '**/auth/top-up-balance')
  await press(poor, 'Top up $500')
  await poor.getByRole('status').getByText('Checking…').waitFor()
  expect(await violations(page, 'dialog')).toEqual([])
  askAgain()
  await main(page).getByRole('heading', { name: 'Card declined' }).waitFor()
  await main(page).getByText('The card does not have enough for this.').waitFor()
  await main(page).getByRole('link', { name: 'Back to the wallet' }).click()
  await press(await topUpWith(page, CARDS.slow), 'Top up $500')
  await main(page).getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
  await main(page).getByRole('heading', { name: '$500 added' }).waitFor()
  expect(await violations(page, 'main')).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBe(0)

  await endOffers()
  await page.goto('/profile/deposit')
  await press(main(page), 'Request refund')
  await press(dialog(page, 'Ask the deposit back?'), 'Refund $500')
  await main(page).getByRole('heading', { name: 'You hold no deposit' }).waitFor()
  await main(page).getByRole('list', { name: 'Earlier deposits' }).getByText('Refunded').waitFor()
  await press(main(page), 'Pay $500 deposit')
  const pay = dialog(page, 'Refundable deposit')
  await pay.getByText('When it can be kept').waitFor()
  await pay.getByRole('radio', { name: /Wallet/, checked: true }).waitFor()
  await press(pay, 'Pay $500 deposit')
  await pay.getByText(/^Deposit \d+ is paid and held/).waitFor()
  await press(pay, 'Continue')
  const slots = main(page).getByRole('list', { name: 'Offers on this deposit' })
  await expect.poll(() => slots.getByText('Free').count()).toBe(4)
})

/** The second buyer's offers hold nothing any more. */
const endOffers = () =>
  world.server.database.db
    .updateTable('offers')
    .set({ state: 'withdrawn' })
    .where('customer_id', '=', buyerOf('buyer2') ?? 0)
    .execute()

/** Puts an offer of the first buyer into the database, without its rules. */
async function addOffer(): Promise<number> {
  const { db } = world.server.database
  const deal = await db
    .selectFrom('properties')
    .select(['id', 'account_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const offer = await db
    .insertInto('offers')
    .values({
      property_id: deal.id,
      account_id: deal.account_id,
      customer_id: buyerOf('buyer1') ?? 0,
      state: 'submitted',
      terms: '{}',
      price_cents: 11_200_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return offer.id
}

test('a deposit with an offer on it leads to the offer and says why it cannot be asked back', async () => {
  const { page, pageErrors } = await buyer('buyer1')
  const offer = await addOffer()
  await page.goto('/profile/deposit')
  await main(page)
    .getByText(/In use by \d+ active offers?/)
    .waitFor()
  expect(await main(page).getByRole('button', { name: 'Request refund' }).isDisabled()).toBe(true)
  const slots = main(page).getByRole('list', { name: 'Offers on this deposit' })
  await slots.getByRole('link', { name: new RegExp(`Offer ${offer}\\b`) }).click()
  await page.waitForURL(`**/profile/offers?offer=${offer}`)
  expect(pageErrors).toEqual([])
})

test('cards are added, made the default and removed; a wrong number is marked where it was typed', async () => {
  const { page, pageErrors } = await buyer('buyer2')
  await page.goto('/profile/billing')
  await press(main(page), 'Add card')
  const add = dialog(page, 'Add a card')
  await typeCard(page, '4242424242424241')
  await press(add, 'Add card')
  await page
    .frameLocator('iframe[title="Card details"]')
    .getByText('This card number is not valid. Check it.')
    .waitFor()
  await typeCard(page, CARDS.good)
  await press(add, 'Add card')
  const cards = main(page).getByRole('list', { name: 'Cards' })
  const card = cards.getByRole('listitem').filter({ hasText: 'Visa ending 4242' })
  await press(card, /^Make default/)
  await card.getByText('Default', { exact: true }).waitFor()
  await press(card, /^Remove/)
  await press(dialog(page, 'Remove Visa ending 4242?'), 'Remove card')
  await expect.poll(() => card.count()).toBe(0)
  expect(pageErrors).toEqual([])
})

test('a server that names no limits of a top-up gets every amount, and its refusal is at the field until another one is chosen', async () => {
  const { page, pageErrors } = await buyer('buyer1')
  const refusal = 'Enter $25 to $5,000.'
  const asked: number[] = []
  const presets: number[] = []
  await page.route('**/customer/api/configs', async (route) => {
    const response = await route.fetch()
    const { top_up: _, ...settings } = await response.json()
    const top_up = { min_cents: 1000, max_cents: 2_500_000, presets_cents: presets }
    await route.fulfill({ response, json: { ...settings, ...(presets.length > 0 ? { top_up } : {}) } })
  })
  await page.route('**/auth/top-up-balance', async (route) => {
    asked.push(route.request().postDataJSON().amount_cents)
    const json = { message: refusal, errors: { amount_cents: [refusal] } }
    await route.fulfill({ status: 422, json })
  })
  await page.goto('/profile/wallet')
  await press(main(page), 'Top up')
  const top = dialog(page, 'Top up')
  const amount = top.getByLabel('Amount')
  await amount.waitFor()
  expect(await amount.inputValue()).toBe('')
  expect(await top.getByRole('group', { name: 'How much' }).count()).toBe(0)
  expect(await top.getByText(/Minimum|Maximum|From \$/).count()).toBe(0)
  await amount.fill('0')
  await press(top, 'Top up')
  await top.getByText('Enter an amount above $0.').waitFor()
  await amount.fill('9.99')
  await press(top, 'Top up $9.99')
  await top.getByText(refusal).waitFor()
  expect(await top.getByText(refusal).count()).toBe(1)
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page, 'dialog')).toEqual([])
  await amount.fill('30000')
  await press(top, 'Top up $30,000')
  await top.getByText(refusal).waitFor()
  expect(asked).toEqual([999, 3_000_000])

  presets.push(25_000)
  await page.reload()
  await press(main(page), 'Top up')
  await press(top, 'Top up $10')
  await top.getByText(refusal).waitFor()
  await press(top, '$250')
  await expect.poll(() => top.getByText(refusal).count()).toBe(0)
  expect(pageErrors.filter((line) => !line.includes('422'))).toEqual([])
})
