/** From the first visit to a set-up buyer, in a real browser over the real server: codes and links are read from the outbox. */
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { type Person, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { codeTo, linkTo } from '#tests/support/letters.ts'

interface Stranger {
  first: string
  last: string
  email: string
  phone: string
}

const ADA: Stranger = {
  first: 'Ada',
  last: 'Okafor',
  email: 'ada@okaforhomes.example',
  phone: '+17132840171',
}
const BEN: Stranger = { first: 'Ben', last: 'Tran', email: 'ben@tranrentals.example', phone: '+17132840172' }
/** One step of the way; the whole of it is given more by the runner. */
const PATIENCE_MS = 15_000
const COMPANY = 'Houston Property Group LLC'

const { world, browser } = withWorld({ messages: 0 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function visitor(): Promise<Person> {
  const one = await person(browser, { baseURL: world.url })
  people.push(one)
  one.page.setDefaultTimeout(PATIENCE_MS)
  return one
}

async function register(page: Page, { first, last, email, phone }: Stranger): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mobile phone').fill(phone.replace('+1', ''))
  await page.getByLabel('Password', { exact: true }).fill('a lamp beside the lake')
  await page.getByRole('button', { name: 'Create account' }).click()
}

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

async function confirmPhone(page: Page, phone: string): Promise<void> {
  const asked = dialog(page, 'Confirm your phone')
  const send = asked.getByRole('button', { name: 'Text me a code' })
  const code = asked.getByLabel('Code', { exact: true })
  await send.or(code).waitFor()
  if (await send.isVisible()) await send.click()
  await code.fill(await codeTo(world.url, phone))
}

/** Reads the mail and opens its link. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.getByText('Confirm your email to message sellers').waitFor()
  await page.goto(await linkTo(world.url, email, 'auth_token='))
  await page.getByText('Email confirmed').waitFor()
  await page.getByText('Confirm your email to message sellers').waitFor({ state: 'hidden' })
  await page.waitForURL((url) => !url.search.includes('auth_token'))
}

async function passIdentityCheck({ page, context }: Person): Promise<void> {
  await page.goto('/profile/verification')
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Verify my identity' }).click()
  const check = await opened
  await check.getByRole('button', { name: 'Pass' }).click()
  await check.getByText('Verified. Plat was told that the check passed.').waitFor()
  await check.close()
  // Told live, without a reload.
  await page.getByRole('status').filter({ hasText: 'ID verified' }).waitFor()
}

test('a stranger becomes a verified buyer whose Smart Buy Box has learned from their LLC', async () => {
  const stranger = await visitor()
  const { page, pageErrors } = stranger
  await register(page, ADA)
  await confirmPhone(page, ADA.phone)

  await dialog(page, 'Set up Your Buy Box').getByRole('button', { name: 'Create My Smart Buy Box' }).click()
  const form = dialog(page, 'Link Your LLC or Trust')
  await form.getByRole('combobox', { name: 'LLC or Trust Name' }).fill('houston prop')
  await form.getByRole('option', { name: COMPANY }).click()
  await form.getByRole('button', { name: 'Create My Buy Box' }).click()
  await dialog(page, 'Your buy box is saved').getByRole('link', { name: 'See what we learned' }).click()
  await seesWhatWasLearned(page)

  await confirmEmail(page, ADA.email)
  await passIdentityCheck(stranger)
  await page.goto('/profile/buy-box')
  await seesWhatWasLearned(page)
  expect(pageErrors).toEqual([])
})

async function seesWhatWasLearned(page: Page): Promise<void> {
  await page.waitForURL('**/profile/buy-box')
  await page.getByText(COMPANY).first().waitFor()
  await page.getByText('Harris County, TX').first().waitFor()
  await page
    .getByText(/of \d+ purchases since/)
    .first()
    .waitFor()
}

test('a stranger with no company sets up target markets by hand and finds them later', async () => {
  const { page, pageErrors } = await visitor()
  await register(page, BEN)
  await confirmPhone(page, BEN.phone)

  await dialog(page, 'Set up Your Buy Box')
    .getByRole('button', { name: 'Or, set up my buy box manually' })
    .click()
  const form = dialog(page, 'Set Your Target Markets Manually')
  const submit = form.getByRole('button', { name: 'Set Location for Buy Box' })
  expect(await submit.isDisabled()).toBe(true)
  await form.getByRole('combobox', { name: 'Target locations' }).fill('galveston')
  await form.getByRole('option', { name: 'Galveston County, TX' }).click()
  await form
    .getByRole('status')
    .filter({ hasText: await dealsToday('Galveston') })
    .waitFor()
  await submit.click()
  await dialog(page, 'Your buy box is saved').getByRole('button', { name: 'Done' }).click()

  await page.goto('/profile/buy-box')
  await page.getByText('Galveston County, TX').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(pageErrors).toEqual([])
})

/** As the preview of a county says it. */
async function dealsToday(county: string): Promise<string> {
  const { db } = world.server.database
  const rows = await db
    .selectFrom('properties')
    .select('id')
    .where('county', '=', county)
    .where('listing', '=', 'listed')
    .where('status', '=', 0)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  return `${rows.length} ${rows.length === 1 ? 'deal' : 'deals'} there today`
}
