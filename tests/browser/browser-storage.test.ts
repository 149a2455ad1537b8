/**
 * What browsers keep after the whole product was walked as a visitor, buyer, guest of a seller's site, seller and staff member:
 * nothing that the list behind the privacy policy does not name.
 */
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { BROWSER_STORAGE } from '#marketplace/buyer/features/legal/browser-storage.ts'
import { person } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { withKeySites } from '#tests/support/key-sites.ts'
import { CONSOLE_TABS } from '#tests/support/page-list.ts'

const { world, browser } = withWorld({ messages: 5, companies: 20, deals: 60 })
const { makeKey, siteWith } = withKeySites(world)

/** Names that were kept at any time, as `place name`. */
const kept = new Set<string>()

/** Names that this walk does not bring about, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'plat.notices': 'headless browsers refuse push notifications',
  'plat.notices.seller': 'headless browsers refuse push notifications',
  'plat.reloaded': 'only after a file of an earlier version is missing',
  'plat.withdrawKey': 'written as plat.payKey is; withdrawals.test.ts walks it',
  'plat.phone-later': 'buyers of the demo have confirmed phones',
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .filter({ visible: true })
    .first()
    .click()

/** A person whose browser reports every name that a page writes, also one that is removed again. */
async function watched(options: Parameters<typeof person>[1] = {}) {
  const one = await person(browser, { baseURL: world.url, isAskedForConsent: true, ...options })
  await one.context.exposeBinding('reportKept', (_, name: string) => void kept.add(name))
  await one.context.addInitScript(() => {
    const report = (name: string) =>
      (window as unknown as { reportKept(name: string): void }).reportKept(name)
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function setItem(key, value) {
      report(`${this === localStorage ? 'localStorage' : 'sessionStorage'} ${key}`)
      write.call(this, key, value)
    }
  })
  return one
}

/** Reads what this origin keeps now. */
async function read(context: BrowserContext, page: Page): Promise<void> {
  for (const { name } of await context.cookies()) kept.add(`cookie ${name}`)
  const names = await page.evaluate(async () => [
    ...document.cookie.split('; ').map((pair) => `cookie ${pair.split('=')[0]}`),
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
    ...(await indexedDB.databases()).map(({ name }) => `indexedDB ${name}`),
    ...(await caches.keys()).map((name) => `caches ${name}`),
  ])
  for (const name of names) if (name !== 'cookie ') kept.add(name)
}

const isListed = (entry: string) => {
  const [place = '', ...rest] = entry.split(' ')
  const name = rest.join(' ').replace(/^__(?:Host|Secure)-/, '')
  return BROWSER_STORAGE.some(
    (one) => one.place === place && (one.isPrefix ? name.startsWith(one.name) : name === one.name),
  )
}

const unlisted = () => [...kept].filter((entry) => !isListed(entry)).sort()

test('a visitor who becomes a buyer keeps only what the list names', async () => {
  const { context, page } = await watched()
  const deal = await dealWithoutOffer(world)
  await page.goto('/?utm_source=podcast')
  await press(page, 'Allow all')
  await press(page, /^Use the (dark|light) theme/)
  await page.goto('/deals?view=table')
  await press(page, /^Columns/)
  await page.getByRole('group', { name: 'Columns' }).getByRole('checkbox').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Search location' }).fill('houston')
  await page.getByRole('option', { name: 'Houston, TX City' }).click()
  await page.getByRole('heading', { level: 1, name: 'Houston, TX' }).waitFor()
  await page.goto('/deals?view=list')
  const first = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  await first.getByRole('button', { name: /^Save / }).click()
  await page.keyboard.press('?')
  await page.getByLabel('Use these keys on the deals page').click()
  await page.keyboard.press('Escape')
  await first.getByRole('link').first().click()
  await page.waitForURL('**/property/**')
  await page.getByRole('heading', { name: 'Photos' }).or(page.getByRole('main')).first().waitFor()
  await read(context, page)
  await page.goto('/privacy-policy')
  await page.getByRole('checkbox', { name: 'Mark deals I have seen' }).click()
  await page.goto('/register')
  await page.getByLabel('First name').fill('Ida')
  await expect.poll(() => kept.has('sessionStorage plat.register')).toBe(true)

  const { db } = world.server.database
  const hidden = { is_street_shown: false, address_rule: 'manual' } as const
  await db.updateTable('properties').set(hidden).where('id', '=', deal).execute()
  await page.goto(`/property/${deal}`)
  await press(page, 'Add a message')
  await page.getByLabel('Message to the seller').fill('I pay cash.')
  await read(context, page)
  await press(page, 'Log in to make an offer')
  await press(page, /^Continue with/)
  await page.waitForURL((url) => url.searchParams.has('response_type'))
  await read(context, page)
  await page.getByRole('button').first().click()
  await page.waitForURL(`**/deal/${deal}/offer`)
  await read(context, page)
  expect(unlisted()).toEqual([])
  await context.close()
})

test('a buyer who offers, asks, writes, hides and pays keeps only what the list names', async () => {
  const { context, page } = await watched()
  const deal = await dealWithoutOffer(world)
  await logIn(context, world)
  await page.goto(`/property/${deal}`)
  await press(page, 'Allow all')
  await press(page, 'Make an offer')
  const offer = page.getByRole('dialog', { name: 'Make an offer' })
  await offer.getByLabel('Offer price', { exact: true }).fill('90000')
  await offer.getByText('Draft saved').waitFor()
  await page.goto(`/property/${deal}`)
  await press(page, 'Ask a question')
  await press(page, 'Access')
  await read(context, page)
  await page.goto('/for-you')
  await press(page, /^Hide /)
  await page.getByText(/ is hidden\.$/).waitFor()
  await page.goto('/messenger')
  await page.getByRole('option').first().click()
  await page.getByPlaceholder('Type a message').fill('Is Friday fine?')
  await read(context, page)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Is Friday fine?').waitFor()
  await page.goto('/deals?view=list')
  const first = page.getByRole('feed', { name: 'Deals' }).getByRole('article').first()
  await first.getByRole('button', { name: /^Save / }).click()
  await press(page, /^Notifications/)
  await press(page, /^Mark as (un)?read: /)
  await expect.poll(() => kept.has('localStorage plat.notifications.pressed')).toBe(true)
  await page.goto('/profile/wallet')
  await press(page, 'Top up')
  await press(page, 'Add a card')
  const fields = page.frameLocator('iframe[title="Card details"]')
  await fields.getByLabel('Card number').fill('4242 4242 4242 4242')
  await fields.getByLabel('Expires').fill('12 / 31')
  await fields.getByLabel('Security code').fill('123')
  await press(page, 'Add card')
  await page.getByRole('radio', { name: /4242/, checked: true }).waitFor()
  await press(page, /^Top up \$/)
  await page.getByRole('heading', { name: / added$/ }).waitFor()
  await read(context, page)
  expect(unlisted()).toEqual([])
  await context.close()
})

test('a guest of a seller’s site keeps only what the list names', async () => {
  const port = await freePort()
  const settings = { guests: { allowed: true, contact: 'email' } }
  const { key } = await makeKey('Site', settings, [`http://127.0.0.1:${port}`])
  const site = await siteWith(`data-key="${key}"`, port)
  const { context, page } = await watched()
  await page.goto(`${site.origin}/homes/12`)
  await press(page, 'Open messages')
  const popup = page.getByRole('dialog', { name: 'Messages' })
  await popup.getByLabel('Name').fill('Rosa Diaz')
  await popup.getByLabel('Email').fill('rosa@example.com')
  await popup.getByLabel('Message', { exact: true }).fill('Is it still for sale?')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByRole('log').getByText('Is it still for sale?').waitFor()
  await popup.getByPlaceholder('Type a message').fill('Friday works.')
  await read(context, page)
  await page.keyboard.press('Enter')
  await popup.getByRole('log').getByText('Friday works.').waitFor()
  await read(context, page)
  expect(unlisted()).toEqual([])
  await context.close()
})

test('a seller and a staff member keep only what the list names', async () => {
  const { context, page } = await watched()
  await page.goto('/seller/')
  await page.getByLabel('Email').fill(world.logins.seller1.email)
  await page.getByLabel('Password').fill(world.logins.seller1.password)
  await press(page, 'Log in')
  const places = page.getByRole('navigation', { name: 'Seller app' }).getByRole('link')
  await places.first().waitFor()
  for (let at = 0; at < (await places.count()); at++) {
    await places.nth(at).click()
    await page.getByRole('main').waitFor()
  }
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page
    .getByRole('button', { name: /Dana Whitfield/ })
    .first()
    .click()
  await page.getByRole('textbox').last().fill('Friday is fine.')
  await read(context, page)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Friday is fine.').waitFor()
  await read(context, page)

  await page.goto('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await press(page, 'Log in')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  for (const tab of CONSOLE_TABS)
    await page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('button', { name: tab, exact: true })
      .click()
  await read(context, page)
  expect(unlisted()).toEqual([])
  await context.close()
})

test('these walks brought about everything that the list names, but for what they cannot', () => {
  const missing = BROWSER_STORAGE.filter(
    ({ name, place, isPrefix }) =>
      ![...kept].some((entry) =>
        isPrefix ? entry.startsWith(`${place} ${name}`) : entry === `${place} ${name}`,
      ),
  )
  expect(missing.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_HERE).sort())
})

test('an answer without a version is asked for again with its choices, and the policy says what was chosen when', async () => {
  const { context, page, pageErrors } = await person(browser, {
    baseURL: world.url,
    isAskedForConsent: true,
  })
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('plat.consent', '{"analytics":true,"marketing":false}'))
  await page.goto('/privacy-policy')
  const question = page.getByRole('region', { name: 'Cookie choices' })
  await question.getByText('What we ask for has changed since you chose.').waitFor()
  await page.getByText('You have not answered the current cookie question').waitFor()
  expect(await question.getByLabel('Analytics').isChecked()).toBe(true)
  expect(await question.getByLabel('Support chat and marketing').isChecked()).toBe(false)
  await question.getByRole('button', { name: 'Save choices' }).click()
  await page.getByText(/^Your choice in this browser, \w{3} \d+, \d{4}, .*: necessary, analytics\./).waitFor()
  const answer = await page.evaluate(() => JSON.parse(localStorage.getItem('plat.consent') ?? ''))
  expect(answer).toEqual({ version: 1, at: expect.any(String), analytics: true, marketing: false })
  expect(Math.abs(Date.parse(answer.at) - Date.now())).toBeLessThan(120_000)
  await page.reload()
  await page.getByText(/^Your choice in this browser/).waitFor()
  expect(await question.count()).toBe(0)
  expect(pageErrors).toEqual([])
  await context.close()
})
