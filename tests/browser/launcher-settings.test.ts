/** How a launcher looks, what it says and where it appears: by the attributes of its line, or else by what the seller sets for the key. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { LAUNCHER_DEFAULTS } from '#shared/contract/launcher.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { withKeySites } from '#tests/support/key-sites.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const { makeKey, siteWith } = withKeySites(world)

const openMessages = (page: Page) => page.getByRole('button', { name: 'Open messages' })
const cornerOf = (page: Page) => page.locator('[data-plat-launcher]').getAttribute('data-plat-launcher')
const colorOf = (page: Page) =>
  page
    .getByRole('button', { name: /^(Open|Close) messages/ })
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor)

/** Once whatever could draw a launcher has come. */
async function expectNoLauncher(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('[data-plat-launcher]').count()).toBe(0)
}

async function openForm(page: Page, name: string) {
  await page.goto(`${world.url}/seller/?login=seller1`)
  await page.getByRole('link', { name: 'Company' }).click()
  await page.getByRole('button', { name: `Launcher of ${name}`, exact: true }).click()
  return page.getByRole('form', { name: `Launcher of ${name}` })
}

const ALL_DAY = { time_zone: 'America/Denver', days: Array(7).fill({ from: 0, to: 24 * 60 }) }

test('attributes of the line come before the key; what the seller changes shows on the next load of a page without them', async () => {
  const launcher = {
    ...LAUNCHER_DEFAULTS,
    corner: 'top-left',
    accent: '#7a2c2c',
    greeting: 'Ask us about any house.',
    hours: ALL_DAY,
    pages: ['/homes/*'],
  }
  const { key } = await makeKey('Two sites', { guests: { allowed: true, contact: 'email' }, launcher })
  const { origin: own } = await siteWith(
    `data-key="${key}" data-corner="bottom-left" data-accent="rgb(10, 92, 54)" data-greeting="Ask about Oak Street 12." data-hours="Mo-Su 00:00-24:00 America/Phoenix" data-pages="/oak /contact"`,
  )
  const { origin: plain } = await siteWith(`data-key="${key}"`)
  const { page, context, pageErrors } = await person(browser)

  await page.goto(`${own}/oak`)
  await openMessages(page).click()
  const popup = page.getByRole('dialog', { name: 'Messages' })
  await popup.getByText('Ask about Oak Street 12.').waitFor()
  await popup.getByText('Open now, until 12 AM MST', { exact: true }).waitFor()
  expect(await cornerOf(page)).toBe('bottom-left')
  expect(await colorOf(page)).toBe('rgb(10, 92, 54)')
  expect(await violationsInBothThemes(page)).toEqual([])
  await expectNoLauncher(page, `${own}/homes/12`)

  await page.goto(`${plain}/homes/12`)
  await openMessages(page).click()
  await popup.getByText('Ask us about any house.').waitFor()
  await popup.getByText(/^Open now, until 12 AM M[DS]T$/).waitFor()
  expect(await cornerOf(page)).toBe('top-left')
  expect(await colorOf(page)).toBe('rgb(122, 44, 44)')
  await expectNoLauncher(page, `${plain}/oak`)

  const seller = await person(browser)
  const form = await openForm(seller.page, 'Two sites')
  await form.getByLabel('Greeting').fill('We are back on Monday.')
  await form.getByLabel('Accent color').fill('#123c8a')
  await form.getByLabel('Corner').selectOption('Top right')
  await form.getByLabel('Pages it appears on').fill('/oak')
  await form.getByLabel('Show opening hours').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })

  await page.goto(`${plain}/oak`)
  await openMessages(page).click()
  await popup.getByText('We are back on Monday.').waitFor()
  expect(await popup.getByText(/^Open now|^Closed now/).count()).toBe(0)
  expect(await cornerOf(page)).toBe('top-right')
  expect(await colorOf(page)).toBe('rgb(18, 60, 138)')
  await expectNoLauncher(page, `${plain}/homes/12`)

  await page.goto(`${own}/contact`)
  await openMessages(page).click()
  await popup.getByText('Ask about Oak Street 12.').waitFor()
  expect([await cornerOf(page), await colorOf(page)]).toEqual(['bottom-left', 'rgb(10, 92, 54)'])
  expect([...pageErrors, ...seller.pageErrors]).toEqual([])
  await Promise.all([context.close(), seller.context.close()])
})

test('the greeting of a key without guests is read by who has a login and has not written yet', async () => {
  const { key } = await makeKey('Members', { guests: { allowed: false, contact: 'email' } })
  const seller = await person(browser)
  const form = await openForm(seller.page, 'Members')
  expect(await form.getByLabel('Visitors without a login can write').isChecked()).toBe(false)
  await form.getByLabel('Greeting').fill('Members get an answer today.')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await seller.context.close()

  const { token } = await (await fetch(`${world.url}/demo/token?login=buyer3`)).json()
  const { origin } = await siteWith(
    `data-key="${key}" data-token="${token}" data-hours="Mo-Su 00:00-24:00 America/Phoenix"`,
  )
  const { page, context, pageErrors } = await person(browser, { viewport: NARROW })
  await page.goto(origin)
  await openMessages(page).click()
  const popup = page.getByRole('dialog', { name: 'Messages' })
  const greeting = popup.getByText('Members get an answer today.')
  await greeting.waitFor()
  await popup.getByText('Open now, until 12 AM MST', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await popup.getByPlaceholder('Type a message').fill('Is Oak Street 12 still for sale?')
  await page.keyboard.press('Enter')
  await popup.getByRole('log').getByText('Is Oak Street 12 still for sale?').waitFor()
  await greeting.waitFor({ state: 'hidden' })
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a line without a key has its color and its pages too', async () => {
  const { origin } = await siteWith(
    `data-api-base="${world.url}/customer/api" data-accent="#0a5c36" data-pages="/homes/*"`,
  )
  const { page, context, pageErrors } = await person(browser)
  await page.goto(`${origin}/homes/12`)
  await openMessages(page).waitFor()
  expect(await colorOf(page)).toBe('rgb(10, 92, 54)')
  await expectNoLauncher(page, `${origin}/about`)
  expect(pageErrors).toEqual([])
  await context.close()
})
