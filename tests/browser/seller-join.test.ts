/** A company joins and builds its team: it applies, staff approve, the mailed link opens the account, and a colleague follows an invitation. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { letterTo, linkTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const CARLA = 'carla@lonestar.example'
const NORA = 'nora@lonestar.example'
const PASSWORD = 'plum orbit lantern 7'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function staff() {
  const at = await person(browser)
  await at.page.goto(`${world.url}/admin/`)
  await at.page.getByLabel('Email').fill('avery@plat.example')
  await at.page.getByLabel('Password').fill('plat-staff-1')
  await press(at.page, 'Log in')
  await at.page.getByRole('heading', { name: 'Settings' }).waitFor()
  return at
}

test('a company applies, is approved, opens its account, and invites an agent, who is paused later', async () => {
  const console = await staff()
  await console.page.getByLabel('How sellers join').selectOption('After approval')
  const row = console.page.getByRole('row').filter({ hasText: 'How sellers join' })
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Avery').waitFor()

  const owner = await person(browser)
  const { page } = owner
  await page.goto(`${world.url}/seller/join`)
  await press(page, 'Apply')
  await page.getByText('Enter the name of your company.').waitFor()
  await page.getByLabel('Company').fill('Lone Star Dispositions')
  await page.getByLabel('Your name').fill('Carla Reyes')
  await page.getByLabel('Email').fill(CARLA)
  await page.getByLabel('Phone').fill('(281) 443-0175')
  await page.getByLabel('You are').selectOption('Wholesaler')
  await page.getByLabel('I am 18 or older and accept the').check()
  // What was typed is not lost unasked.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  expect(await violationsInBothThemes(page)).toEqual([])
  await press(page, 'Apply')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  expect((await letterTo(world.url, CARLA)).subject).toBe('We received your application')

  await console.page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('button', { name: 'Sellers' })
    .click()
  const waiting = console.page.getByRole('region', { name: 'Sellers who want to join' })
  await waiting.getByRole('row').filter({ hasText: CARLA }).getByRole('button', { name: 'Approve' }).click()
  await console.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()

  await page.goto(await linkTo(world.url, CARLA, '/seller/join#'))
  await page.getByText(`You confirmed ${CARLA}.`).waitFor()
  await page.getByRole('complementary').getByText('Lone Star Dispositions').waitFor()
  expect(page.url()).toBe(`${world.url}/seller/#start`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('I am 18 or older and accept the').check()
  await press(page, 'Open the account')
  await page.getByRole('heading', { name: 'Your company' }).waitFor()
  await page.getByRole('link', { name: 'Leave the guide' }).click()
  await page.getByRole('link', { name: 'Company', exact: true }).click()

  const invite = page.getByRole('form', { name: 'Invite somebody' })
  await invite.getByLabel('Name').fill('Nora Beck')
  await invite.getByLabel('Email').fill(NORA)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await page
    .getByRole('list', { name: 'People' })
    .getByText(/Invited, link ends/)
    .waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  const agent = await person(browser)
  await agent.page.goto(await linkTo(world.url, NORA, '/seller/#join/'))
  await agent.page.getByLabel('Password').fill(PASSWORD)
  const terms = agent.page.getByLabel('I am 18 or older and accept the')
  for (const [name, href] of [
    ['terms', '/terms-of-service'],
    ['privacy policy', '/privacy-policy'],
  ] as const)
    expect(await agent.page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href)
  await press(agent.page, 'Join and log in')
  expect(await terms.evaluate((box) => (box as HTMLInputElement).validity.valueMissing)).toBe(true)
  await terms.check()
  expect(await violationsInBothThemes(agent.page)).toEqual([])
  await press(agent.page, 'Join and log in')
  await agent.page.getByRole('link', { name: 'Deals', exact: true }).click()
  await agent.page.getByText('No deals yet.', { exact: true }).waitFor()
  expect(await agent.page.getByRole('button', { name: 'New deal' }).count()).toBe(0)

  await page.reload()
  await press(page, 'Pause Nora Beck')
  await page.getByRole('dialog', { name: 'Pause Nora Beck?' }).getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('list', { name: 'People' }).getByText('Paused', { exact: true }).waitFor()
  await agent.page.getByRole('link', { name: 'Offers', exact: true }).click()
  const again = agent.page.getByRole('dialog', { name: 'Log in again' })
  await again.getByLabel('Password').fill(PASSWORD)
  await again.getByRole('button', { name: 'Log in' }).click()
  await again.getByText('Your login is paused. Ask an owner of your company to resume it.').waitFor()
  await Promise.all([console.context.close(), owner.context.close(), agent.context.close()])
})

test('the page to join offers to try again while the server is away', async () => {
  const { context, page } = await person(browser)
  await page.route('**/account/api/join', (route) => route.abort())
  await page.goto(`${world.url}/seller/join`)
  await page.getByRole('heading', { name: 'This did not work' }).waitFor()
  await page.unroute('**/account/api/join')
  await press(page, 'Try again')
  await page.getByRole('heading', { name: /^(Sell on|Joining is by invitation)/ }).waitFor()
  await context.close()
})
