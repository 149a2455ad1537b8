/** What a buyer reads and opens, over the real server: marks that survive the page, and the property behind a card. */
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { type Person, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import type { PlatMessengerElement } from '#widget/index.ts'

const GULF_COAST = 'Gulf Coast Wholesale'

const { world, browser } = withWorld()
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

test('what was read is told to the server by a page that is left before the next tick', async () => {
  const page = await messenger((fresh) => fresh.clock.install())
  await page.locator('plat-messenger').evaluate((element: PlatMessengerElement) => {
    element.realtimeConfig = { ...(element.realtimeConfig as object), jobInterval: 3_600_000 }
  })
  await expect.poll(() => world.buyerSockets('buyer1')).toBe(2)
  const before = await unreadTotal()
  await page.getByRole('option', { name: new RegExp(GULF_COAST) }).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  // A screenshot makes the browser draw, and so look at what is on screen; then a second passes.
  for (let round = 0; round < 10; round++) {
    await page.screenshot()
    await page.clock.runFor(1000)
  }
  expect(await unreadTotal()).toBe(before)
  // The app asks for it, and so does the messenger: both have had it by now.
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('about:blank')
  await expect.poll(unreadTotal).toBe(before - 1)
})

test('a property card opens the property’s own page: in a tab when asked to, else inside the app', async () => {
  const page = await messenger()
  await page.getByRole('option', { name: new RegExp(GULF_COAST) }).click()
  const card = page.getByRole('log').locator('a[href*="/property/"]').last()
  await card.waitFor()
  const words = (await card.textContent()) ?? ''
  const opening = page.context().waitForEvent('page')
  await card.click({ modifiers: ['ControlOrMeta'] })
  const property = await opening
  // Asked of the page itself: what waits by a locator also waits for the end of a navigation, which a tab that opens in the
  // background does not always tell.
  await property.waitForFunction(() => document.querySelector('h1')?.checkVisibility())
  expect(new URL(property.url()).pathname).toMatch(/^\/property\/\d+/)
  expect(new URL(page.url()).pathname).toBe('/messenger')

  await card.click()
  await page.waitForURL(/\/property\/\d+/)
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect.poll(async () => words.includes((await heading.textContent()) ?? '\0')).toBe(true)
})

async function messenger(prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  await prepare?.(one.page)
  await one.page.goto('/login?return_to=/messenger')
  await one.page.getByLabel('Email').fill(world.logins.buyer1.email)
  await one.page.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await one.page.getByRole('button', { name: 'Log in' }).click()
  await one.page.getByRole('option', { name: new RegExp(GULF_COAST) }).waitFor()
  return one.page
}

/** What the first buyer has not read in all conversations, as the server counts it. */
async function unreadTotal(): Promise<number> {
  const { token } = await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()
  const ask = async (path: string) =>
    (
      await fetch(`${world.url}/customer/api${path}`, { headers: { Authorization: `Bearer ${token}` } })
    ).json()
  const { id } = (await ask('/auth/user')).data
  let total = 0
  for (let page = 1, more = true; more; page++) {
    const { data, links } = await ask(`/customers/${id}/chats?page=${page}`)
    for (const chat of data) total += chat.customer_unread_count
    more = Boolean(links.next)
  }
  return total
}
