/** axe on every page of the shell and on what stands over or in place of one, in both themes, wide and narrow. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { launch, NARROW, person, WIDE } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
let browser: Browser

beforeAll(async () => {
  world = await startWorld()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const PAGES = [
  { path: '/', heading: 'Off-market houses, priced against ARV', who: 'visitor' },
  { path: '/login', heading: 'Log in', who: 'visitor' },
  { path: '/nowhere', heading: 'Page Not Found', who: 'visitor' },
  { path: '/property/1', heading: null, who: 'visitor' },
  { path: '/privacy-policy', heading: 'Privacy policy', who: 'visitor' },
  { path: '/help', heading: 'Help', who: 'visitor' },
  { path: '/register', heading: null, who: 'visitor' },
  { path: '/reset-password/gone', heading: null, who: 'visitor' },
  { path: '/user/unsubscribe', heading: null, who: 'visitor' },
  { path: '/', heading: 'Welcome back, Dana', who: 'user' },
  { path: '/profile', heading: 'Profile', who: 'user' },
  { path: '/property/1', heading: null, who: 'user' },
  { path: '/messenger', heading: 'Messages', who: 'user' },
  { path: '/chat?account=1', heading: 'Messages', who: 'user' },
] as const

/** What stands over or in the place of a page. */
const STATES: {
  name: string
  path: string
  who: 'visitor' | 'user'
  reach: (page: Page) => Promise<void>
}[] = [
  {
    name: 'a refused login',
    path: '/login',
    who: 'visitor',
    async reach(page) {
      await page.getByLabel('Email').fill(world.logins.buyer1.email)
      await page.getByLabel('Password', { exact: true }).fill('not-the-password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText('Email or password is incorrect.').waitFor()
    },
  },
  {
    name: 'the account menu',
    path: '/',
    who: 'user',
    async reach(page) {
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('button', { name: 'Log out' }).waitFor()
    },
  },
  {
    name: 'a messenger that cannot be loaded',
    path: '/messenger',
    who: 'user',
    async reach(page) {
      await page.route('**/broadcasting/config', (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { name: 'Messages could not be loaded' }).waitFor()
    },
  },
  {
    name: 'a property that cannot be loaded',
    path: '/property/1',
    who: 'user',
    async reach(page) {
      await page.route('**/properties/**', (route) => route.abort())
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
]

const LOOKS = [
  { name: 'wide', viewport: WIDE },
  { name: 'narrow', viewport: NARROW },
] as const

// Many pages in one visit.
test.each(LOOKS)(
  'axe finds nothing on any page in either theme, $name',
  async ({ viewport }) => {
    const { context, page } = await person(browser, { baseURL: world.url, viewport })
    const found: string[] = []
    for (const { path, heading, who } of PAGES) {
      if (who === 'user' && (await context.cookies()).length === 0) await logIn(context)
      await page.goto(path)
      await page.getByRole('heading', { level: 1, ...(heading ? { name: heading } : {}) }).waitFor()
      await page.waitForLoadState('networkidle')
      found.push(...(await violationsInBothThemes(page)).map((violation) => `${who} ${path}: ${violation}`))
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await context.close()
    expect(found).toEqual([])
  },
  180_000,
)

describe.each(LOOKS)('axe finds nothing in either theme, $name', ({ viewport }) => {
  test.each(STATES)('$name', async ({ path, who, reach }) => {
    const { context, page } = await person(browser, { baseURL: world.url, viewport })
    if (who === 'user') await logIn(context)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await reach(page)
    expect(await violationsInBothThemes(page)).toEqual([])
    await context.close()
  })
})

async function logIn(context: BrowserContext): Promise<void> {
  const { email, password } = world.logins.buyer1
  const recaptcha_token = await solveCaptchaAt(world.url)
  const response = await context.request.post('/login', { data: { email, password, recaptcha_token } })
  expect(response.status()).toBe(200)
}
