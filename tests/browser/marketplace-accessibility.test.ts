/** axe on what stands over or in the place of a page of the marketplace, in both themes, wide and narrow. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'

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

test('at 400 % zoom the deals are reached by scrolling the page, and the bars leave with it', async () => {
  const { page, context } = await person(browser, {
    baseURL: world.url,
    viewport: { width: 320, height: 256 },
  })
  await logIn(context, world)
  await page.goto('/deals')
  const first = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  await first.waitFor()
  await page.mouse.move(160, 20)
  const seen = (element: SVGElement | HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.round(Math.min(bottom, innerHeight) - Math.max(top, 0))
  }
  const scrolled = async () => {
    await page.mouse.wheel(0, 60)
    return await first.evaluate(seen)
  }
  await expect.poll(scrolled, { interval: 200 }).toBeGreaterThan(90)
  expect(await page.getByRole('banner').evaluate(seen)).toBeLessThanOrEqual(0)
  await first.getByRole('link').first().click()
  await page.waitForURL('**/property/*')
  await context.close()
})

/** Runs in the page. What has the focus and cannot be seen, because something is over most of it (WCAG 2.4.11); empty when it can, null without a focus. */
function hiddenFocus(): string | null {
  const one = document.activeElement
  if (one === null || one === document.body) return null
  const { left, top, width, height } = one.getBoundingClientRect()
  if (width < 2 || height < 2) return ''
  const x = Math.min(innerWidth - 1, Math.max(0, left + width / 2))
  const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => top + height * part)
  const seen = points.filter((y) => {
    const shown = y < 0 || y >= innerHeight ? null : document.elementFromPoint(x, y)
    const label = shown?.closest('label')
    return (
      shown !== null &&
      (one.contains(shown) || shown.contains(one) || label?.control === one || label?.contains(one))
    )
  })
  if (seen.length >= 2) return ''
  const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
  return `${location.pathname}: ${one.localName} "${name.trim().slice(0, 40)}"`
}

test.each([
  ['a phone', NARROW, 'user'],
  ['a wide window with the cookie question open', WIDE, 'visitor'],
] as const)('on %s nothing that the Tab key reaches is behind a bar', async (_, viewport, who) => {
  const { page, context } = await person(browser, {
    baseURL: world.url,
    viewport,
    isAskedForConsent: who === 'visitor',
  })
  if (who === 'user') await logIn(context, world)
  const deal = await dealWithoutOffer(world)
  const own = ['/for-you', '/profile/buy-box', '/profile/notifications']
  const hidden = new Set<string>()
  let reached = 0
  for (const path of ['/', `/property/${deal}`, '/help', ...(who === 'user' ? own : ['/company/1'])]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (let tabs = 0; tabs < 60; tabs++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(hiddenFocus)
      if (found !== null) reached++
      if (found) hidden.add(found)
    }
  }
  expect([...hidden]).toEqual([])
  expect(reached).toBeGreaterThan(100)
  await context.close()
})

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
