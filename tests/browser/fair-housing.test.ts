/** A seller is advised about words that fair housing law makes doubtful, publishes one and sends another all the same, and staff see both. */
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0 })

async function opened(path: string, options: Parameters<typeof person>[1] = {}): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url, ...options })
  onTestFinished(() => context.close())
  await page.goto(path)
  return page
}

/** A deal of the first seller that nobody has seen yet. */
async function draft(): Promise<number> {
  const { db } = world.server.database
  const own = db.selectFrom('properties').select('id').where('account_id', '=', 1)
  const { id } = await own.where('listing', '=', 'listed').limit(1).executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, id)
    await trx.updateTable('properties').set({ listing: 'draft', status: 0 }).where('id', '=', id).execute()
  })
  return id
}

/** The console's list, by a row's words. */
async function recordOf(words: string) {
  const staff = await opened('/admin/')
  await staff.getByLabel('Email').fill('avery@plat.example')
  await staff.getByLabel('Password').fill('plat-staff-1')
  await staff.getByRole('button', { name: 'Log in' }).click()
  const tabs = staff.getByRole('navigation', { name: 'Console' })
  await tabs.getByRole('button', { name: 'Reports', exact: true }).click()
  await staff.getByRole('heading', { name: 'Published against the advice on fair housing' }).waitFor()
  const row = staff.getByRole('row').filter({ hasText: words })
  await row.waitFor()
  return { staff, row }
}

test('a doubtful phrase is explained while it is typed, replaced or published after a question, and staff see it', async () => {
  const id = await draft()
  const page = await opened(`/seller/?login=seller1#deals/${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Perfect for a young family. Sorry, no children.')
  await page
    .getByText('“Perfect for a young family” may conflict with fair housing law (familial status).')
    .waitFor()
  await page.getByText('“no children” may conflict with fair housing law (familial status).').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  // Only the first phrase has a wording that can take its place.
  await page.getByRole('button', { name: /^Use this wording/ }).click()
  expect(await description.inputValue()).toBe('Comfortable. Sorry, no children.')
  expect(await description.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.getByText('“Perfect for a young family”').waitFor({ state: 'detached' })
  await page.getByText('All changes are saved.').waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: 'Check the wording' })
  await question.getByText('Published against the advice: 1 phrase', { exact: true }).waitFor()
  await question.getByText('“no children” in the description (familial status)').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await page.getByRole('button', { name: 'Take down' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await question.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('button', { name: 'Take down' }).waitFor()

  const { staff, row } = await recordOf('no children')
  await row.getByText('familial status, in the description').waitFor()
  await row.getByText('Published', { exact: true }).waitFor()
  expect(await row.getByRole('link').getAttribute('href')).toMatch(new RegExp(`/property/${id}$`))
  expect(await violationsInBothThemes(staff)).toEqual([])

  // A change that publishes no new phrase is saved without a question.
  await page.getByLabel('Access', { exact: true }).fill('Lockbox')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes are saved.').waitFor()
  await description.fill('Comfortable.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes are saved.').waitFor()
  const again = await recordOf('no children')
  await again.row.getByText('Corrected', { exact: true }).waitFor()
})

test('a caption whose doubtful phrase is replaced is saved with the better wording', async () => {
  const id = await draft()
  const page = await opened(`/seller/?login=seller1#deals/${id}`)
  const caption = page.getByLabel('Caption of photo 1')
  await caption.fill('An exclusive neighborhood')
  // By keys, which take the focus off the field.
  await caption.press('Tab')
  await page.getByRole('button', { name: /^Use this wording/ }).press('Enter')
  await caption.press('Enter')
  await page.getByRole('img', { name: 'An established neighborhood' }).waitFor()
})

test('a blast on a phone is advised in its subject and message, and asks before it is sent', async () => {
  const page = await opened('/seller/?login=seller1#blasts/new', { viewport: NARROW })
  await page.getByLabel('Subject').fill('A Christian home')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Adults only. Great view, family room.')
  await page.getByText('“Christian home” may conflict with fair housing law (religion).').waitFor()
  await page.getByText('“Adults only” may conflict with fair housing law (familial status).').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Use this wording/ }).click()
  expect(await page.getByLabel('Subject').inputValue()).toBe('A home')
  await page.getByRole('button', { name: /^Send to \d+ buyers?$/ }).click()
  const question = page.getByRole('dialog', { name: 'Check the wording' })
  await question.getByText('Sent against the advice: 1 phrase', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByRole('heading', { name: /^(Sending|Sent|Scheduled)/ }).waitFor()
  const { row } = await recordOf('Adults only')
  await row.getByText('familial status, in the message').waitFor()
})
