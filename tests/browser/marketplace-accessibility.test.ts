/** axe on what stands over or in the place of a page of the marketplace, in both themes, wide and narrow. */
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

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
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
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

test.each(STATES)('axe finds nothing on $name', async ({ path, who, reach }) => {
  const { context, page } = await person(browser, { baseURL: world.url })
  if (who === 'user') await logIn(context, world)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await reach(page)
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    expect(await violationsInBothThemes(page), `at ${viewport.width} px`).toEqual([])
  }
  await context.close()
})

test.each([
  ['400 %', { width: 320, height: 256 }],
  ['200 % of 1440 px', { width: 720, height: 450 }],
])(
  'at %s zoom the deals are reached by scrolling the page, and the bars leave with it',
  async (_zoom, viewport) => {
    const { page, context } = await person(browser, { baseURL: world.url, viewport })
    await logIn(context, world)
    await page.goto('/deals')
    const first = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
    await first.waitFor()
    await page.mouse.move(160, 20)
    const seen = (element: SVGElement | HTMLElement) => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.round(Math.min(bottom, innerHeight) - Math.max(top, 0))
    }
    const scrolled = async (to: Locator) => {
      await page.mouse.wheel(0, 60)
      return await to.evaluate(seen)
    }
    await expect.poll(() => scrolled(page.getByRole('banner')), { interval: 200 }).toBeLessThanOrEqual(0)
    await expect.poll(() => scrolled(first), { interval: 200 }).toBeGreaterThan(90)
    await first.getByRole('link').first().click()
    await page.waitForURL('**/property/*')
    await context.close()
  },
)

test('what filters on a card says so', async () => {
  const { page, context } = await person(browser, { baseURL: world.url, viewport: WIDE })
  await page.goto('/deals?view=list')
  const card = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  for (const shown of [/^\d bd/, /^\d ba/, /^[\d,]+ sq ft/, /^Built \d{4}/, /^Available/])
    await card.getByRole('button', { name: new RegExp(`${shown.source}: show only `) }).waitFor()
  await context.close()
})

test.each(['/profile/personal', '/profile/documents'])('each upload on %s is one control', async (path) => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await logIn(context, world)
  await page.goto(path)
  const inputs = page.locator('input[type=file]')
  await inputs.first().waitFor({ state: 'attached' })
  // A button beside each opens it.
  expect(await inputs.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(0)
  await context.close()
})
