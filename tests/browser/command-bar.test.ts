/** The command bar: from any page to deals by plain words, to a conversation, a part of the profile or an action, by keyboard. */
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ companies: 0, deals: 800 })

const bar = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const options = (page: Page, group: string) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: group }).getByRole('option')
const opener = (page: Page) => page.getByRole('button', { name: 'Find anything' })

async function opened(path: string, isUser: boolean): Promise<Page> {
  const { page, context } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  if (isUser) await logIn(context, world)
  await page.goto(path)
  // The key is heard as soon as its button is there.
  await opener(page).waitFor()
  return page
}

/** The city with the most deals that three bedrooms and a price leave, and how many that are. */
async function busiestCity(maxPrice: number) {
  const { db } = world.server.database
  return await db
    .selectFrom('properties')
    .select(({ fn }) => ['city', 'state', fn.countAll<number>().as('count')])
    .where('listing', '=', 'listed')
    .where('status', '=', 0)
    .where('beds', '>=', 3)
    .where('price', '<=', maxPrice)
    .groupBy(['city', 'state'])
    .orderBy('count', 'desc')
    .orderBy('city')
    .limit(1)
    .executeTakeFirstOrThrow()
}

test('a visitor types what they want in plain words, sees it as filters with a count, and gets the list', async () => {
  const { city, state, count } = await busiestCity(250_000)
  const page = await opened('/', false)
  await page.keyboard.press('Control+k')
  await bar(page).fill(`3 beds under 250k in ${city}, ${state}`)
  const search = options(page, 'Search')
  await search.filter({ hasText: `${city}, ${state} · Up to $250K · Beds 3+` }).waitFor()
  expect(await search.textContent()).toContain(Number(count) === 1 ? '1 deal' : `${count} deals`)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/deals\?/)
  await page.getByRole('heading', { name: `${city}, ${state}` }).waitFor()
  await page.getByText(new RegExp(`^${count} of `)).waitFor()
  for (const filter of ['Up to $250K', 'Beds 3+', `${city}, ${state}`])
    await page.getByRole('button', { name: `Remove ${filter}` }).waitFor()
  // On the page of the deals itself the next line takes the place of the filters.
  await page.keyboard.press('Control+k')
  await bar(page).fill('duplex')
  await options(page, 'Search').filter({ hasText: 'Duplex' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Duplex' }).waitFor()
  expect(await page.getByRole('button', { name: 'Remove Beds 3+' }).count()).toBe(0)
})

test('Enter that is pressed before the answer is there waits for it', async () => {
  const page = await opened('/help', false)
  await page.route('**/properties/first*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await opener(page).click()
  await bar(page).pressSequentially('duplex')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/deals\?.*types=/)
  await page.getByRole('button', { name: 'Remove Duplex' }).waitFor()
})

test('a buyer goes to a seller’s messages and to a part of the profile from a field of another page', async () => {
  const page = await opened('/profile/personal', true)
  const chats = await world.server.database.db
    .selectFrom('chats')
    .innerJoin('customers', 'customers.id', 'chats.customer_id')
    .innerJoin('accounts', 'accounts.id', 'chats.account_id')
    .select(['accounts.id', 'accounts.title'])
    .where('customers.email', '=', world.logins.buyer1.email)
    .where('accounts.title', '!=', '')
    .execute()
  const [seller] = chats
  if (!seller) throw new Error('The buyer has no conversation.')
  await page.getByRole('main').getByRole('textbox').first().focus()
  await page.keyboard.press('Control+k')
  await bar(page).fill(seller.title.toLowerCase())
  await options(page, 'Conversations').first().click()
  await page.waitForURL(`**/messenger?account=${seller.id}`)
  await page.keyboard.press('Control+k')
  await bar(page).fill('saved se')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/saved-searches')
  // Its whole name, although there are deals with it too.
  await page.keyboard.press('Control+k')
  await bar(page).fill('deals')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/deals' && url.search === '')
})

test('it opens on its first pages, the arrows lead through them, and Escape gives the focus back', async () => {
  const page = await opened('/help', true)
  await opener(page).click()
  const marked = () =>
    page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true }).textContent()
  await expect.poll(marked).toBe('Deals')
  await page.keyboard.press('ArrowDown')
  await expect.poll(marked).toBe('For you')
  await page.keyboard.press('End')
  await page.keyboard.type('theme')
  await expect.poll(marked).toBe('Use the dark theme')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await opener(page).click()
  await page.keyboard.type('something')
  await page.keyboard.press('Escape')
  await expect.poll(() => bar(page).count()).toBe(0)
  expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
})

test('while the server is away the pages are still found, and the search goes on when it is back', async () => {
  const page = await opened('/help', true)
  await page.setViewportSize(NARROW)
  await opener(page).click()
  await bar(page).waitFor()
  await page.route('**/properties/first*', (route) => route.abort())
  await bar(page).fill('land')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await bar(page).fill('help')
  await expect.poll(() => options(page, 'Pages').allTextContents()).toEqual(['Help'])
  await bar(page).fill('land')
  await again.waitFor()
  await page.unroute('**/properties/first*')
  await again.click()
  await options(page, 'Search').filter({ hasText: 'Land' }).waitFor()
})
