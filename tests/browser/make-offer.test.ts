/** Making an offer in real browsers: what is typed survives, what changed is shown, and one press or two make one offer. */
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { launch, NARROW, type Person, person } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

/** Nobody of the seeded world has an offer on these. */
const [DEAL, OTHER_DEAL, THIRD_DEAL] = [10, 14, 13]
let world: TestWorld
let browser: Browser
const people: Person[] = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld({ messages: 0, companies: 0, deals: 60 }), launch()])
})
afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

async function buyer(key: 'buyer1' | 'buyer2', options: object = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  const { email, password } = world.logins[key]
  const recaptcha_token = await solveCaptchaAt(world.url)
  const response = await one.context.request.post('/login', { data: { email, password, recaptcha_token } })
  expect(response.status()).toBe(200)
  return one
}

const priceOf = (frame: Locator) => frame.getByLabel('Offer price', { exact: true })

async function openDialog(page: Page, deal: number): Promise<Locator> {
  await page.goto(`/property/${deal}`)
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await priceOf(dialog).waitFor()
  return dialog
}

const offersOn = (deal: number, state?: 'draft') =>
  world.server.database.db
    .selectFrom('offers')
    .select(['id', 'state', 'price_cents', 'customer_id'])
    .where('property_id', '=', deal)
    .where('state', state ? '=' : '!=', 'draft')
    .execute()

test('a price typed as people write it goes out as one offer, however often it is pressed, after a reload on the way', async () => {
  const { page, trouble } = await buyer('buyer1')
  const dialog = await openDialog(page, DEAL)
  await priceOf(dialog).fill('95k')
  await dialog
    .getByText(/% of ARV/)
    .first()
    .waitFor()
  await dialog.getByText('Draft saved').waitFor()
  expect(await offersOn(DEAL, 'draft')).toMatchObject([{ price_cents: 9_500_000 }])

  await page.reload()
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  await expect.poll(() => priceOf(dialog).inputValue()).toBe('95,000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('group', { name: 'Proof of funds' }).first().waitFor()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(/Sending costs nothing/).waitFor()
  expect(await violationsInBothThemes(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Send offer' }).dblclick()
  await page.getByText(/has your offer/).waitFor()
  expect(await offersOn(DEAL)).toMatchObject([{ state: 'submitted', price_cents: 9_500_000 }])
  await page.getByRole('link', { name: 'Open your offer' }).click()
  await page.getByText('You made an offer').waitFor()
  expect(trouble).toEqual([])
})

test('a price that the seller changed meanwhile is shown with the old one, and nothing goes out until it is seen', async () => {
  const { page } = await buyer('buyer1')
  const db = world.server.database.db
  const dialog = await openDialog(page, OTHER_DEAL)
  await priceOf(dialog).fill('90k')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await db.updateTable('properties').set({ price: 123_456 }).where('id', '=', OTHER_DEAL).execute()
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await dialog.getByRole('alert').getByText('$123,456').waitFor()
  expect(await offersOn(OTHER_DEAL)).toEqual([])
  await dialog.getByRole('button', { name: 'Send with the new numbers' }).click()
  await page.getByText(/has your offer/).waitFor()
  expect(await offersOn(OTHER_DEAL)).toHaveLength(1)
})

test('leaving asks: a draft stays under Offers, or goes', async () => {
  const { page } = await buyer('buyer1', { viewport: NARROW })
  const dialog = await openDialog(page, THIRD_DEAL)
  await priceOf(dialog).fill('80k')
  await dialog.getByText('Draft saved').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave this offer' }).getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await offersOn(THIRD_DEAL, 'draft')).toHaveLength(1)

  await page.goto(`/deal/${THIRD_DEAL}/offer`)
  const main = page.getByRole('main')
  await expect.poll(() => priceOf(main).inputValue()).toBe('80,000')
  await main.getByRole('link', { name: 'Back to the deal' }).click()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => offersOn(THIRD_DEAL, 'draft')).toEqual([])
})

test('who has no deposit reads what is missing and pays it in place, over the offer', async () => {
  const { page } = await buyer('buyer2')
  const { db } = world.server.database
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', world.logins.buyer2.email)
    .executeTakeFirstOrThrow()
  await db.updateTable('deposits').set({ state: 'refunded' }).where('customer_id', '=', id).execute()
  await page.goto(`/deal/${THIRD_DEAL}/offer`)
  const main = page.getByRole('main')
  await priceOf(main).fill('85k')
  const list = main.getByRole('list', { name: 'Before you can send' })
  await list.getByText('Refundable deposit, to do').waitFor()
  await list.getByRole('button', { name: 'Pay the deposit' }).click()
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await priceOf(main).inputValue()).toMatch(/^85/)
})
