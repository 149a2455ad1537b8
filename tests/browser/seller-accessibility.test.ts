/** axe on every state of the seller app, its dialogs included, in both themes, wide and narrow. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
/** Form fields and buttons that stick out of the window. */
const cutOff = () =>
  [...document.querySelectorAll('input, select, textarea, button')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > window.innerWidth + 1)
    .map((each) => `${each.localName}.${each.className}`)

const dana = (page: Page) => page.getByRole('button', { name: /Dana Whitfield/ })
const openThread = async (page: Page) => {
  await dana(page).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
}
const openDialog = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').locator('input').first().waitFor()
}

const STATES: [string, (page: Page) => Promise<void>][] = [
  [
    'the deals to send',
    async (page) => {
      await openThread(page)
      await openDialog(page, 'Send a property')
    },
  ],
  [
    'a new blast',
    async (page) => {
      await page.getByRole('button', { name: 'New blast', exact: true }).click()
      await page.getByText(/^Reaches \d+ buyers$/).waitFor()
    },
  ],
  [
    'the buyers, and how a deal fits them',
    async (page) => {
      await page.getByRole('link', { name: 'Buyers' }).click()
      await page.getByLabel('How well a deal fits').selectOption({ index: 1 })
      await page.getByRole('link', { name: 'Message matching buyers' }).waitFor()
    },
  ],
  [
    'a new digest',
    async (page) => {
      await page.getByRole('button', { name: 'Deals digest' }).click()
      await page.getByRole('checkbox', { name: /Caplin/ }).check()
      await page.getByText(/^Reaches \d+ buyers$/).waitFor()
    },
  ],
  [
    'what was sent',
    async (page) => {
      await page.getByRole('button', { name: 'New blast', exact: true }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill('Open house, Sunday at two.')
      await page.getByRole('button', { name: /^Send to \d+ buyers$/ }).click()
      await page.getByRole('heading', { name: /^Sent to \d+ buyers$/ }).waitFor()
    },
  ],
  [
    'what was not sent, and a text over the limit',
    async (page) => {
      await openThread(page)
      await page.route('**/text-messages', (route) =>
        route.fulfill({ status: 403, json: { message: 'Not today.', code: 'no' } }),
      )
      await page.getByLabel('Reply').fill('Is Sunday fine?')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('Not sent').waitFor()
      await page.unrouteAll()
      await page.route('**/text-messages', (route) => route.abort())
      await page.getByLabel('Reply').fill('Is Monday fine?')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('Waiting for a connection').waitFor()
      await page.getByLabel('Reply').fill('x'.repeat(1001))
    },
  ],
  [
    'messages that could not be loaded',
    async (page) => {
      await page.route('**/text-messages?*', (route) => route.abort())
      await dana(page).click()
      await page.getByText('The messages could not be loaded.').waitFor()
    },
  ],
]

/** Nothing that axe finds in either theme, and no control that sticks out. */
async function expectSound(page: Page, viewports = [WIDE, NARROW]): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    expect(await violationsInBothThemes(page), `at ${viewport.width} px`).toEqual([])
    expect(await page.evaluate(cutOff), `at ${viewport.width} px`).toEqual([])
  }
}

it('axe finds nothing in the seller app in either theme: the list of buyers and a thread on a phone', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/?login=seller1')
  await dana(page).waitFor()
  await expectSound(page, [NARROW])
  await openThread(page)
  await expectSound(page, [NARROW])
  await context.close()
})

it.each(STATES)('axe finds nothing in the seller app in either theme: %s', async (_state, reach) => {
  const { context, page } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/?login=seller1')
  await dana(page).waitFor()
  await reach(page)
  await expectSound(page)
  await context.close()
})

it('axe finds nothing at a login that was refused', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/')
  await page.getByRole('button', { name: /Nora Beck/ }).waitFor()
  await page.getByLabel('Email').fill(world.logins.seller1.email)
  await page.getByLabel('Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await expectSound(page)
  await context.close()
})
