/**
 * Nothing that keys reach is behind a bar or out of view (WCAG 2.4.11): by Tab and Shift+Tab while the cookie question is open, and
 * by the arrow keys. Every page without the question is walked in `every-page.test.ts`.
 */
import { expect, test } from 'vitest'
import { person, WIDE, wholeList } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { walkBy, walkFocus } from '#tests/support/hidden-focus.ts'

/** The last is 400 % of 1280 pixels. */
const SIZES = [WIDE, { width: 320, height: 256 }] as const
const STEPS = 30

const { world, browser } = withWorld()

test.each(['/', '/help', '/company/1', '/deals?view=list'])(
  'on %s while the cookie question is open',
  async (path) => {
    const { page, context } = await person(browser, { baseURL: world.url, isAskedForConsent: true })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const { hidden } = await walkFocus(page, STEPS)
      expect(hidden, `${size.width} px`).toEqual([])
    }
    await context.close()
  },
)

test.each(['list', 'grid'])(
  'by the arrow keys through the deals as a %s, of which only some are drawn',
  async (view) => {
    const { page, context } = await person(browser, { baseURL: world.url })
    await page.goto(`/deals?view=${view}`)
    await wholeList(page)
    const feed = page.getByRole('feed', { name: 'Deals' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await feed.getByRole('article').first().getByRole('link').first().focus()
      for (const key of ['ArrowDown', 'ArrowUp']) {
        const { hidden, reached } = await walkBy(page, key, STEPS)
        expect(hidden, `${size.width} px`).toEqual([])
        expect(reached).toBe(STEPS)
      }
    }
    await context.close()
  },
)
