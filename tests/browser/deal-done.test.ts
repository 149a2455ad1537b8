/** One deal with two people at it, from the first dollar to the last review: each hears of the other's move by itself. */
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { buyerOf } from '#demo/seed/logins.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'
import { PDF } from '#tests/support/uploads.ts'

/** Of Lone Star Dispositions; nobody of the seeded world has an offer on it. */
const DEAL = 3
const STREET = 'Larkspur'
const BUYER = 'Marcus Reyes'
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
let buyer: Person
let seller: Person

beforeAll(async () => {
  ;[buyer, seller] = (await Promise.all([1, 2].map(() => person(browser, { baseURL: world.url })))) as [
    Person,
    Person,
  ]
  await logIn(buyer.context, world, 'buyer2')
  await seller.page.goto('/seller/?login=seller1')
  await seller.page.getByRole('navigation', { name: 'Seller app' }).waitFor()
})

const main = (page: Page) => page.getByRole('main')
const part = (name: string) =>
  seller.page.getByRole('navigation', { name: 'Seller app' }).getByRole('link', { name, exact: true }).click()
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** Chooses a move in the seller app and says it once more. */
async function move(name: string): Promise<void> {
  const { page } = seller
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).waitFor()
  await page.getByRole('button', { name, exact: true }).click()
}

/** The books as they are in the database: nothing created, nothing lost. */
async function books() {
  const { db } = world.server.database
  const rows = await db.selectFrom('ledger_entries').select('amount_cents').execute()
  return rows.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
}

test('money comes in from a card', async () => {
  const { page } = buyer
  await page.goto('/profile/wallet')
  await press(page, 'Top up')
  const top = page.getByRole('dialog', { name: 'Top up' })
  await top.getByRole('button', { name: 'Add a card', exact: true }).click()
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill('4242424242424242')
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
  await top.getByRole('button', { name: 'Add card', exact: true }).click()
  await top.getByRole('radio', { name: /4242/, checked: true }).waitFor()
  await top.getByRole('button', { name: '$1,000', exact: true }).click()
  await top.getByRole('button', { name: 'Top up $1,000', exact: true }).click()
  await main(page).getByRole('heading', { name: '$1,000 added' }).waitFor()
  expect(await books()).toBe(0)
})

test('an offer with a proof of funds goes out, under review as its seller takes it, and is in the seller app', async () => {
  const { page } = buyer
  await part('Company')
  await seller.page.getByLabel('A proof of funds counts').selectOption('As soon as it is uploaded')
  await seller.page.getByRole('button', { name: 'Save settings' }).click()
  await seller.page.getByText('Saved.').waitFor()
  await page.goto(`/deal/${DEAL}/offer`)
  await main(page).getByLabel('Offer price', { exact: true }).fill('120k')
  await press(page, 'Continue')
  await main(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'frost-bank.pdf', mimeType: 'application/pdf', buffer: PDF })
  await main(page).getByText('frost-bank.pdf').first().waitFor()
  await main(page)
    .getByRole('radio', { name: /frost-bank\.pdf Under review/, checked: true })
    .waitFor()
  await press(page, 'Continue')
  await press(page, 'Send offer')
  await page.getByText(/has your offer/).waitFor()
  await page.getByRole('link', { name: 'Open your offer' }).click()
  await main(page).getByText('for the seller to answer').waitFor()
  await part('Offers')
  await seller.page.getByRole('button').filter({ hasText: BUYER }).filter({ hasText: '$120,000' }).click()
  await seller.page.getByRole('link', { name: /^Proof of funds/ }).waitFor()
  await seller.page
    .getByRole('listitem')
    .filter({ hasText: /^Proof of funds/ })
    .getByText('under review')
    .waitFor()
})

test('the mail about it leads the seller to the offer', async () => {
  const { email } = world.logins.seller1
  const link = await linkTo(world.url, email, '/seller/#offers/', ({ subject }) =>
    new RegExp(`^New offer: \\$120,000 on .*${STREET}`).test(subject ?? ''),
  )
  const page = await seller.context.newPage()
  await page.goto(link)
  await main(page)
    .filter({ hasText: new RegExp(STREET) })
    .filter({ hasText: BUYER })
    .filter({ hasText: '$120,000' })
    .waitFor()
  // Only the offer that is open shows its papers.
  await page.getByRole('link', { name: /^Proof of funds/ }).waitFor()
  await page.close()
})

test('the seller accepts, the buyer confirms, and each sees the other’s move without asking', async () => {
  const sellerApp = seller.page
  await sellerApp.getByRole('button', { name: 'Counter', exact: true }).click()
  await sellerApp.getByLabel('Note (optional)').fill('We leave the refrigerator.')
  await part('Company')
  const question = sellerApp.getByRole('dialog', { name: 'Leave without saving' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await sellerApp.getByRole('button', { name: 'Back', exact: true }).click()
  await move('Accept')
  const { page } = buyer
  await main(page).getByRole('link', { name: 'Confirm the offer' }).click()
  await main(page)
    .getByRole('button', { name: /^Confirm and pay \$997/ })
    .click()
  await main(page).getByRole('heading', { name: 'Your offer is confirmed' }).waitFor()
  await main(page).getByRole('link', { name: 'Open the offer' }).click()
  await seller.page.getByRole('button', { name: 'Contract is signed', exact: true }).waitFor()
  expect(await books()).toBe(0)
})

test('the contract is signed, the way to closing is walked, and the deal is closed', async () => {
  const { page } = buyer
  await move('Contract is signed')
  await main(page).getByText('Under contract').first().waitFor()
  const title = seller.page.getByRole('checkbox', { name: 'Title opened' })
  await title.click()
  await expect.poll(() => title.isChecked()).toBe(true)
  await main(page).getByRole('button', { name: 'Add a file to “Inspection”' }).click()
  await main(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'roof-report.pdf', mimeType: 'application/pdf', buffer: PDF })
  await main(page)
    .getByRole('link', { name: /^roof-report\.pdf/ })
    .first()
    .waitFor()
  await seller.page
    .getByRole('listitem')
    .filter({ hasText: 'roof-report.pdf' })
    .getByText('Inspection')
    .waitFor()
  await seller.page.getByRole('button', { name: 'Add a file to “Title opened”' }).click()
  await seller.page
    .getByLabel('Add files to “Title opened”: file')
    .setInputFiles({ name: 'title-report.pdf', mimeType: 'application/pdf', buffer: PDF })
  await main(page)
    .getByRole('list', { name: 'Files of “Title opened”' })
    .getByRole('listitem')
    .filter({ hasText: 'title-report.pdf' })
    .getByText('from the seller')
    .waitFor()
  await move('Close the deal')
  await main(page).getByText('Closed').first().waitFor()
  await page.goto(`/property/${DEAL}`)
  await main(page).getByText('This deal is sold. Offers are closed.').first().waitFor()
  // The fee was charged once, and the deposit is free again.
  const id = buyerOf('buyer2') ?? 0
  const { db } = world.server.database
  const fees = await db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('customer_id', '=', id)
    .where('kind', '=', 'platform_fee')
    .where('created_at', '>', new Date(Date.now() - 10 * 60_000))
    .execute()
  expect(fees).toHaveLength(1)
  expect(await books()).toBe(0)
})

test('both review each other, and neither is shown before the other has written', async () => {
  const { page } = buyer
  await page.goto('/profile/reviews?tab=written')
  const may = main(page).getByRole('region', { name: 'You may review' })
  await may.waitFor()
  const rest = may.getByRole('button', { name: /^Show all/ })
  if ((await rest.count()) > 0) await rest.click()
  await may.getByRole('button', { name: new RegExp(`^Write a review of Lone Star.*${STREET}`) }).click()
  const form = page.getByRole('dialog', { name: /^Review Lone Star/ })
  await form
    .getByRole('radiogroup', { name: 'Overall' })
    .getByRole('radio', { name: '5 stars' })
    .check({ force: true })
  await form.getByLabel('How was it to work with them?').fill('Closed on the day they said, title was clean.')
  await form.getByRole('button', { name: 'Send review' }).click()
  const own = page.getByRole('article', { name: 'Review: Lone Star Dispositions' }).first()
  await own.getByText('Not shown yet').waitFor()

  const sellerApp = seller.page
  await sellerApp.goto(
    await linkTo(world.url, world.logins.seller1.email, '/seller/', ({ subject }) =>
      new RegExp(`^${BUYER} reviewed you`).test(subject ?? ''),
    ),
  )
  await sellerApp.getByRole('button', { name: new RegExp(`^Review ${BUYER}, .*${STREET}`) }).click()
  await sellerApp.getByRole('radio', { name: '5 stars' }).first().check({ force: true })
  await sellerApp.getByLabel('Your review').fill('Wired early and answered every question.')
  await sellerApp.getByRole('button', { name: 'Send review' }).click()
  await sellerApp.getByText('Wired early and answered every question.').waitFor()
  await page.reload()
  await own.getByText('title was clean').waitFor()
  await expect.poll(() => own.getByText('Not shown yet').count()).toBe(0)
  await page.goto('/profile/reviews')
  await main(page).getByText('Wired early and answered every question.').waitFor()

  // The seller’s list is still open.
  await sellerApp.getByText('Closed on the day they said, title was clean.').waitFor()
  await page.goto('/profile/reviews?tab=written')
  await own.getByRole('button', { name: /^Edit your review/ }).click()
  const change = page.getByRole('dialog', { name: /^Your review of Lone Star/ })
  await change.getByLabel('How was it to work with them?').fill('Closed a day early, title was clean.')
  await change.getByRole('button', { name: 'Save review' }).click()
  await sellerApp.getByText('Closed a day early, title was clean.').waitFor()
  expect(buyer.pageErrors).toEqual([])
})
