/** The console at a separate origin, in a real browser: everything works there, and each side answers only at its origin. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, person } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let admin: string
let world: TestWorld
let browser: Browser
beforeAll(async () => {
  admin = `http://admin.localhost:${await freePort()}`
  world = await startWorld({ messages: 0, companies: 0, deals: 60, adminOrigin: admin })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const statusOf = async (page: Page, url: string) => (await page.goto(url))?.status()

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await press(page, 'Log in')
}

test('staff log in there, add a passkey, log in with it, and look at every tab and at a buyer’s app', async () => {
  const { context, page, pageErrors } = await person(browser)
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const response = await page.goto(`${admin}/admin/`)
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
  // The ready-made staff of a demo.
  await page.getByText('Demo: the staff below work without two-step login.').waitFor()
  await logIn(page)
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Platform fee' }).waitFor()

  await press(page, 'My login')
  await press(page, 'Add a passkey')
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('Work laptop')
  await press(page, 'Continue')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.getByLabel('I have saved my recovery codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await press(page, 'Log out')
  await press(page, 'Use a passkey')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()

  const tabs = page.getByRole('navigation', { name: 'Console' }).getByRole('button')
  for (const tab of await tabs.all()) {
    await tab.click()
    await page.waitForLoadState('networkidle')
    const alerts = page.getByRole('alert').filter({ hasText: /\S/ })
    expect(await alerts.count(), `${await tab.textContent()}`).toBe(0)
  }
  await tabs.getByText('Sellers', { exact: true }).click()
  const seller = page.getByRole('table').getByRole('link').first()
  expect(await seller.getAttribute('href')).toMatch(new RegExp(`^${world.url}/company/\\d+$`))

  await tabs.getByText('Buyers', { exact: true }).click()
  await page.getByLabel('Name or email').fill('dana')
  await press(page, 'Search')
  await page.getByRole('row').filter({ hasText: 'Dana Whitfield' }).waitFor()
  await page.getByRole('button', { name: 'View as buyer' }).first().click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('She asked us to look at her profile.')
  const opening = context.waitForEvent('page')
  await press(page, 'Open it')
  const profile = await opening
  await profile.getByText('You can read everything here and change nothing.').waitFor()
  expect(new URL(profile.url()).origin).toBe(world.url)
  expect((await context.cookies(world.url)).map(({ name }) => name)).not.toContain('XSRF-TOKEN-STAFF')
  expect(pageErrors).toEqual([])

  await page.reload()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await context.close()
})

test('each origin answers 404 to what is the other’s', async () => {
  const { context, page } = await person(browser)
  expect(await statusOf(page, `${world.url}/`)).toBe(200)
  expect(await statusOf(page, `${world.url}/admin/`)).toBe(404)
  expect(await statusOf(page, `${world.url}/admin/api/settings`)).toBe(404)
  expect(await statusOf(page, `${admin}/deals`)).toBe(404)
  expect(await statusOf(page, `${admin}/seller/`)).toBe(404)
  expect(await statusOf(page, `${admin}/customer/api/configs`)).toBe(404)
  expect(await statusOf(page, `${admin}/healthz`)).toBe(200)
  await context.close()
})
