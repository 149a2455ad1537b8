/** The first run as an operator does it: start the server, open the address it prints, make a login, and be at the console. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt, timeStep } from '#server/accounts/two-step/apps.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { collectPageErrors, launch, NARROW, WIDE } from '#tests/support/browser.ts'
import { type InstalledServer, startInstalledServer } from '#tests/support/installed-server.ts'
import { pageFaults } from '#tests/support/page-faults.ts'
import { fromBase32 } from '#tests/support/two-step.ts'

const SELLER = { email: 'ruth@bluebonnet.example', password: 'plum orbit lantern 7' }

let server: InstalledServer
let browser: Browser
beforeAll(async () => {
  server = await startInstalledServer({}, (plat) => {
    const { id } = plat(['account', 'add', '--title', 'Bluebonnet Homes'])
    const person = ['--account', String(id), '--name', 'Ruth Calloway', '--email', SELLER.email]
    plat(['member', 'add', ...person, '--password-stdin'], SELLER.password)
  })
  browser = await launch()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const PRINTED = /http:\/\/localhost:\d+\/admin\/setup#[\w-]+/g

async function open(address: string, viewport: { width: number; height: number } = WIDE) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const pageErrors: string[] = []
  collectPageErrors(page, pageErrors)
  await page.goto(address)
  return { context, page, pageErrors }
}

test('the address a new server prints leads to a login at the console, once', async () => {
  const addresses = server.said().match(PRINTED) ?? []
  expect(addresses).toHaveLength(1)
  const [address = ''] = addresses
  const { context, page, pageErrors } = await open(address)
  await page.getByRole('heading', { name: 'Set up Plat' }).waitFor()
  // The secret is on no screen and in no history.
  expect(page.url()).toBe(`${server.url}/admin/`)
  expect(await violationsInBothThemes(page)).toEqual([])

  await page.getByLabel('Your name').fill('Avery Lane')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('password1')
  // What was typed is not lost unasked.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.getByRole('button', { name: 'Create login' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/\w/)
  await page.getByLabel('Password').fill('plum orbit lantern 7')
  await page.getByRole('button', { name: 'Create login' }).click()

  // A real installation requires a second factor before anything else.
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = fromBase32(((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, ''))
  await dialog.getByLabel('Code from the app').fill(codeAt(key, timeStep(Date.now())))
  await dialog.getByRole('button', { name: 'Add the app' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.waitFor()
  await codes.getByLabel('I have saved my recovery codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByText('Avery Lane').waitFor()
  // The one refused password, and the logins of a demo, which no installation has.
  expect(pageErrors.filter((line) => !/ (422|404) /.test(line))).toEqual([])
  await context.close()

  const late = await open(address, NARROW)
  await late.page.getByText('This link has expired or was used before.').waitFor()
  expect(await late.page.getByRole('textbox').count()).toBe(0)
  await late.page.getByRole('button', { name: 'Log in' }).click()
  await late.page.getByLabel('Email').waitFor()
  await late.context.close()
})

test('a marketplace without deals says so instead of empty tables and filters that hide nothing', async () => {
  for (const viewport of [WIDE, { width: 320, height: 640 }]) {
    const { context, page } = await open(`${server.url}/`, viewport)
    const newest = page.getByRole('region', { name: 'Newest deals' })
    await newest.getByText('No deals yet.').waitFor()
    expect(await newest.getByRole('table').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Markets' }).count()).toBe(0)
    await page.goto(`${server.url}/deals`)
    await page.getByRole('heading', { name: 'No deals yet' }).waitFor()
    expect(await page.getByRole('list', { name: 'Filters that are on' }).count()).toBe(0)
    const deals = page.getByRole('region', { name: 'Deals', exact: true })
    expect(await deals.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
    const way = deals.getByRole('link', { name: 'Set up a buy box' })
    expect(await way.getAttribute('href')).toBe('/profile/buy-box')
    expect(await page.evaluate(pageFaults)).toEqual([])
    await context.close()
  }
})

test('each place of a new seller says what appears there, and is drawn without a fault', async () => {
  const { context, page, pageErrors } = await open(`${server.url}/seller/`)
  await page.getByLabel('Email').fill(SELLER.email)
  await page.getByLabel('Password').fill(SELLER.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const main = page.getByRole('main')
  const faults: string[] = []
  for (const [place, words] of [
    ['messages', 'No buyer has written yet.'],
    ['today', 'Messages, address requests and offers of buyers appear here'],
    ['requests', 'No requests yet. Buyers’ questions and address requests appear here.'],
    ['deals', 'No deals yet.'],
    ['offers', 'No offers yet.'],
    ['offers/under_contract', 'No offer is under contract.'],
    ['offers/closed', 'No offer has closed yet.'],
    ['buyers', 'No buyers yet.'],
    ['blasts', 'No blasts yet.'],
    ['reviews', 'No buyer has reviewed you yet.'],
    ['company', 'No keys yet.'],
    ['login', 'Offers about to expire'],
  ] as const) {
    await page.goto(`${server.url}/seller/#${place}`)
    await main.getByText(words).waitFor()
    for (const viewport of [WIDE, NARROW, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport)
      const found = await page.evaluate(pageFaults)
      faults.push(...found.map((fault) => `${place} at ${viewport.width} px: ${fault}`))
    }
    await page.setViewportSize(WIDE)
  }
  expect(faults).toEqual([])
  await page.goto(`${server.url}/seller/#messages`)
  await main.getByRole('link', { name: 'Open deals' }).click()
  await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
  // The logins of a demo, which no installation has.
  expect(pageErrors.filter((line) => !/ 404 /.test(line))).toEqual([])
  await context.close()
})
