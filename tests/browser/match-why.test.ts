/** The match score in a browser: a card says its reason, the reckoning opens, an answer moves the weights and is taken back. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { launch, NARROW, type Person, person } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
let browser: Browser
let dana: Person
let page: Page

beforeAll(async () => {
  world = await startWorld({ messages: 0 })
  browser = await launch()
  dana = await person(browser, { baseURL: world.url })
  page = dana.page
  const { email, password } = world.logins.buyer1
  const recaptcha_token = await solveCaptchaAt(world.url)
  await dana.context.request.post('/login', { data: { email, password, recaptcha_token } })
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const firstWhy = () =>
  page
    .getByRole('feed')
    .getByRole('button', { name: /Why, for / })
    .first()
const dialog = () => page.getByRole('dialog', { name: /^Why it is/ })

test('a card says why it has its score, and a press on it tells the points and numbers of each part', async () => {
  await page.goto('/deals?view=list')
  await firstWhy().click()
  const parts = dialog().getByRole('list', { name: 'Parts of the score' })
  await parts.getByText('Price and spread').waitFor()
  const said = await parts.getByText(/^\d+ of \d+$/).allTextContents()
  const sum = said.reduce((all, text) => all + Number.parseInt(text, 10), 0)
  await expect
    .poll(() => dialog().getByRole('heading', { level: 2 }).textContent())
    .toBe(`Why it is a ${sum} match`)
  expect(await violationsInBothThemes(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('an answer moves the weights in sight, and is taken back', async () => {
  await page.goto('/deals?view=list')
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
  const name = (await firstWhy().getAttribute('aria-label')) ?? ''
  await page.getByRole('feed').getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /Why, for / })
    .first()
    .click()
  await dialog()
    .getByText('What would raise it')
    .or(dialog().getByText(/Not interested/))
    .first()
    .waitFor()
  expect(name).toMatch(/^(Fits in all|All but)/)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
})
