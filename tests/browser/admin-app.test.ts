/** The console in a real browser: what is set there holds for everybody, and a look through a buyer's eyes changes nothing. */
import type { BrowserContext, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { CONSOLE_TABS } from '#tests/support/page-list.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
let context: BrowserContext
let page: Page

beforeAll(async () => {
  context = await browser.newContext({ baseURL: world.url })
  page = await context.newPage()
  await page.goto('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

const open = (tab: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('button', { name: tab, exact: true }).click()

const fail = (item: string, error: string) => {
  const at = new Date('2026-03-05T09:00:00Z')
  return world.server.database.db
    .insertInto('failed_work')
    .values({
      kind: 'open-payments',
      item,
      error,
      tries: 12,
      first_failed_at: at,
      last_failed_at: at,
      next_try_at: 'infinity',
      given_up_at: at,
    })
    .execute()
}

test('a buyer cannot log in at the console', async () => {
  const elsewhere = await browser.newContext({ baseURL: world.url })
  const other = await elsewhere.newPage()
  await other.goto('/admin/')
  await other.getByLabel('Email').fill(world.logins.buyer1.email)
  await other.getByLabel('Password').fill(world.logins.buyer1.password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await elsewhere.close()
})

test('a reload keeps the session, and one that has ended is asked for over the page with what was typed', async () => {
  await page.reload()
  await open('Buyers')
  await open('Settings')
  const row = page.getByRole('row').filter({ hasText: 'Platform fee' })
  await page.getByLabel('Platform fee, $').fill('1060')
  expect(await page.getByLabel('Platform fee, $').inputValue()).toBe('1,060')
  const { XSRF: csrf } = Object.fromEntries(
    (await context.cookies()).map(({ name, value }) => [name.replace('-TOKEN-STAFF', ''), value]),
  )
  // As from another device.
  const ended = await context.request.delete('/admin/api/auth/sessions', {
    headers: { 'X-XSRF-TOKEN': csrf ?? '' },
  })
  expect(ended.status()).toBe(200)
  await row.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await dialog.getByText('Your session has ended.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Password').fill('plat-staff-1')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Avery Lane').waitFor()
  expect(await page.getByLabel('Platform fee, $').inputValue()).toBe('1,060')
})

test('a fee that is set is shown to everybody, and the log says who set it, by itself once the server answers again', async () => {
  await open('Settings')
  const row = page.getByRole('row').filter({ hasText: 'Platform fee' })
  await page.getByLabel('Platform fee, $').fill('9m')
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByText(/^Enter an amount from \$0 to /).waitFor()
  await page.getByLabel('Platform fee, $').fill('1.05k')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Platform fee, $').inputValue()).toBe('1,050')
  await row.getByText('Avery Lane').waitFor()
  const fee = async () => (await (await page.request.get('/customer/api/configs')).json()).platform_fee
  await expect.poll(fee).toBe(1050)
  await page.route(/\/admin\/api\/audit\b/, (route) => route.abort())
  await open('Log')
  await page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await page.unrouteAll()
  await page.getByRole('row').filter({ hasText: 'Changed a setting' }).first().waitFor()
})

test('on a phone the values of a list line up, and an email address that has room is on one line', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('Buyers')
  const email = page.getByText('alma.archer@formerbuyers.example')
  await email.waitFor()
  const lines = await email.evaluate((words) => {
    const range = document.createRange()
    range.selectNodeContents(words)
    return range.getClientRects().length
  })
  const values = page.getByRole('main').locator('td:visible > div')
  const lefts = await values.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().left)),
  )
  expect([lines, new Set(lefts).size]).toEqual([1, 1])
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('work that was given up is tried again and dismissed, with its error and a reason', async () => {
  await fail('12', 'A service did not answer: The bank is closed')
  await fail('13', 'A rule of the database refused it: There is no such deal')
  await open('Failed work')
  const row = (item: string) => page.getByRole('row').filter({ hasText: item })
  await row('The bank is closed').getByRole('button', { name: 'Try again' }).click()
  await row('The bank is closed').waitFor({ state: 'detached' })
  await row('no such deal').getByRole('button', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('The deal was deleted long ago.')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('No work was given up.').waitFor()
  await page.getByLabel('State').selectOption('Dismissed')
  await row('The deal was deleted long ago.').waitFor()
  // The lists that axe looks at below have a row.
  await fail('14', 'The connection to the database was lost: terminated')
})

test('what is typed is not lost by a press on another list, by Escape, or by closing the tab', async () => {
  await open('Adjustments')
  await page.getByText('Propose an adjustment').click()
  await page.getByLabel('Amount in USD (negative to deduct)').pressSequentially('1250')
  expect(await page.getByLabel('Amount in USD (negative to deduct)').inputValue()).toBe('1,250')
  await page.getByLabel('Reason, shown to the customer').fill('Charged twice in May.')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('button', { name: 'Books' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving' })
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Reason, shown to the customer').inputValue()).toBe('Charged twice in May.')
  const isHeld = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isHeld()).toBe(true)
  await page.getByRole('navigation', { name: 'Console' }).getByRole('button', { name: 'Books' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  expect(await isHeld()).toBe(false)

  await open('Failed work')
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  const reason = page.getByRole('dialog').getByLabel(/^Reason/)
  await reason.fill('It was deleted')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await reason.inputValue()).toBe('It was deleted')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await reason.waitFor({ state: 'detached' })
})

test('an adjustment waits for another member of staff than who proposed it', async () => {
  await open('Adjustments')
  await page.getByText('Propose an adjustment').click()
  await page.getByLabel('Customer number').fill('1')
  await page.getByLabel('Amount in USD (negative to deduct)').fill('12.50')
  await page.getByLabel('Reason, shown to the customer').fill('Charged twice in June.')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Charged twice in June.' })
  await row.getByText('Another member of staff decides').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  const { db } = world.server.database
  const blake = db.selectFrom('staff').select('id').where('email', '=', 'blake@plat.example')
  await db
    .updateTable('adjustments')
    .set({ proposed_by: (await blake.executeTakeFirstOrThrow()).id })
    .execute()
  await open('Books')
  await open('Adjustments')
  await row.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByText('$12.50 goes into the wallet of').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await row.getByText('Approved by Avery Lane').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await row.getByText('Reason', { exact: true }).isVisible()).toBe(true)
  expect(await row.getByText('Decide', { exact: true }).isVisible()).toBe(false)
  await page.setViewportSize({ width: 1280, height: 720 })
  await open('Books')
  await page.getByText('Proposed by Blake Moreno, approved by Avery Lane').waitFor()
})

test('a proof that its owner changed meanwhile is not approved, and the list shows what it says now', async () => {
  const { db } = world.server.database
  const proof = db.selectFrom('proofs_of_funds').where('deleted_at', 'is', null).orderBy('id', 'desc')
  const { id, file_name } = await proof.select(['id', 'file_name']).executeTakeFirstOrThrow()
  const set = (values: { amount_cents: number; review?: 'pending' }) =>
    db.updateTable('proofs_of_funds').set(values).where('id', '=', id).execute()
  await set({ amount_cents: 15_000_000, review: 'pending' })
  await open('Proofs of funds')
  const row = page.getByRole('row').filter({ hasText: file_name }).filter({ hasText: '$150,000' })
  await row.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^Proof of .+: \$150,000/).waitFor()
  await set({ amount_cents: 95_000_000 })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('The owner changed the details of this proof. Close this window').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const now = page.getByRole('row').filter({ hasText: '$950,000' })
  await now.getByText('Under review').waitFor()
  await now.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await now.getByText('Approved').waitFor()
})

test('the accepted offer of a suspended seller is signed and closed at the console', async () => {
  const { db } = world.server.database
  const deals = db.selectFrom('properties').innerJoin('accounts', 'accounts.id', 'properties.account_id')
  const deal = await deals
    .select(['properties.id', 'account_id', 'accounts.title as seller'])
    .where('listing', '=', 'listed')
    .orderBy('properties.id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: customer_id } = await db
    .selectFrom('customers')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const about = { property_id: deal.id, account_id: deal.account_id, customer_id }
  const terms = JSON.stringify({ price_cents: 15_000_000 })
  await db.deleteFrom('offers').where('property_id', '=', deal.id).execute()
  await db
    .insertInto('offers')
    .values({ ...about, state: 'confirmed', price_cents: 15_000_000, terms, updated_at: new Date() })
    .execute()
  await open('Sellers')
  await page.getByLabel('Name of a seller').fill(deal.seller)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row').filter({ hasText: deal.seller })
  await row.getByRole('button', { name: 'Offers' }).click()
  const offers = page.getByRole('dialog', { name: `Accepted offers of ${deal.seller}` })
  await offers.getByText('The seller answers').first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  const decide = async (action: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('The title company confirmed it.')
    await dialog.getByRole('button', { name: action }).click()
  }
  await row.getByRole('button', { name: 'Suspend' }).click()
  await decide('Suspend')
  await row.getByRole('button', { name: 'Reinstate' }).waitFor()
  await row.getByRole('button', { name: 'Offers' }).click()
  await offers.getByRole('button', { name: 'Mark contract signed' }).click()
  await decide('Mark contract signed')
  await offers.getByText('Under contract').waitFor()
  await offers.getByRole('button', { name: 'Mark closed' }).click()
  await decide('Mark closed')
  await offers.getByRole('button', { name: 'Mark closed' }).waitFor({ state: 'detached' })
  await offers.getByRole('button', { name: 'Close', exact: true }).click()
  await offers.waitFor({ state: 'detached' })
  const sold = db.selectFrom('offers').select('state').where('property_id', '=', deal.id)
  expect(await sold.execute()).toEqual([{ state: 'closed' }])
})

/** Lists that the tests above have put rows into; the others are looked at as they are among every page. */
const FILLED = ['Adjustments', 'Failed work', 'Log']

test('every list shows itself, and axe finds nothing wrong in either theme in those that were filled', async () => {
  for (const tab of CONSOLE_TABS) {
    await open(tab)
    await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
    // Several lists may be on their way.
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
    const alerts = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
    expect(await alerts.count(), tab).toBe(0)
    if (FILLED.includes(tab)) expect(await violationsInBothThemes(page), tab).toEqual([])
  }
})

test('a look through a buyer’s eyes opens their profile with a banner, and refuses every change', async () => {
  await open('Buyers')
  await page.getByLabel('Name or email').fill('dana')
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

test.each([
  ['/admin/', "trusted-types 'none'"],
  ['/seller/', "trusted-types plat-notices 'allow-duplicates'"],
])('%s is shown in no frame, and makes no markup or script of text', async (path, types) => {
  const { headers } = await fetch(world.url + path)
  expect(headers.get('x-frame-options')).toBe('DENY')
  const policy = headers.get('content-security-policy')?.split('; ')
  for (const rule of [
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    types,
    "script-src 'self'",
  ])
    expect(policy).toContain(rule)
})
