/**
 * Every page of the three apps: axe finds nothing in either theme, and it fits wide windows, phones and a window at 200 %
 * zoom, where nothing sticks out, is cut off, broken or covered, and no words run out of their box.
 */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { openPages } from '#tests/support/open-pages.ts'
import { pageFaults } from '#tests/support/page-faults.ts'

const SIZES = [
  ['1440 px', WIDE],
  ['390 px', NARROW],
  ['320 px', { width: 320, height: 640 }],
  ['200 % of 1440 px', { width: 720, height: 450 }],
] as const
const TIMEOUT_MS = 600_000

const { world, browser } = withWorld()
const APPS = [
  ['the marketplace', /^(?!seller-|console-)/],
  ['the seller app', /^seller-/],
  ['the console', /^console-/],
] as const

/** Runs in the page. Ends when the page has drawn its layout for the new size. */
async function drawn(): Promise<void> {
  await document.fonts.ready
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

test.each(APPS)(
  'on every page of %s',
  async (_app, only) => {
    const found: string[] = []
    for await (const { name, page } of openPages({ browser, url: world.url, logins: world.logins, only })) {
      found.push(...(await violationsInBothThemes(page)).map((violation) => `${name}: ${violation}`))
      for (const [size, viewport] of SIZES) {
        await page.setViewportSize(viewport)
        await page.evaluate(drawn)
        const faults = new Set(await page.evaluate(pageFaults))
        found.push(...[...faults].map((fault) => `${name} at ${size}: ${fault}`))
      }
    }
    expect(found, found.slice(0, 10).join('\n')).toEqual([])
  },
  TIMEOUT_MS,
)
