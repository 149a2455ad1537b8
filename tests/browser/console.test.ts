/** The console in a real browser: what is set there holds for everybody, and a look through a buyer's eyes changes nothing. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { launch } from '#tests/support/browser.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  world = await startWorld({ messages: 0, companies: 0, deals: 60 })
  browser = await launch()
  context = await browser.newContext({ baseURL: world.url })
  page = await context.newPage()
  await page.goto('/console/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const open = (tab: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('button', { name: tab }).click()

test('a buyer cannot log in at the console', async () => {
  const other = await context.newPage()
  await other.goto('/console/')
  await other.getByLabel('Email').fill(world.logins.buyer1.email)
  await other.getByLabel('Password').fill(world.logins.buyer1.password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByRole('alert').waitFor()
  await other.close()
})

test('a fee that is set is shown to everybody, and the log says who set it', async () => {
  await open('Settings')
  const row = page.getByRole('row').filter({ hasText: 'Platform fee' })
  await page.getByLabel('Platform fee, cents').fill('105000')
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Avery Lane').waitFor()
  const fee = async () => (await (await page.request.get('/customer/api/configs')).json()).platform_fee
  await expect.poll(fee).toBe(1050)
  await open('Log')
  await page.getByRole('row').filter({ hasText: 'setting.change' }).first().waitFor()
})

test('every list shows itself, and axe finds nothing wrong in either theme', async () => {
  for (const tab of [
    'Settings',
    'Deposits',
    'Books',
    'Reports',
    'Sellers',
    'Buyers',
    'Proofs of funds',
    'Log',
  ]) {
    await open(tab)
    await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    expect(await page.getByRole('main').getByRole('alert').count(), tab).toBe(0)
    expect(await violationsInBothThemes(page), tab).toEqual([])
  }
})

test('a look through a buyer’s eyes opens their profile with a banner, and refuses every change', async () => {
  await open('Buyers')
  await page.getByLabel('Name or email of a buyer').fill('dana')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('row').filter({ hasText: 'Dana Whitfield' }).waitFor()
  await page.getByRole('button', { name: 'View as buyer' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('She asked us to look at her profile.')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open it' }).click()
  const profile = await opened
  await profile.getByText('You can read everything here and change nothing.').waitFor()
  await profile.goto('/profile/personal')
  await profile.getByLabel('First name').fill('Mallory')
  await profile.getByRole('button', { name: 'Save' }).click()
  await profile.getByText('cannot change anything').first().waitFor()
  await profile.close()
})
