/** In forced colors, where fills and shadows are gone, the three apps still show what is selected, and where a dialog and a pin end. */
import type { Locator, Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { person, WIDE } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

async function opened(path: string): Promise<Page> {
  const { page, context } = await person(browser, {
    baseURL: world.url,
    viewport: WIDE,
    forcedColors: 'active',
  })
  onTestFinished(() => context.close())
  if (!path.startsWith('/seller/') && !path.startsWith('/admin/')) await logIn(context, world)
  await page.goto(path)
  return page
}

/** What a person sees of its box. A fill that shows through is the page's own color. */
const look = (element: Locator) =>
  element.evaluate((one) => {
    const style = getComputedStyle(one)
    const sides = (['Top', 'Bottom', 'Left'] as const).map(
      (side) => `${style[`border${side}Width`]} ${style[`border${side}Color`]}`,
    )
    const fill = style.backgroundColor.replace(/rgba\((.*), 0\)/, 'rgb($1)')
    return [fill, style.backgroundImage, ...sides].join(', ')
  })

const main = (page: Page) => page.getByRole('main')
const SELECTED: readonly [what: string, path: string, (page: Page) => [Locator, Locator]][] = [
  [
    'the view of the deals',
    '/deals?view=table',
    (page) => {
      const views = page.getByRole('group', { name: 'View' })
      return [views.locator('[aria-pressed=true]').first(), views.locator('[aria-pressed=false]').first()]
    },
  ],
  [
    'the page of the profile',
    '/profile/wallet',
    (page) => {
      const links = page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
      return [
        links.and(page.locator('[aria-current]')).first(),
        links.and(page.locator(':not([aria-current])')).first(),
      ]
    },
  ],
  [
    'the part of the seller app',
    '/seller/?login=seller1',
    (page) => {
      const links = page.getByRole('navigation', { name: 'Seller app' }).getByRole('link')
      return [links.nth(0), links.nth(1)]
    },
  ],
  [
    'the open conversation of the seller app',
    '/seller/?login=seller1#messages/1',
    (page) => [
      main(page).locator('button[aria-current]'),
      main(page).getByRole('listitem').locator('button:not([aria-current])').first(),
    ],
  ],
]

test.each(SELECTED)('%s differs from the others', async (_what, path, find) => {
  const page = await opened(path)
  const [selected, other] = find(page)
  await selected.waitFor()
  await expect.poll(async () => (await look(selected)) === (await look(other))).toBe(false)
})

test('the open tab of the console differs from the others', async () => {
  const page = await opened('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  const tabs = page.getByRole('navigation', { name: 'Console' }).getByRole('button')
  expect(await look(tabs.nth(0))).not.toBe(await look(tabs.nth(1)))
})

const borderOf = (element: Locator) =>
  element.evaluate((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth))

test('a dialog and a pin of the map have a border', async () => {
  const page = await opened('/deals')
  await page.locator('.map-pin').first().waitFor()
  await expect.poll(() => borderOf(page.locator('.map-pin').first())).toBeGreaterThan(0)
  await page.goto('/property/13')
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  await expect.poll(() => borderOf(page.getByRole('dialog'))).toBeGreaterThan(0)
})
