/** Making an offer in real browsers: what is typed survives, what changed is shown, and one press or two make one offer. */
import type { Locator, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { writeSetting } from '#server/site/settings/settings.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, type Person, person, WIDE } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'

/** Nobody of the seeded world has an offer on these. */
const [DEAL, OTHER_DEAL, THIRD_DEAL, FOURTH_DEAL] = [10, 14, 13, 16]
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function buyer(key: 'buyer1' | 'buyer2', options: object = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  await logIn(one.context, world, key)
  return one
}

const priceOf = (frame: Locator) => frame.getByLabel('Offer price', { exact: true })

async function openDialog(page: Page, deal: number): Promise<Locator> {
  await page.goto(`/property/${deal}`)
  await offerButton(page, 'Make an offer').click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await priceOf(dialog).waitFor()
  return dialog
}

async function toReview(frame: Locator): Promise<void> {
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('group', { name: 'Proof of funds' }).first().waitFor()
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByText(/Sending costs nothing/).waitFor()
}

/** In the card on wide screens, in the bar on phones. */
const offerButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })

const offersOn = (deal: number, state?: 'draft') =>
  world.server.database.db
    .selectFrom('offers')
    .select(['id', 'state', 'price_cents', 'customer_id'])
    .where('property_id', '=', deal)
    .where('state', state ? '=' : '!=', 'draft')
    .execute()

test('a visitor reads that an offer begins with a login, logs in over the deal, and is in the offer', async () => {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  const { page, pageErrors } = one
  await page.goto(`/property/${DEAL}`)
  const offer = page.getByRole('button', { name: 'Log in to make an offer' }).filter({ visible: true })
  await offer.waitFor()
  await page.getByRole('link', { name: 'Create an account' }).filter({ visible: true }).waitFor()
  await page.setViewportSize(NARROW)
  await offer.click()
  const login = page.getByRole('dialog', { name: 'Log in' })
  await login.getByLabel('Email').fill(world.logins.buyer1.email)
  await login.getByRole('button', { name: 'Continue', exact: true }).click()
  await login.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('dialog', { name: 'Make an offer' }).waitFor()
  expect(pageErrors).toEqual([])
})

test.each([
  {
    door: 'beside the price',
    email: 'ida@calloway.example',
    leave: (page: Page) =>
      page.getByRole('link', { name: 'Create an account' }).filter({ visible: true }).click(),
  },
  {
    door: 'in the dialog that asks for a login',
    email: 'joe@calloway.example',
    leave: async (page: Page) => {
      await offerButton(page, 'Log in to make an offer').click()
      const login = page.getByRole('dialog', { name: 'Log in' })
      await login.getByRole('link', { name: 'Create an account' }).click()
    },
  },
])('a visitor who leaves an offer to register, $door, comes back to the offer', async ({ email, leave }) => {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  const { page, pageErrors } = one
  await page.goto(`/property/${OTHER_DEAL}`)
  await leave(page)
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Last name').fill('Calloway')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mobile phone').fill(`713284018${email.startsWith('ida') ? 5 : 6}`)
  await page.getByLabel('Password', { exact: true }).fill('three lamps and a ladder')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**/deal/${OTHER_DEAL}/offer`)
  await priceOf(page.getByRole('main')).waitFor()
  expect(pageErrors).toEqual([])
})

test('a visitor who logs in by a network comes back to the offer', async () => {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  const { page } = one
  await page.goto(`/property/${OTHER_DEAL}`)
  await offerButton(page, 'Log in to make an offer').click()
  const login = page.getByRole('dialog', { name: 'Log in' })
  await login.getByRole('button', { name: /^Continue with/ }).click()
  await page.waitForURL((url) => url.searchParams.has('response_type'))
  await page.getByRole('button').first().click()
  await page.waitForURL(`**/deal/${OTHER_DEAL}/offer`)
})

test('a price typed as people write it goes out as one offer, however often it is pressed, after a reload on the way', async () => {
  const { page, pageErrors } = await buyer('buyer1')
  const dialog = await openDialog(page, DEAL)
  await priceOf(dialog).fill('95k')
  const share = dialog.getByText(/% of ARV/).first()
  await share.waitFor()
  await dialog.getByText('Draft saved').waitFor()
  // The slider is the bar.
  expect(await dialog.getByRole('slider').count()).toBe(1)
  expect(await dialog.getByRole('img', { name: /of ARV/ }).count()).toBe(0)
  expect(await offersOn(DEAL, 'draft')).toMatchObject([{ price_cents: 9_500_000 }])

  await page.reload()
  await offerButton(page, 'Continue your offer').click()
  await expect.poll(() => priceOf(dialog).inputValue()).toBe('95,000')
  await toReview(dialog)
  expect(await violationsInBothThemes(page, 'dialog')).toEqual([])

  // A term that is refused is at its field, which is in the first step, and what is no field of it is said below.
  const errors = { 'terms.earnest_money_cents': ['Too low.'], expected_fee: ['Not the fee.'] }
  const refused = { status: 422, json: { message: 'Wrong.', errors } }
  await page.route('**/customer/api/offer', (route) => route.fulfill(refused), { times: 1 })
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  const earnest = dialog.getByLabel('Earnest money')
  const isWrong = () => earnest.evaluate((field) => field === document.activeElement && field.ariaInvalid)
  await expect.poll(isWrong).toBe('true')
  const said = dialog.getByText(/^(Too low|Not the fee)\.$/).filter({ visible: true })
  expect(await said.allTextContents()).toEqual(['Too low.', 'Not the fee.'])
  await earnest.fill('2500')
  await expect.poll(isWrong).toBeNull()
  await dialog.getByText('Draft saved').waitFor()
  expect(pageErrors.splice(0)).toEqual([expect.stringContaining('422')])
  await toReview(dialog)
  await dialog.getByRole('button', { name: 'Send offer' }).dblclick()
  await page.getByText(/has your offer/).waitFor()
  expect(await offersOn(DEAL)).toMatchObject([{ state: 'submitted', price_cents: 9_500_000 }])
  await page.getByRole('link', { name: 'Open your offer' }).click()
  await page.getByText('You made an offer').waitFor()

  // The deal leads to it from now on, also once it is sold, and to a new one when this one has ended.
  const { db } = world.server.database
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await page.goto(`/property/${DEAL}`)
    await offerButton(page, 'See your offer').click()
    await page.getByText('You made an offer').waitFor()
    await page.goBack()
    await offerButton(page, 'See your offer').waitFor()
    expect(await violationsInBothThemes(page, 'main')).toEqual([])
  }
  const setStatus = (status: number) =>
    db.updateTable('properties').set({ status }).where('id', '=', DEAL).execute()
  await setStatus(DEAL_STATUSES.indexOf('sold'))
  await page.reload()
  await page.getByText('This deal is sold.').filter({ visible: true }).first().waitFor()
  await offerButton(page, 'See your offer').click()
  await page.getByText('You made an offer').waitFor()
  await setStatus(DEAL_STATUSES.indexOf('available'))
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const reason = page.getByRole('dialog', { name: 'Withdraw the offer' })
  await reason.getByLabel('Reason').fill('Found another house')
  await reason.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => reason.count()).toBe(0)
  await page.setViewportSize(WIDE)
  await page.goto(`/property/${DEAL}`)
  await page
    .getByRole('region', { name: 'Price and actions' })
    .getByText(/\d used/)
    .waitFor()
  await offerButton(page, 'Make an offer').waitFor()
  expect(pageErrors).toEqual([])
})

test('a price that the seller changed meanwhile is shown with the old one, and nothing goes out until it is seen', async () => {
  const { page } = await buyer('buyer1')
  const db = world.server.database.db
  const dialog = await openDialog(page, OTHER_DEAL)
  await priceOf(dialog).fill('90k')
  await toReview(dialog)
  await db.updateTable('properties').set({ price: 123_456 }).where('id', '=', OTHER_DEAL).execute()
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await dialog.getByRole('alert').getByText('$123,456').waitFor()
  expect(await offersOn(OTHER_DEAL)).toEqual([])
  await dialog.getByRole('button', { name: 'Send with the new numbers' }).click()
  await page.getByText(/has your offer/).waitFor()
  expect(await offersOn(OTHER_DEAL)).toHaveLength(1)
})

test('leaving asks, and Enter alone stays: a draft stays under Offers, or goes', async () => {
  const { page } = await buyer('buyer1', { viewport: NARROW })
  const dialog = await openDialog(page, THIRD_DEAL)
  await priceOf(dialog).fill('80k')
  await dialog.getByText('Draft saved').waitFor()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave this offer' })
  await question.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => question.count()).toBe(0)
  expect(await priceOf(dialog).inputValue()).toBe('80,000')
  expect(await offersOn(THIRD_DEAL, 'draft')).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await offersOn(THIRD_DEAL, 'draft')).toHaveLength(1)
  await offerButton(page, 'Continue your offer').click()
  await expect.poll(() => priceOf(dialog).inputValue()).toBe('80,000')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expect.poll(() => dialog.count()).toBe(0)

  await page.goto(`/deal/${THIRD_DEAL}/offer`)
  const main = page.getByRole('main')
  await expect.poll(() => priceOf(main).inputValue()).toBe('80,000')
  await main.getByRole('link', { name: 'Back to the deal' }).click()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => offersOn(THIRD_DEAL, 'draft')).toEqual([])
})

test('what is typed about a proof of funds is what Continue saves, and a wrong amount stays on the step', async () => {
  const { page, pageErrors } = await buyer('buyer1', { viewport: NARROW })
  const dialog = await openDialog(page, THIRD_DEAL)
  await priceOf(dialog).fill('82k')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const [amount, bank] = [dialog.getByLabel('Amount it shows'), dialog.getByRole('textbox', { name: 'Bank' })]
  await amount.fill('lots')
  await bank.fill('Heights Community Bank')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Enter an amount, like 250k.').waitFor()
  await amount.fill('260k')
  await dialog.getByLabel('Good until').fill('2031-03-04')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => bank.inputValue()).toBe('Heights Community Bank')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(/Sending costs nothing/).waitFor()
  expect(await proofsAt(page, 'Heights Community Bank')).toMatchObject([
    { amount_cents: 26_000_000, valid_until: '2031-03-04' },
  ])

  await dialog.getByRole('button', { name: 'Back' }).click()
  await bank.fill('Bayou City Trust')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft and leave' }).click()
  await expect.poll(() => proofsAt(page, 'Bayou City Trust')).toHaveLength(1)
  expect(pageErrors).toEqual([])
})

/** As the person who is logged in reads them from the server. */
async function proofsAt(page: Page, bank: string) {
  const answer = await page.request.get('/customer/api/proof-of-funds')
  const { data } = (await answer.json()) as { data: { bank: string | null }[] }
  return data.filter((proof) => proof.bank === bank)
}

test('who has no deposit pays it over the offer, by another card when the first is declined, and sends what was typed before', async () => {
  const { page } = await buyer('buyer2')
  await refundDeposit()
  await page.goto(`/deal/${THIRD_DEAL}/offer`)
  const main = page.getByRole('main')
  await priceOf(main).fill('85k')
  const list = main.getByRole('list', { name: 'Before you can send' })
  await list.getByText('Refundable deposit, to do').waitFor()
  await main.locator('summary', { hasText: 'Terms' }).click()
  await main.getByLabel('Inspection days').fill('12')
  const pay = page.getByRole('dialog', { name: 'Refundable deposit' })
  await list.getByRole('button', { name: 'Pay the deposit' }).click()
  await pay.getByRole('radio', { name: /^Card/ }).check()
  await payByNewCard(page, pay, '4000000000009995')
  await pay.getByRole('heading', { name: 'Card declined' }).waitFor()
  await pay.getByRole('button', { name: 'Try again' }).click()
  await pay.getByRole('radio', { name: /^Card/ }).check()
  await payByNewCard(page, pay, '4242424242424242')
  await pay.getByText(/is paid and held/).waitFor()
  await pay.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => list.getByText('Refundable deposit, to do').count()).toBe(0)
  expect(await priceOf(main).inputValue()).toMatch(/^85/)
  expect(await main.getByLabel('Inspection days').inputValue()).toBe('12')
  await toReview(main)
  await main.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText(/has your offer/).waitFor()
  expect(await offersOn(THIRD_DEAL)).toMatchObject([{ state: 'submitted', price_cents: 8_500_000 }])
})

test('who has no deposit reads so beside the price of a deal, and pays it there', async () => {
  const { page, pageErrors } = await buyer('buyer2')
  await refundDeposit()
  await page.goto(`/property/${FOURTH_DEAL}`)
  const card = page.getByRole('region', { name: 'Price and actions' })
  const configs = await (await page.request.get('/customer/api/configs')).json()
  const amount = `$${(configs.deposit_amount_cents / 100).toLocaleString('en-US')}`
  const notice = card.getByText(
    `Sending an offer needs a refundable deposit of ${amount}. You can write the offer first.`,
  )
  await notice.waitFor()
  expect(await reasonOf(card)).toContain(await notice.textContent())
  expect(await violationsInBothThemes(page, 'main')).toEqual([])
  // On phones it is on the page, since the card is not.
  await page.setViewportSize(NARROW)
  const main = page.getByRole('main')
  await main.getByText('You can write the offer first.').filter({ visible: true }).waitFor()
  await page.setViewportSize(WIDE)
  await card.getByRole('button', { name: 'Pay deposit' }).click()
  const pay = page.getByRole('dialog', { name: 'Refundable deposit' })
  await pay.getByRole('radio', { name: /^Card/ }).check()
  await payByNewCard(page, pay, '4242424242424242')
  await pay.getByText(/is paid and held/).waitFor()
  await card.getByText('Active', { exact: true }).waitFor() // live, under the open dialog
  await pay.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  expect(pageErrors).toEqual([])
})

test('whose deposit covers no more offers reads so beside the price, and can write a draft', async () => {
  const { page } = await buyer('buyer1')
  const { db } = world.server.database
  const deal = await dealWithoutOffer(world)
  const gate = async () =>
    (await (await page.request.get(`/customer/api/offer-gate?property_id=${deal}`)).json()).data
  const { active_offers_count: active } = await gate()
  await writeSetting(db, 'offers_per_deposit_limit', active, null)
  // The server keeps settings for a moment.
  await expect.poll(async () => (await gate()).offers_per_deposit_limit).toBe(active)
  await page.goto(`/property/${deal}`)
  const card = page.getByRole('region', { name: 'Price and actions' })
  const words = `All ${active} offers on your deposit are active. You can write a draft now and send it when one has ended.`
  await card.getByText(words).waitFor()
  expect(await reasonOf(card)).toContain(words)
  expect(await card.getByRole('link', { name: 'See your offers' }).getAttribute('href')).toBe(
    '/profile/offers',
  )
  await card.getByRole('button', { name: 'Make an offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByText(`${active} of ${active} offers used, to do`).waitFor()
  await priceOf(dialog).fill('70k')
  await dialog.getByText('Draft saved').waitFor()
  expect(await offersOn(deal, 'draft')).toMatchObject([{ price_cents: 7_000_000 }])
  expect((await gate()).active_offers_count).toBe(active)
  await db.deleteFrom('settings').where('name', '=', 'offers_per_deposit_limit').execute()
})

/** What a screen reader says with the button. */
const reasonOf = (card: Locator) =>
  card.getByRole('button', { name: 'Make an offer' }).evaluate((button) => {
    const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  })

async function refundDeposit(): Promise<void> {
  const { db } = world.server.database
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', world.logins.buyer2.email)
    .executeTakeFirstOrThrow()
  await db.updateTable('deposits').set({ state: 'refunded' }).where('customer_id', '=', id).execute()
}

async function payByNewCard(page: Page, pay: Locator, number: string) {
  await pay.getByRole('button', { name: 'Add a card' }).click()
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
  await pay.getByRole('button', { name: 'Add card' }).click()
  await pay.getByRole('radio', { name: new RegExp(number.slice(-4)), checked: true }).waitFor()
  await pay.getByRole('button', { name: /^Pay \$/ }).click()
}

test('on the narrowest phones the address has its room beside a draft that is kept in this browser', async () => {
  const { page } = await buyer('buyer2', { viewport: { width: 320, height: 640 } })
  const dialog = await openDialog(page, DEAL)
  await page.route('**/customer/api/offer**', (route) => route.abort())
  await priceOf(dialog).fill('90k')
  await dialog.getByText('Draft kept in this browser').waitFor()
  const street = (await page.locator('main h1').textContent()) ?? ''
  const missing = (one: HTMLElement) => one.scrollWidth - one.clientWidth
  expect(await dialog.getByText(street, { exact: true }).evaluate(missing)).toBe(0)
})
