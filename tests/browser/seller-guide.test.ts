/** A company that has just joined walks the whole guide, and the server and its public page have what it typed. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { tokenHash } from '#server/accounts/login/tokens.ts'
import { NOW } from '#server/core/database/now.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person, WIDE } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { focusedName } from '#tests/support/keyboard.ts'
import { codeTo } from '#tests/support/letters.ts'
import { PNG } from '#tests/support/uploads.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const CARLA = 'carla@bayou.example'
const SITE = 'https://www.bayou.example'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** What was typed is not lost unasked. */
async function goAndStay(page: Page, step: RegExp) {
  await page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: step }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving' })
  await question.getByRole('button', { name: 'Stay' }).click()
}
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
/** Its heading has the focus, and the tab says which step it is. */
async function at(page: Page, name: string, number: number) {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${name}, step ${number} of 5 · `))
  await page.getByText(`Step ${number} of 5`).waitFor()
}
async function look(page: Page) {
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize(NARROW)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize(WIDE)
}
const doneSteps = (page: Page) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('link', { name: /^Done:/ })
    .allTextContents()

/** Comes in by the link of an approved application. */
async function join(page: Page) {
  const { db } = world.server.database
  await db
    .insertInto('seller_applications')
    .values({
      email: CARLA,
      company: 'Bayou Homes',
      name: 'Carla Reyes',
      state: 'approved',
      token_hash: tokenHash('bayou'),
      token_until: new Date(Date.now() + 3_600_000),
      created_at: NOW,
    })
    .execute()
  await page.goto(`${world.url}/seller/join#bayou`)
  await page.getByLabel('Phone').fill('(281) 443-0175')
  await page.getByLabel('You are').selectOption('Wholesaler')
  await page.getByLabel('Password').fill('plum orbit lantern 7')
  await page.getByLabel('I am 18 or older and accept the').check()
  await press(page, 'Open the account')
}

test('a company that has just joined walks the guide from its name to the line on its site', async () => {
  const { db } = world.server.database
  const { context, page, pageErrors } = await person(browser)
  await join(page)

  await at(page, 'Your company', 1)
  expect(page.url()).toBe(`${world.url}/seller/#start/company`)
  expect(await page.getByRole('link', { name: /^(Back|Skip for now)$/ }).count()).toBe(0)
  await page.getByLabel('Logo').or(page.getByLabel('Choose a logo: file')).first().setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG,
  })
  await page.getByRole('img', { name: 'Your logo' }).waitFor()
  await page.getByLabel('Name').fill('Bayou City Homes')
  await page.getByLabel('About').fill('Houses in Harris County.')
  await page.getByLabel('Add a state').selectOption('Texas')
  await page.getByLabel('State of registration').selectOption('Texas')
  await page.getByLabel('EIN').fill('12-34567')
  await look(page)
  await goAndStay(page, /Buyers/)
  await press(page, 'Continue')

  await page.getByText('Enter the 9 digits of the EIN, as 12-3456789.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('EIN')
  await page.getByLabel('EIN').fill('123456789')
  await press(page, 'Continue')

  await at(page, 'Verify who you are', 2)
  expect(await doneSteps(page)).toEqual(['Done: Company'])
  await page.getByText('Texas, EIN 12-3456789. Our staff check it.').waitFor()
  await press(page, 'Add a number')
  const phone = page.getByRole('form', { name: 'Mobile phone' })
  await expect.poll(() => focusedName(page)).toBe('Number')
  await page.keyboard.type('(281) 443-0175')
  await goAndStay(page, /Company/)
  expect(await phone.getByLabel('Number').inputValue()).toBe('(281) 443-0175')
  await phone.getByRole('button', { name: 'Text me a code' }).click()
  await expect.poll(() => focusedName(page)).toBe('Code')
  await page.keyboard.type(await codeTo(world.url, '+12814430175'))
  await look(page)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('listitem').filter({ hasText: '(281) 443-0175' }).getByText('Saved').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Change')
  await page.getByRole('complementary').getByText('Bayou City Homes').waitFor()
  await look(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Verify who you are' }).waitFor()
  await follow(page, 'Back')
  await at(page, 'Your company', 1)
  expect(await page.getByLabel('About').inputValue()).toBe('Houses in Harris County.')
  await press(page, 'Continue')
  await at(page, 'Verify who you are', 2)
  await follow(page, 'Skip for now')

  await at(page, 'Your first deal', 3)
  expect(await doneSteps(page)).toEqual(['Done: Company'])
  await page.getByLabel('Street').fill('6021 Brandon Street')
  await page.getByLabel('City').fill('Houston')
  await page.getByLabel('State').selectOption('Texas')
  await page.getByLabel('ZIP code').fill('77051')
  await page.getByLabel('Asking price').fill('121,000')
  await page.getByLabel('Contract price').fill('108,500')
  await page.getByLabel('After-repair value').fill('184,000')
  const spread = page.locator('dl').filter({ hasText: 'Your spread' })
  expect(await spread.locator('dd').allTextContents()).toEqual(['$108,500', '$12,500', '$63,000 · 34.2%'])
  // Buyers of the demo have boxes in Houston.
  await page.getByText(/^It fits the buy box(es of \d+ buyers| of 1 buyer)\.$/).waitFor()
  await page.getByLabel('Add photos: file').setInputFiles({
    name: 'front.png',
    mimeType: 'image/png',
    buffer: PNG,
  })
  await page.getByRole('list', { name: 'Photos' }).getByRole('img').waitFor()
  await look(page)
  await press(page, 'Save the draft')

  await at(page, 'Bring your buyers', 4)
  await expect.poll(() => doneSteps(page)).toEqual(['Done: Company', 'Done: First deal'])
  await page.getByLabel('An invitation link').check()
  const invited = await page.getByRole('group', { name: 'Invitation link' }).textContent()
  await page.getByLabel('Paste').check()
  await page
    .getByLabel('Your buyers')
    .fill('Ann Cole, ann@buyers.example, (281) 555-0142\nBo Diaz <bo@buyers.example>')
  await page.getByText('2 buyers, 0 with consent.').waitFor()
  await look(page)
  await press(page, 'Import 2 buyers')
  await page.getByText('2 added, 0 brought up to date.').waitFor()
  await press(page, 'Continue')

  await at(page, 'Put it on your site', 5)
  await page.getByLabel('Name').fill('Our site')
  await page.getByLabel('Allowed origins').fill(SITE)
  await look(page)
  await press(page, 'Create a key')
  const secret = page.getByRole('dialog', { name: 'Copy your secret key' })
  await secret.getByRole('checkbox').check()
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Waiting to see it on www.bayou.example').waitFor()
  const line = await page.getByText('/widget/loader.js').textContent()
  const key = /data-key="(pk_[^"]+)"/.exec(line ?? '')?.[1]
  await look(page)
  await press(page, 'Check now')
  await page.getByText('Never used').waitFor()
  const opened = await fetch(`${world.url}/customer/api/site-keys/${key}`, { headers: { origin: SITE } })
  expect([opened.status, (await opened.json()).data.guests.allowed]).toEqual([200, true])
  await press(page, 'Check now')
  await page.getByText('Last used').waitFor()
  expect(await page.getByText('Waiting to see it').count()).toBe(0)
  await expect
    .poll(() => doneSteps(page))
    .toEqual(['Done: Company', 'Done: First deal', 'Done: Buyers', 'Done: Your site'])
  await press(page, 'Open your desk')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()

  // The guide opens where something is left.
  await page.goto(`${world.url}/seller/#start`)
  await page.getByRole('heading', { name: 'Verify who you are' }).waitFor()

  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('title', '=', 'Bayou City Homes')
    .executeTakeFirstOrThrow()
  expect(invited).toBe(`${world.url}/register?attach_account_id=${id}`)
  expect(
    await db
      .selectFrom('properties')
      .select(['address', 'zip', 'listing', 'contract_price'])
      .where('account_id', '=', id)
      .execute(),
  ).toEqual([{ address: '6021 Brandon Street', zip: '77051', listing: 'draft', contract_price: 108_500 }])
  await page.goto(`${world.url}/company/${id}`)
  await page.getByRole('heading', { name: 'Bayou City Homes' }).waitFor()
  await page.getByText('Houses in Harris County.').waitFor()
  await page.getByText('Texas').first().waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})
