/** Hearts and hidden addresses in real browsers over the real server: a visitor's heart, and a request that a seller grants. */
import type { Page } from 'playwright'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { customerId } from '#demo/seed/ids.ts'
import { axe } from '#tests/support/axe.ts'
import { type Person, person, wholeList } from '#tests/support/browser.ts'
import { hideStreet, logIn, withWorld } from '#tests/support/fixtures.ts'
import { codeTo, linkTo } from '#tests/support/letters.ts'

/** A deal of Lone Star Dispositions, whose person is seller1. */
const DEAL = 2
const STREET = '906 Caplin Street'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const people: Person[] = []

beforeAll(() => hideStreet(world, DEAL))

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function visitor(): Promise<Person> {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  return one
}

/** What is half faded in is paler than it will be. */
const fadedIn = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

async function violationsOf(page: Page): Promise<string[]> {
  await fadedIn(page)
  const { violations } = await axe(page).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}

/** Another deal of Lone Star Dispositions whose address is asked for. */
async function otherHiddenDeal(): Promise<number> {
  const { db } = world.server.database
  const { id } = await db
    .selectFrom('properties')
    .select('id')
    .where('account_id', '=', 1)
    .where('id', '!=', DEAL)
    .where('status', '=', 0)
    .where('listing', '=', 'listed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const update = db.updateTable('properties').set({ is_street_shown: false, address_rule: 'manual' })
  await update.where('id', '=', id).execute()
  return id
}

const address = (page: Page) => page.getByRole('region', { name: 'Address', exact: true })

test('an address is asked for, and shows on the page and in the thread as soon as the seller grants it', async () => {
  const dana = await visitor()
  await logIn(dana.context, world)
  const deal = dana.page
  await deal.goto(`/property/${DEAL}`)
  await address(deal)
    .getByText(/of \d+ address requests left today/)
    .waitFor()
  expect(await deal.content()).not.toContain('Caplin')
  await address(deal).getByRole('button', { name: 'Request address' }).click()
  await address(deal).getByText('Your request was submitted').waitFor()

  const thread = await dana.context.newPage()
  await thread.goto('/messenger?account=1')
  const asked = thread.getByRole('article').filter({ hasText: 'Address request' }).last()
  await asked.getByText('Pending').waitFor()
  expect(await asked.textContent()).not.toContain('Caplin')

  const sellerApp = await visitor()
  await sellerApp.page.goto('/seller/?login=seller1')
  await sellerApp.page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  await sellerApp.page.goto(
    await linkTo(world.url, world.logins.seller1.email, '/seller/', ({ subject }) =>
      new RegExp(`^Dana Whitfield asks for the address of ${STREET}`).test(subject ?? ''),
    ),
  )
  await sellerApp.page.getByRole('log').getByRole('article').filter({ hasText: STREET }).last().waitFor()
  await sellerApp.page.getByRole('button', { name: /^Requests \(\d+\)$/ }).click()
  expect(await violationsOf(sellerApp.page)).toEqual([])
  const request = sellerApp.page
    .getByRole('dialog', { name: 'Requests' })
    .getByRole('listitem')
    .filter({ hasText: STREET })
  await request.getByRole('button', { name: /^Grant the address to/ }).click()
  await request.getByText('Address granted').waitFor()

  await address(deal).getByRole('heading', { name: STREET }).waitFor()
  await deal.getByRole('heading', { level: 1, name: STREET }).waitFor()
  await asked.getByText('Address granted').waitFor()
  await asked.getByText(STREET).waitFor()
  await thread.getByText(`The address is ${STREET}`).first().waitFor()
  await deal.goto('/profile/requests')
  await deal
    .getByRole('main')
    .getByRole('link', { name: new RegExp(STREET) })
    .waitFor()
  expect([...dana.pageErrors, ...sellerApp.pageErrors]).toEqual([])
})

test('what a visitor writes with a request goes out once they have logged in, and the seller reads it', async () => {
  const deal = await otherHiddenDeal()
  const { page, pageErrors } = await visitor()
  await page.goto(`/property/${deal}`)
  await address(page).getByRole('button', { name: 'Add a message' }).click()
  await address(page).getByLabel('Message to the seller').fill('I can see it on Friday.')
  await address(page).getByRole('button', { name: 'Request address' }).click()
  const login = page.getByRole('dialog', { name: 'Log in' })
  await login.getByText('Log in to request the address.').waitFor()
  await login.getByLabel('Email').fill(world.logins.buyer1.email)
  await login.getByRole('button', { name: 'Continue', exact: true }).click()
  await login.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  // Without a second press.
  await address(page).getByText('Your request was submitted').waitFor()
  const sellerApp = await visitor()
  await sellerApp.page.goto('/seller/?login=seller1')
  await sellerApp.page.getByRole('button', { name: /^Requests \(\d+\)$/ }).click()
  const requests = sellerApp.page.getByRole('dialog', { name: 'Requests' })
  await requests.getByRole('listitem').filter({ hasText: 'I can see it on Friday.' }).waitFor()
  expect([...pageErrors, ...sellerApp.pageErrors]).toEqual([])
})

test('a visitor who creates an account from a deal comes back to it, and the words for the seller are still there', async () => {
  const deal = await otherHiddenDeal()
  const { page, pageErrors } = await visitor()
  await page.goto(`/property/${deal}?from=mail`)
  await address(page).getByRole('button', { name: 'Add a message' }).click()
  await address(page).getByLabel('Message to the seller').fill('I pay cash.')
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click()
  await page.waitForURL('**/register?*')
  await page.getByLabel('First name').fill('Ruth')
  await page.getByLabel('Last name').fill('Calloway')
  await page.getByLabel('Email').fill('ruth@calloway.example')
  await page.getByLabel('Mobile phone').fill('7132840171')
  await page.getByLabel('Password', { exact: true }).fill('three lamps and a ladder')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**/property/${deal}?from=mail`)
  expect(await address(page).getByLabel('Message to the seller').inputValue()).toBe('I pay cash.')
  expect(pageErrors).toEqual([])
})

test('a buyer who has confirmed nothing sees it in advance, and confirms both without leaving the deal', async () => {
  const { db } = world.server.database
  const buyer = { id: customerId('buyer2'), ...world.logins.buyer2 }
  const phone = '+17132840188'
  await db.updateTable('customers').set({ email_confirmed_at: null }).where('id', '=', buyer.id).execute()
  await db
    .updateTable('customer_phones')
    .set({ confirmed_at: null, phone })
    .where('customer_id', '=', buyer.id)
    .execute()
  const { page, context, pageErrors } = await visitor()
  await logIn(context, world, 'buyer2')
  await page.goto(`/property/${DEAL}`)
  const later = page.getByRole('dialog').getByRole('button', { name: 'Later' })
  await later.click()
  const ask = address(page).getByRole('button', { name: 'Request address' })
  await address(page).getByText('Confirm your email and a phone number to request the address.').waitFor()
  expect(await ask.isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])

  await address(page).getByRole('button', { name: 'Confirm email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByRole('button', { name: 'Enter the code' }).click()
  await dialog.getByLabel('Code from the email').fill(await codeTo(world.url, buyer.email))
  await address(page).getByText('Confirm a phone number to request the address.').waitFor()

  await address(page).getByRole('button', { name: 'Confirm a phone' }).click()
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await dialog.getByLabel(/^Code texted to/).fill(await codeTo(world.url, phone))
  await dialog.waitFor({ state: 'hidden' })
  await ask.click()
  await address(page).getByText('Your request was submitted').waitFor()
  expect(pageErrors).toEqual([])
})

test('a visitor’s heart stays through a reload, and moves into the account at login', async () => {
  const { page, pageErrors } = await visitor()
  await page.goto('/deals')
  await wholeList(page)
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^Save (?!search)/ })
    .first()
  await heart.click()
  const name = (await heart.getAttribute('aria-label')) ?? ''
  const same = page.getByRole('main').getByRole('button', { name, exact: true }).first()
  await expect.poll(() => same.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await expect.poll(() => same.getAttribute('aria-pressed')).toBe('true')

  await page.goto('/login')
  const { email, password } = world.logins.buyer1
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  await page.goto('/profile/favourites')
  const list = page.getByRole('list', { name: 'Favorites' })
  await list.getByRole('button', { name, exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('plat.favourites'))).toBeNull()
  expect(pageErrors).toEqual([])
})
