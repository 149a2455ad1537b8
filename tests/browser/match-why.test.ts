/** The match score in a browser: a card says its reason, an answer moves the weights and is taken back, a starved box is widened. */
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, type Person, person, WIDE, wholeList } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0 })
let dana: Person
let page: Page

beforeAll(async () => {
  dana = await person(browser, { baseURL: world.url })
  page = dana.page
  await logIn(dana.context, world)
})

const firstWhy = () =>
  page
    .getByRole('feed')
    .getByRole('button', { name: /Why it .*, for / })
    .first()
const dialog = () => page.getByRole('dialog', { name: /^Why it (is|scores)/ })

test('a card says why it has its score, and a press on it tells the points and numbers of each part', async () => {
  await page.goto('/deals?view=list')
  await wholeList(page)
  // The person's own scores have put the list in order.
  await page.waitForLoadState('networkidle')
  await firstWhy().click()
  const parts = dialog().getByRole('list', { name: 'Parts of the score' })
  await parts.getByText('Price and spread').waitFor()
  const said = await parts.getByText(/^\d+ of \d+$/).allTextContents()
  const sum = said.reduce((all, text) => all + Number.parseInt(text, 10), 0)
  await expect
    .poll(() => dialog().getByRole('heading', { level: 2 }).textContent())
    .toBe(`Why it scores ${sum}`)
  expect(await violationsInBothThemes(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('an answer moves the weights in sight, and is taken back', async () => {
  await page.goto('/deals?view=list')
  await wholeList(page)
  // The person's own scores have put the list in order.
  await page.waitForLoadState('networkidle')
  await firstWhy().click()
  const before = await dialog().getByRole('list', { name: 'Parts of the score' }).textContent()
  const seller = dialog().getByRole('button', { name: 'Seller' })
  await seller.click()
  await dialog()
    .getByText(/^Seller now counts \d+ of 100 points/)
    .waitFor()
  expect(await dialog().getByRole('list', { name: 'Parts of the score' }).textContent()).not.toBe(before)
  await seller.click()
  await expect
    .poll(() => dialog().getByRole('list', { name: 'Parts of the score' }).textContent())
    .toBe(before)
})

test('on a phone a deal’s page tells why as well', async () => {
  await page.setViewportSize(NARROW)
  await page.goto('/deals?view=list')
  await wholeList(page)
  // The person's own scores have put the list in order.
  await page.waitForLoadState('networkidle')
  const name = (await firstWhy().getAttribute('aria-label')) ?? ''
  await page.getByRole('feed').getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /Why it .*, for / })
    .first()
    .click()
  await dialog()
    .getByText('What would raise it')
    .or(dialog().getByText(/Not interested/))
    .first()
    .waitFor()
  expect(name).toMatch(/^(Fits your buy box|All but)/)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
})

test('a buy box says what starves it, and a press widens it, with an undo', async () => {
  await page.setViewportSize(WIDE)
  await page.goto('/profile/buy-box')
  const learned = page.getByRole('region', { name: 'What we learned', exact: true })
  const health = learned.getByRole('region', { name: 'What we learned: matches' })
  await health.getByRole('status').waitFor()
  await learned.getByRole('button', { name: 'Edit Price' }).click()
  await page.getByRole('textbox', { name: 'Price, at least' }).fill('')
  await page.getByRole('textbox', { name: 'Price, at most' }).fill('$80,000')
  await page.getByRole('radio', { name: /^Must have/ }).check()
  await page.getByRole('button', { name: 'Save criterion' }).click()
  await health.getByText(/^Price keeps most deals away: /).waitFor()
  const before = await health.getByRole('status').textContent()
  const widen = health.getByRole('button', { name: /^Widen to Price up to \$\d+,000: \+\d+$/ })
  await widen.click()
  await expect.poll(() => health.getByRole('status').textContent()).not.toBe(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => health.getByRole('status').textContent()).toBe(before)
})

test('a visitor is told of the score that is for everybody why it is that', async () => {
  // A phone has room for little: the reason stands beside its score all the same.
  const { context, page: visitors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  const why = visitors.getByRole('button', { name: /Why it .*, for / }).first()
  const said = visitors.getByRole('dialog', { name: /^Why it scores \d+$/ })
  const scored = visitors.getByText(/^Score \d+$/).first()
  await visitors.goto('/deals?view=list')
  await wholeList(visitors)
  await visitors.waitForLoadState('networkidle')
  await why.waitFor()
  const [beside, score] = [await why.boundingBox(), await scored.boundingBox()]
  expect(Math.abs((beside?.y ?? 0) - (score?.y ?? 99))).toBeLessThan(4)
  // Words that are cut off say nothing.
  const cut = await why.evaluate((button) =>
    [...button.children].some((each) => each.scrollWidth > each.clientWidth + 1),
  )
  expect([cut, await why.getByText('Why', { exact: true }).isVisible()]).toEqual([false, true])
  await why.click()
  await said.waitFor()
  const points = await said
    .getByRole('list', { name: 'Parts of the score' })
    .getByText(/^\d+ of \d+$/)
    .allTextContents()
  expect(points).toHaveLength(4)
  const sum = points.reduce((all, text) => all + Number.parseInt(text, 10), 0)
  expect(await said.getByRole('heading', { level: 2 }).textContent()).toBe(`Why it scores ${sum}`)
  expect(await violationsInBothThemes(visitors, 'dialog')).toEqual([])
  await visitors.keyboard.press('Escape')
  // The same on the deal's own page.
  const card = visitors.getByRole('feed').getByRole('article').first()
  const onCard = await card.getByText(/^Score \d+$/).textContent()
  await card.getByRole('link').first().click()
  await visitors.getByRole('feed').waitFor({ state: 'detached' })
  // Other deals of the page have scores of their own, which may stand there first.
  const about = visitors
    .locator('div')
    .filter({ has: visitors.getByRole('heading', { level: 1 }) })
    .last()
  await about.getByRole('button', { name: /Why it .*, for / }).click()
  await said.waitFor()
  expect(await about.getByText(/^Score \d+$/).textContent()).toBe(onCard)
  await context.close()
})
