/** My offers in a real browser over the real server: the seller's answers come by themselves, and a confirmation is a press. */
import type { Locator, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, type Person, person } from '#tests/support/browser.ts'
import { logIn, sellerPut, withWorld } from '#tests/support/fixtures.ts'

/** Of Lone Star Dispositions, where the first seller works; nobody of the seeded world has an offer on it. */
const DEAL = 3
/** The bank declines the one and takes the other. */
const [POOR, GOOD] = ['4000000000009995', '4242424242424242'] as const
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function dana(options: object = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  await logIn(one.context, world)
  return one
}

/** The seller of the deal, over HTTP as the seller app does. */
async function sellerApp() {
  const put = await sellerPut(world)
  return async (id: number, move: object) => {
    const { version } = await world.server.database.db
      .selectFrom('offers')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await put(`offers/${id}`, { version, ...move })
  }
}

test('the link that asks for a confirmation says what has become of the offer since', async () => {
  const { page } = await dana()
  const { id } = await world.server.database.db
    .selectFrom('offers')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .select('offers.id')
    .where('customers.email', '=', world.logins.buyer1.email)
    .where('offers.state', '=', 'closed')
    .executeTakeFirstOrThrow()
  await page.goto(`/offer/${id}/confirm`)
  await page.getByRole('main').getByText('The deal is closed.').waitFor()
  expect(await page.getByText('The seller signs the contract next.').count()).toBe(0)
})

test('a counteroffer comes in by itself, is accepted, and binds only after a press on the page of the mailed link, to which topping up comes back', async () => {
  const { page, pageErrors } = await dana()
  const id = await sendOffer(page, DEAL)
  await page.goto(`/profile/offers?offer=${id}`)
  const main = page.getByRole('main')
  await main.getByText('for the seller to answer').waitFor()

  const home = await page.context().newPage()
  await home.goto('/')
  const asked = home
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /\$95,000, until / })
  await home
    .getByRole('link', { name: /^For you/ })
    .first()
    .waitFor()

  const move = await sellerApp()
  await move(id, {
    action: 'counter',
    terms: { price_cents: 9_500_000, note: 'Closer to what it costs us.' },
  })
  await main.getByRole('button', { name: 'Accept' }).waitFor()
  await main.getByText('Closer to what it costs us.').waitFor()
  await asked.click()
  await home.waitForURL(`**/profile/offers?offer=${id}`)
  await home.close()
  const change = main.getByRole('listitem').filter({ hasText: 'Price: ' }).last()
  await expect.poll(() => change.textContent()).toMatch(/\$90,000\s*\$95,000/)
  expect(await violationsInBothThemes(page, 'main')).toEqual([])

  await main.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await main.getByRole('link', { name: 'Confirm the offer' }).click()
  const confirm = main.getByRole('button', { name: /^Confirm and pay \$/ })
  await confirm.waitFor()
  expect(await stateOf(id)).toBe('accepted')
  // More than the wallet holds.
  await world.server.database.db
    .updateTable('offers')
    .set({ platform_fee_cents: 300_000 })
    .where('id', '=', id)
    .execute()
  await page.reload()
  await main.getByText(/Your wallet is \$[\d,.]+ short of the fee/).waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await main.getByRole('button', { name: 'Top up' }).click()
  await payByNewCard(page, GOOD)
  await main.getByRole('heading', { name: /added$/ }).waitFor()
  await page.reload()
  await main.getByRole('link', { name: 'Continue', exact: true }).click()
  expect(new URL(page.url()).pathname).toBe(`/offer/${id}/confirm`)
  await confirm.dblclick()
  await main.getByRole('heading', { name: 'Your offer is confirmed' }).waitFor()
  expect(await stateOf(id)).toBe('confirmed')

  await main.getByRole('link', { name: 'Open the offer' }).click()
  await main.getByRole('list', { name: 'Steps to closing' }).getByText('Contract signed').waitFor()
  await main.getByRole('button', { name: 'Request release' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('who changes a declined card while confirming an offer comes back to that step, pays by the new card and confirms', async () => {
  const { page } = await dana()
  const id = await sendOffer(page, await otherDeal())
  await (await sellerApp())(id, { action: 'accept' })
  const { db } = world.server.database
  await db.updateTable('offers').set({ platform_fee_cents: 900_000 }).where('id', '=', id).execute()
  await page.goto(`/offer/${id}/confirm`)
  const main = page.getByRole('main')
  await main.getByText(/Your wallet is \$[\d,.]+ short of the fee/).waitFor()
  await main.getByRole('button', { name: 'Top up' }).click()
  await payByNewCard(page, POOR)
  await main.getByRole('heading', { name: 'Card declined' }).waitFor()
  await main.getByRole('link', { name: 'Change the card' }).click()
  await main.getByRole('button', { name: 'Add card' }).click()
  await typeCard(page, page.getByRole('dialog', { name: 'Add a card' }), GOOD)
  // Back at the very step, which still says what is missing.
  await page.waitForURL(`**/offer/${id}/confirm`)
  await main.getByText(/Your wallet is \$[\d,.]+ short of the fee/).waitFor()
  await main.getByRole('button', { name: 'Top up' }).click()
  const again = page.getByRole('dialog', { name: 'Top up' })
  await again.getByRole('radio', { name: /4242/, checked: true }).waitFor()
  await again.getByRole('button', { name: /^Top up \$/ }).click()
  await main.getByRole('heading', { name: /added$/ }).waitFor()
  await main.getByRole('link', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`**/offer/${id}/confirm`)
  await main.getByRole('button', { name: /^Confirm and pay \$/ }).click()
  await main.getByRole('heading', { name: 'Your offer is confirmed' }).waitFor()
  expect(await stateOf(id)).toBe('confirmed')
})

test('on a phone the offers stand in groups, an open one is withdrawn with its reason, and the past ones in their tab', async () => {
  const { page } = await dana({ viewport: NARROW })
  await page.goto('/profile/offers')
  const main = page.getByRole('main')
  // By keys: the arrow shows the other tab at once.
  await main.getByRole('tab', { name: /^Active/ }).focus()
  await page.keyboard.press('ArrowRight')
  await main.getByRole('tab', { name: /^Past/, selected: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await main.getByText('Waiting for the seller').waitFor()
  expect(await violationsInBothThemes(page, 'main')).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(NARROW.width)

  await main.getByRole('row').filter({ hasText: 'Submitted' }).getByRole('link').first().click()
  await main.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the offer' })
  await dialog.getByLabel('Reason').fill('Found another house.')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await main.getByText('You withdrew the offer').waitFor()
  await main.getByRole('link', { name: 'All offers' }).click()
  await main.getByRole('tab', { name: /^Past/ }).click()
  await main.getByRole('row').filter({ hasText: 'Withdrawn' }).first().waitFor()
})

/** Another of the same seller's, on which this buyer has no offer. */
async function otherDeal(): Promise<number> {
  const { db } = world.server.database
  const taken = db
    .selectFrom('offers')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .select('offers.property_id')
    .where('customers.email', '=', world.logins.buyer1.email)
  const row = await db
    .selectFrom('properties')
    .innerJoin('properties as one', 'one.account_id', 'properties.account_id')
    .select('properties.id')
    .where('one.id', '=', DEAL)
    .where('properties.id', '<>', DEAL)
    .where('properties.id', 'not in', taken)
    .where('properties.status', '=', 0)
    .where('properties.listing', '=', 'listed')
    .orderBy('properties.id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function sendOffer(page: Page, deal: number): Promise<number> {
  const sent = await page.request.post('/customer/api/offer', {
    data: {
      property_id: deal,
      terms: { price_cents: 9_000_000, closing_on: closingDay() },
      proof_id: await proof(),
    },
    headers: { 'X-XSRF-TOKEN': await csrf(page.context()) },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  return ((await sent.json()) as { data: { id: number } }).data.id
}

async function payByNewCard(page: Page, number: string) {
  const top = page.getByRole('dialog', { name: 'Top up' })
  await top.getByRole('button', { name: 'Add a card' }).click()
  await typeCard(page, top, number)
  // The dialog gets lower then: a press that begins before it would end beside the button.
  await top.getByRole('radio', { name: new RegExp(number.slice(-4)), checked: true }).waitFor()
  await top.getByRole('button', { name: /^Top up \$/ }).click()
}

async function typeCard(page: Page, dialog: Locator, number: string) {
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
  await dialog.getByRole('button', { name: 'Add card' }).click()
}

const closingDay = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

const stateOf = async (id: number) =>
  (
    await world.server.database.db
      .selectFrom('offers')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

async function proof(): Promise<number> {
  const row = await world.server.database.db
    .selectFrom('proofs_of_funds')
    .innerJoin('customers', 'customers.id', 'proofs_of_funds.customer_id')
    .select('proofs_of_funds.id')
    .where('customers.email', '=', world.logins.buyer1.email)
    .orderBy('proofs_of_funds.id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

async function csrf(context: Person['context']): Promise<string> {
  const cookies = await context.cookies()
  return decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '')
}
