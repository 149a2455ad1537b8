/** Somebody without an account asks what companies keep about their address, stops emails and texts, and erases it. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { linkTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

const EMAIL = 'ann@contacts.example'
const rows = () =>
  world.server.database.db.selectFrom('account_buyers').selectAll().where('email', '=', EMAIL).execute()

test('an address is typed, the mail is opened, and two presses stop and erase', async () => {
  const proof = { how: 'form on our site', at: '2026-03-01', by: null }
  await world.server.database.db
    .insertInto('account_buyers')
    .values({
      account_id: 1,
      email: EMAIL,
      name: 'Ann Holloway',
      phone: '+17132840142',
      source: 'import',
      has_consent: true,
      consents: JSON.stringify({ email: proof }),
    })
    .execute()
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/user/unsubscribe')
  await page.getByLabel('Email').fill(EMAIL)
  // What was typed is not lost unasked, once the page was touched.
  await page.getByLabel('Email').click()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('a link is on its way').waitFor()
  await page.goto(await linkTo(world.url, EMAIL, '/user/unsubscribe/'))
  await page.getByRole('heading', { level: 1, name: 'What companies keep about you' }).waitFor()
  const company = page.getByRole('listitem').filter({ hasText: 'Lone Star Dispositions' })
  await company.getByText('Ann Holloway · (713) 284-0142').waitFor()
  await company.getByText('Emails: they say you agreed, Mar 1, 2026: form on our site').waitFor()
  expect(await rows()).toMatchObject([{ has_consent: true }])
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Stop all emails and texts' }).click()
  await page.getByText('Companies on this site no longer email or text you').waitFor()
  expect(await rows()).toMatchObject([{ has_consent: false, consents: {} }])
  await page.reload()
  await company.getByText('Emails: stopped').waitFor()

  await page.getByRole('button', { name: 'Erase my data' }).click()
  const question = page.getByRole('dialog', { name: 'Erase your data' })
  expect(await rows()).toHaveLength(1)
  await question.getByRole('button', { name: 'Erase my data' }).click()
  await page.getByText('What companies imported about you is erased.').waitFor()
  expect(await rows()).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a company asks imported buyers to confirm, and one of them agrees to emails alone', async () => {
  const { page: seller, context: company } = await person(browser, { baseURL: world.url })
  await seller.goto('/seller/?login=seller1#company')
  const setting = seller.getByRole('checkbox', { name: /^Ask imported buyers to confirm/ })
  await setting.check()
  await seller.getByLabel('Postal address').fill('')
  await seller.getByRole('button', { name: 'Save settings' }).click()
  await seller.getByText('Enter the postal address of your company.').waitFor()
  await seller.getByLabel('Postal address').fill('12 Oak St, Houston, TX 77002')
  await seller.getByRole('button', { name: 'Save settings' }).click()
  await seller.getByText('Saved.', { exact: true }).waitFor()
  await seller.goto('/seller/#buyers')
  await seller.getByRole('button', { name: 'Import buyers' }).click()
  const text = 'email,name,phone,consent\nbo@contacts.example,Bo Holloway,(713) 284-0177,yes\n'
  const file = { name: 'buyers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await seller.getByLabel(/^A CSV file/).setInputFiles(file)
  await seller.getByLabel('How they agreed to emails').fill('form on our site')
  await seller.getByLabel('The day they agreed').first().fill('2026-03-01')
  await seller.getByRole('button', { name: 'Import', exact: true }).click()
  await seller.getByText('1 added, 0 brought up to date. 1 gets an email to confirm first.').waitFor()
  await seller.getByRole('button', { name: 'Done' }).click()
  await seller.getByText(/asked to confirm, gets nothing yet/).waitFor()
  expect(await violationsInBothThemes(seller)).toEqual([])

  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto(await linkTo(world.url, 'bo@contacts.example', '/user/confirm/'))
  await page.getByRole('heading', { level: 1, name: 'Emails and texts from a company' }).waitFor()
  await page.getByText('Lone Star Dispositions says that you agreed').waitFor()
  await page.getByText('Mar 1, 2026: form on our site').first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Lone Star Dispositions may send you: emails.').waitFor()
  await seller.reload()
  await seller.getByText(/^Emails: form on our site, Mar 1, 2026, imported by .+, confirmed /).waitFor()

  await page.getByRole('button', { name: 'Stop all of them' }).click()
  await page.getByText('Lone Star Dispositions sends you nothing').waitFor()
  expect(await page.getByRole('link', { name: 'Browse deals' }).getAttribute('href')).toBe('/deals')
  await seller.reload()
  await seller.getByText(/no consent, gets nothing/).waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
  await company.close()
})
