/** Filters in a browser: the address says them all, Back steps through them, and they go on without a connection. */
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FILTER_PAUSE_MS } from '#shared/contract/limits.ts'
import { axe } from '#tests/support/axe.ts'
import { NARROW, type Person, person, wholeList } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { areDealsKept } from '#tests/support/kept-deals.ts'

const { world, browser } = withWorld()
let someone: Person
let page: Page

beforeEach(async () => {
  someone = await person(browser, { baseURL: world.url })
  page = someone.page
})
afterEach(() => someone.context.close())

const filters = (at = page) => at.getByRole('region', { name: 'Filters' })
const chips = (at = page) => at.getByRole('list', { name: 'Filters that are on' })
const heading = (at = page) => at.getByRole('main').getByText(/of 300 deals|^300 deals/)
const counted = async (at = page) => Number((await heading(at).textContent())?.match(/^\d+/)?.[0])
const open = async (path: string, at = page) => {
  await at.goto(path)
  await wholeList(at)
  await heading(at).waitFor()
}
const press = (name: string) => filters().getByRole('button', { name }).first().click()

/** Filters that follow each other at once are one step of Back: the page's clock goes on. */
const letPausePass = () =>
  page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, FILTER_PAUSE_MS + 1)

/** The seller of deal 1 in the seller app; answers with the status of the call. */
async function sellerMarks() {
  const send = (method: string, path: string, body: object, token?: string) =>
    fetch(world.url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    })
  const { email, password } = world.logins.seller1
  const { data } = await (await send('POST', '/account/api/auth/login', { email, password })).json()
  return async (status: string) =>
    (await send('PUT', '/account/api/properties/1/status', { status }, data.token)).status
}

test('a price typed as 250k is in the chip and the address; another person sees the same deals', async () => {
  await open('/deals')
  const before = await counted()
  await press('Price')
  await page.getByRole('textbox', { name: 'Price, at most' }).fill('250k')
  await page.keyboard.press('Enter')
  await chips().getByRole('button', { name: 'Remove Up to $250K' }).waitFor()
  await expect.poll(() => counted()).toBeLessThan(before)
  expect(new URL(page.url()).searchParams.get('price')).toBe('-250000')
  const other = await person(browser, { baseURL: world.url })
  await open(page.url(), other.page)
  expect(await counted(other.page)).toBe(await counted())
  await other.context.close()
})

test('the smallest above the largest is swapped with a hint, and what is no number is said', async () => {
  await open('/deals')
  await press('Price')
  const [least, most] = ['least', 'most'].map((end) =>
    page.getByRole('textbox', { name: `Price, at ${end}` }),
  )
  await least?.fill('500k')
  await most?.fill('100k')
  await page.keyboard.press('Tab')
  await page.getByText('The minimum was above the maximum: swapped.').waitFor()
  expect([await least?.inputValue(), await most?.inputValue()]).toEqual(['100,000', '500,000'])
  await least?.fill('cheap')
  await page.keyboard.press('Tab')
  await page.getByText('Price is not valid.').waitFor()
  expect(new URL(page.url()).searchParams.get('price')).toBe('100000-500000')
})

test('Back takes one filter after another away; Available is a chip like the others', async () => {
  await open('/deals')
  const available = await counted()
  await press('Status')
  await page.getByRole('checkbox', { name: /^Pending/ }).check()
  await expect.poll(() => counted()).toBeGreaterThan(available)
  const both = await counted()
  await page.keyboard.press('Escape')
  await letPausePass()
  await chips().getByRole('button', { name: 'Remove Available' }).click()
  await expect.poll(() => counted()).toBe(both - available)
  await page.goBack()
  await expect.poll(() => counted()).toBe(both)
  await page.goBack()
  await expect.poll(() => counted()).toBe(available)
  await chips().getByRole('button', { name: 'Clear all' }).click()
  await page
    .getByRole('main')
    .getByText(/^300 deals/)
    .waitFor()
  expect(await chips().count()).toBe(0)
})

test('nonsense in the address is named, and what makes sense holds', async () => {
  await open('/deals?v=1&price=banana&sort=shoe&beds=3-')
  await page.getByText(/Parts of this link could not be used: .*price.*shoe/).waitFor()
  await chips().getByRole('button', { name: 'Remove Beds 3+' }).waitFor()
  await filters().getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => page.getByText('Parts of this link').count()).toBe(0)
})

test('a place is a filter, a number and a pasted link lead to a deal, and Back finds the list as it was', async () => {
  await open('/deals')
  const box = page.getByRole('combobox', { name: 'Search location' })
  await box.fill('houston')
  await page.getByRole('option', { name: 'Houston, TX City' }).click()
  await page.getByRole('heading', { level: 1, name: 'Houston, TX' }).waitFor()
  expect(new URL(page.url()).searchParams.get('place')).toBe('city:Houston,TX')
  await box.fill(`${world.url}/property/1/anything`)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/property/1**')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Houston, TX' }).waitFor()
  await box.fill('')
  await page.getByRole('option', { name: 'Houston, TX City' }).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await expect.poll(() => page.getByRole('option', { name: 'Houston, TX City' }).count()).toBe(0)
})

test('a deal opened from the search box is marked as viewed in the list', async () => {
  await open('/deals?view=list')
  const first = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  const id = await first.locator('[data-deal]').first().getAttribute('data-deal')
  await page.getByRole('combobox', { name: 'Search location' }).fill(`${world.url}/property/${id}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/property/${id}**`)
  await page.goBack()
  await first.locator(`[data-deal="${id}"]`).first().waitFor()
  await first.getByText('Viewed', { exact: true }).waitFor()
})

test('an address leads to the place it names, and without one the box says what it searches', async () => {
  await open('/deals')
  const box = page.getByRole('combobox', { name: 'Search location' })
  await box.fill('999 Nowhere Lane')
  await page.getByText('Streets are not searched. Add the city and state, or the ZIP code.').waitFor()
  await box.fill('999 Nowhere Lane, Houston')
  const note = page.getByText('Streets are not searched. Choose where the address is.')
  await note.waitFor()
  // Not below what has to be scrolled.
  const isWhole = await note.evaluate((words) => {
    const [own, menu] = [words.getBoundingClientRect(), words.parentElement?.getBoundingClientRect()]
    return menu !== undefined && own.top >= menu.top && own.bottom <= menu.bottom
  })
  expect(isWhole).toBe(true)
  await box.fill('999 Nowhere Lane, Houston, TX 77035')
  await page.getByText('Streets are not searched. This is where the address is.').waitFor()
  await page.getByRole('option', { name: '77035, Houston, TX' }).click()
  await page.getByRole('heading', { level: 1, name: '77035' }).waitFor()
  expect(new URL(page.url()).searchParams.get('place')).toBe('zip:77035')
})

test('without a connection the filters go on, with the age of the deals, also after a reload of the data', async () => {
  await open('/deals')
  const before = await counted()
  await someone.context.setOffline(true)
  await page.getByText(/^Deals as of \d+:\d\d [AP]M$/).waitFor()
  await press('Beds and baths')
  await page.getByRole('group', { name: 'Beds' }).getByRole('button', { name: '4+' }).click()
  await chips().getByRole('button', { name: 'Remove Beds 4+' }).waitFor()
  await expect.poll(() => counted()).toBeLessThan(before)
  await someone.context.setOffline(false)
  await expect.poll(() => page.getByText(/^(You’re offline|Deals as of)/).count()).toBe(0)
})

test('a deal that a seller marks as pending changes where it stands, and the list keeps its order', async () => {
  await open('/deals?v=1&q=denver')
  const before = await counted()
  const mark = await sellerMarks()
  expect(await mark('pending')).toBe(200)
  await page.getByRole('region', { name: 'Deals' }).getByText('Pending', { exact: true }).waitFor()
  expect(await counted()).toBe(before)
  await mark('available')
  await page.getByRole('region', { name: 'Deals' }).getByText('Available', { exact: true }).last().waitFor()
})

test('a second visit shows the kept deals while the server is silent', async () => {
  await open('/deals')
  const before = await counted()
  await expect.poll(() => areDealsKept(page)).toBe(true)
  await page.route('**/customer/api/properties?*', () => new Promise(() => {}))
  await page.route('**/customer/api/properties', (route) => route.abort())
  await expect
    .poll(async () => {
      await page.reload()
      return heading()
        .waitFor({ timeout: 15_000 })
        .then(counted.bind(null, page), () => 0)
    })
    .toBe(before)
})

test('on a phone all filters are one sheet that says what they give; axe finds nothing in it', async () => {
  await page.setViewportSize(NARROW)
  await open('/deals')
  await press('All filters')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: '3+' }).first().click()
  const found = sheet.getByRole('button', { name: /^Show \d+ deals$/ })
  await expect.poll(async () => (await found.textContent())?.match(/\d+/)?.[0]).not.toBe('239')
  const { violations } = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target).join(', ')}`),
  ).toEqual([])
  await found.click()
  await chips().getByRole('button', { name: 'Remove Beds 3+' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
})
