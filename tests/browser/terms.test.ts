/** The terms of service in the buyer app: shown by every way in that makes an account, kept by version, asked for when they are due. */
import { expect, test } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

const termsOf = async (email: string) => {
  const row = await world.server.database.db
    .selectFrom('customers')
    .select('terms_version')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.terms_version
}

test('somebody who accepted an earlier version is asked once over any page, which can be used meanwhile', async () => {
  const { email } = world.logins.buyer1
  const { db } = world.server.database
  await db.updateTable('customers').set({ terms_version: '2020-01-01' }).where('email', '=', email).execute()
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await logIn(context, world)
  await page.goto('/property/1')
  const banner = page.getByRole('complementary').filter({ hasText: 'agree to the Terms of service' })
  await banner.getByText('You must be 18 or older.').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.goto('/profile/details')
  await banner.waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  const opening = context.waitForEvent('page')
  await banner.getByRole('link', { name: 'Terms of service' }).click()
  const terms = await opening
  await terms.getByRole('heading', { level: 1, name: 'Terms of service' }).waitFor()
  await terms.close()

  await banner.getByRole('button', { name: 'I agree' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(await termsOf(email)).toBe(TERMS_VERSION)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await banner.count()).toBe(0)
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a seller who accepted an earlier version is asked once over any page, which can be used meanwhile', async () => {
  const { email, password } = world.logins.seller1
  const { db } = world.server.database
  const member = db.selectFrom('account_members').select('terms_version').where('email', '=', email)
  await db
    .updateTable('account_members')
    .set({ terms_version: '2020-01-01' })
    .where('email', '=', email)
    .execute()
  const { page, context, pageErrors } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/seller/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const strip = page.getByRole('complementary', { name: 'Terms of service' })
  await strip.getByText('You must be 18 or older.').waitFor()
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await page.getByRole('searchbox').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violationsInBothThemes(page)).toEqual([])
  await strip.getByRole('button', { name: 'I agree' }).click()
  await strip.waitFor({ state: 'detached' })
  expect((await member.executeTakeFirstOrThrow()).terms_version).toBe(TERMS_VERSION)
  await page.reload()
  await page.getByRole('searchbox').waitFor()
  expect(await strip.count()).toBe(0)
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a registration says 18 or older, and keeps the version', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await page.goto('/register')
  await page.getByText('You must be 18 or older.').waitFor()
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Last name').fill('Calloway')
  await page.getByLabel('Email').fill('ida.terms@example.com')
  await page.getByLabel('Mobile phone').fill('7132840185')
  await page.getByLabel('Password', { exact: true }).fill('three lamps and a ladder')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => termsOf('ida.terms@example.com')).toBe(TERMS_VERSION)
  await context.close()
})

test('a login by a service shows the terms, and a new account keeps the version', async () => {
  const { page, context } = await person(browser, { baseURL: world.url })
  await page.goto('/login')
  await page.getByText('18 or older and agree to the Terms of service').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.waitForURL((url) => url.searchParams.has('response_type'))
  await page.getByLabel('E-mail').fill('nina.terms@example.com')
  await page.getByLabel('First name').fill('Nina')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect.poll(() => termsOf('nina.terms@example.com')).toBe(TERMS_VERSION)
  await context.close()
})
