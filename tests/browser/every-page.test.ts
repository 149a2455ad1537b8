/**
 * Every page of the three apps, opened once for all of it: axe finds nothing in either theme; it fits wide windows, phones and a
 * window at 200 % and 400 % zoom, where nothing sticks out, is cut off, broken or covered, and no words run out of their box; the
 * names of buttons and links contain what they show; and nothing that Tab or Shift+Tab reaches is behind a bar or out of view (WCAG 2.4.11).
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { walkFocus } from '#tests/support/hidden-focus.ts'
import { openPages } from '#tests/support/open-pages.ts'
import { pageFaults } from '#tests/support/page-faults.ts'

const SIZES = [
  ['1440 px', WIDE],
  ['1280 px', { width: 1280, height: 800 }],
  ['390 px', NARROW],
  ['400 % of 1280 px', { width: 320, height: 256 }],
  ['200 % of 1440 px', { width: 720, height: 450 }],
] as const
/** The last is 400 % of 1280 pixels. */
const WALKED = [WIDE, { width: 320, height: 256 }] as const
const STEPS = 30
const TIMEOUT_MS = 1_200_000

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
    let reached = 0
    for await (const { name, page } of openPages({ browser, url: world.url, logins: world.logins, only })) {
      found.push(...(await violationsInBothThemes(page)).map((violation) => `${name}: ${violation}`))
      for (const [size, viewport] of SIZES) {
        await page.setViewportSize(viewport)
        await page.evaluate(drawn)
        const faults = new Set(await page.evaluate(pageFaults))
        found.push(...[...faults].map((fault) => `${name} at ${size}: ${fault}`))
      }
      for (const viewport of WALKED) {
        await page.setViewportSize(viewport)
        const walk = await walkFocus(page, STEPS)
        found.push(...walk.hidden.map((hidden) => `${name} at ${viewport.width} px: hidden focus: ${hidden}`))
        reached += walk.reached
      }
    }
    expect(found, found.slice(0, 10).join('\n')).toEqual([])
    expect(reached).toBeGreaterThan(500)
  },
  TIMEOUT_MS,
)

describe('words that run out of a box', () => {
  const WIDE_TABLE =
    '<table style="width: 900px"><tr><td>First</td><td style="text-align: right">Last column</td></tr></table>'

  test.each([
    ['are found', WIDE_TABLE, ['runs']],
    ['are found in a box that ends within a sideways scroller', scroller(WIDE_TABLE, 200), ['runs']],
    ['are left alone in a box that fills a sideways scroller', scroller(WIDE_TABLE, 400), []],
  ])('%s', async (_case, body, expected) => {
    const { page, context } = await person(browser)
    onTestFinished(() => context.close())
    await page.setContent(`<main><h1>Title</h1><div style="width: 400px">${body}</div></main>`)
    const faults = await page.evaluate(pageFaults)
    expect(
      faults.filter((fault) => fault.includes('Last column')).map((fault) => fault.split(' ')[0]),
    ).toEqual(expected)
  })
})

test.each([
  ['Confirm your phone', true],
  ['Go: confirm your phone', false],
])('a link that shows “Go” and is named “%s” is a fault: %s', async (name, isFault) => {
  const { page, context } = await person(browser)
  onTestFinished(() => context.close())
  await page.setContent(`<main><h1>Title</h1><a href="#phone" aria-label="${name}">Go</a></main>`)
  const faults = await page.evaluate(pageFaults)
  expect(faults.some((fault) => fault.startsWith('shows “go”'))).toBe(isFault)
})

/** With the content in a box of this width. */
function scroller(content: string, width: number): string {
  return `<div style="overflow-x: auto; width: 400px"><div style="width: ${width}px">${content}</div></div>`
}
