/** On phones an offer has one bar at the end of the window in each of its steps, over the deal and on its own page. */
import type { Locator, Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { NARROW, person } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

/**
 * Runs in the page: the buttons and links of each bar that a person sees in the lower half of the window. A bar stays where it is
 * while the page scrolls, or is below what scrolls in a dialog.
 */
function barsBelow(): string[][] {
  const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
    const before = one.closest('dialog:modal') && one.previousElementSibling
    const isFooter = before ? getComputedStyle(before).overflowY === 'auto' : false
    if (!isFooter && !['fixed', 'sticky'].includes(getComputedStyle(one).position)) return false
    const { top, bottom, left, width, height } = one.getBoundingClientRect()
    const isBar = width > innerWidth / 2 && height > 0 && height < innerHeight / 2
    if (!isBar || top < innerHeight / 2 || top >= innerHeight) return false
    const middle = Math.min((top + bottom) / 2, innerHeight - 1)
    const seen = document.elementFromPoint(left + width / 2, middle)
    return seen !== null && one.contains(seen)
  })
  return bars.map((one) =>
    [...one.querySelectorAll<HTMLElement>('a, button')].map((each) => each.textContent.trim()),
  )
}

const FRAMES = {
  'over the deal': async (page: Page, deal: number): Promise<Locator> => {
    await page.goto(`/property/${deal}`)
    await page.getByRole('button', { name: 'Make an offer', exact: true }).filter({ visible: true }).click()
    return page.getByRole('dialog', { name: 'Make an offer' })
  },
  'on its own page': async (page: Page, deal: number): Promise<Locator> => {
    await page.goto(`/deal/${deal}/offer`)
    return page.getByRole('main')
  },
}

test.each(Object.keys(FRAMES) as (keyof typeof FRAMES)[])(
  'an offer %s has one bar in each step',
  async (frame) => {
    const { page, context } = await person(browser, { baseURL: world.url, viewport: NARROW })
    onTestFinished(() => context.close())
    await logIn(context, world)
    const offer = await FRAMES[frame](page, await dealWithoutOffer(world))
    await offer.getByLabel('Offer price', { exact: true }).fill('90k')

    const expectBars = async (bars: readonly string[][]) => {
      for (const width of [320, NARROW.width])
        for (const height of [568, NARROW.height]) {
          await page.setViewportSize({ width, height })
          await expect
            .poll(() => page.evaluate(barsBelow), { message: `${width} by ${height} px` })
            .toEqual(bars)
        }
    }
    const press = (name: string) => offer.getByRole('button', { name, exact: true }).click()

    await expectBars([['Continue']])
    await press('Continue')
    await offer.getByRole('group', { name: 'Proof of funds' }).first().waitFor()
    await expectBars([['Back', 'Continue']])
    await press('Continue')
    await offer.getByText(/Sending costs nothing/).waitFor()
    await expectBars([['Back', 'Send offer']])
    await press('Send offer')
    await page.getByText(/has your offer/).waitFor()
    await expectBars([])
  },
)
