/** By keyboard alone: past the filters to a deal, through the list, to the deal's page and into an offer on it. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { person, wholeList } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 400 })

const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 15_000 })

/** What has the focus: its tag and its name or text. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement
    return `${here?.tagName} ${here?.getAttribute('aria-label') ?? here?.textContent?.trim() ?? ''}`
  })
/** The place in the list of the card that has the focus; null outside of it. */
const place = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-posinset') ?? null)

test('a deal is three keys away, the arrows lead through the list, and Tab leaves it behind one card', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await page.goto('/deals?view=list')
  await wholeList(page)
  await page.getByRole('feed', { name: 'Deals' }).getByRole('article').first().waitFor()
  await page.keyboard.press('Tab')
  expect(await focus(page)).toBe('A Skip to deals')
  await page.keyboard.press('Tab')
  expect(await focus(page)).toBe('A Skip to content')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await place(page)).toBe('1')
  const all = await page.locator('article').first().getAttribute('aria-setsize')
  for (const [key, at] of [
    ['ArrowDown', '2'],
    ['ArrowDown', '3'],
    ['ArrowUp', '2'],
    ['End', all],
    ['Home', '1'],
  ]) {
    await page.keyboard.press(key ?? '')
    await soon(() => place(page)).toBe(at)
  }
  await page.keyboard.press('ArrowDown')
  await soon(() => place(page)).toBe('2')
  const stops: (string | null)[] = []
  for (let tabs = 0; tabs < 5; tabs++) {
    await page.keyboard.press('Tab')
    stops.push(await place(page))
  }
  expect(stops.slice(0, 3)).toEqual(['2', '2', '2'])
  expect(stops.at(-1)).toBeNull()
  // Back into the list: at the card that was left.
  while ((await place(page)) === null) await page.keyboard.press('Shift+Tab')
  expect(await place(page)).toBe('2')
  await context.close()
})

test('a deal that opens has the focus on its heading, and the offer on its price', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await logIn(context, world)
  await page.goto('/deals?view=list')
  await wholeList(page)
  await page.getByRole('feed', { name: 'Deals' }).getByRole('article').first().waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const street = await page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).waitFor()
  await soon(() => focus(page)).toBe(`H1 ${street}`)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.locator('#page').evaluate((main) => main.focus())
  while ((await focus(page)) !== 'A Skip to the offer') await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await focus(page)).toBe('BUTTON Make an offer')
  await page.keyboard.press('Enter')
  const price = page.getByRole('dialog', { name: 'Make an offer' }).getByLabel('Offer price', { exact: true })
  await price.waitFor()
  expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('1845')
  expect(await price.inputValue()).toBe('1,845')
  await page.keyboard.press('Home')
  await page.keyboard.type('9')
  await page.keyboard.type('0')
  expect(await price.inputValue()).toBe('901,845')
  await context.close()
})
