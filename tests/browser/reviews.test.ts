/** Reviews and the company page in a real browser: written by keyboard, changed, deleted, answered; the seller's public page. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW } from '#tests/support/browser.ts'
import { logIn, withVisitors, withWorld } from '#tests/support/fixtures.ts'

const SELLER = 1
const SELLER_NAME = 'Lone Star Dispositions'
const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const visitor = withVisitors({ world, browser })

/** The words of a review that a seller has reported. */
async function report(content: string): Promise<string> {
  const { db } = world.server.database
  const reviews = db.selectFrom('reviews').select('id').where('content', '=', content)
  const { id: subject_id } = await reviews.executeTakeFirstOrThrow()
  const members = db.selectFrom('account_members').select('id').where('account_id', '=', SELLER)
  const { id: reporter_id } = await members.limit(1).executeTakeFirstOrThrow()
  const reporter = { reporter_kind: 'member', reporter_id } as const
  const row = { ...reporter, subject_kind: 'review', subject_id, reason: 'false' } as const
  await db.insertInto('content_reports').values(row).execute()
  return content
}

/** A member of staff, at the console's list of reports; its row with these words. */
async function staffAtReport(words: string) {
  const { page } = await visitor()
  await page.goto('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  const tabs = page.getByRole('navigation', { name: 'Console' })
  await tabs.getByRole('button', { name: 'Reports', exact: true }).click()
  await page.getByRole('row').filter({ hasText: words }).waitFor()
  return page
}

test('a stranger reads a seller’s page, narrows its reviews, and logs in to write to the seller', async () => {
  const { page, pageErrors } = await visitor()
  const document = await page.goto(`/company/${SELLER}`)
  expect(await document?.text()).toContain(`<title>${SELLER_NAME} · Plat</title>`)
  await page.getByRole('heading', { level: 1, name: SELLER_NAME }).waitFor()
  await page.getByRole('region', { name: 'Rating' }).getByText('61 reviews').waitFor()
  await page.getByRole('link', { name: /^Show (it|all \d+) on the map$/ }).waitFor()
  const reviews = page.getByRole('article', { name: /^Review:/ })
  await expect.poll(() => reviews.count()).toBe(25)
  await page.getByRole('button', { name: 'Show more reviews' }).click()
  await expect.poll(() => reviews.count()).toBe(50)
  await page.getByRole('combobox', { name: 'Stars' }).selectOption('1')
  await expect.poll(() => reviews.count()).toBeLessThan(25)
  await page.getByLabel('Words').fill('nobody has written this')
  await page.getByRole('button', { name: 'Show all reviews' }).click()
  await expect.poll(() => reviews.count()).toBe(25)

  await page.getByRole('button', { name: 'Message', exact: true }).click()
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a buyer writes a review by keyboard, changes it and deletes it', async () => {
  const { page, context, pageErrors } = await visitor()
  await logIn(context, world)
  await page.goto('/profile/reviews?tab=written')
  await page.getByRole('button', { name: `Write a review of ${SELLER_NAME}`, exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: `Review ${SELLER_NAME}` })
  await form.getByRole('button', { name: 'Send review' }).press('Enter')
  await form.getByText('Choose 1 to 5 stars.').waitFor()
  const overall = form.getByRole('radiogroup', { name: 'Overall' })
  await overall.getByRole('radio', { name: '1 star' }).focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => overall.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await form
    .getByLabel('How was it to work with them?')
    .fill('The lockbox code worked and so did the numbers.')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  for (const leave of [() => page.keyboard.press('Escape'), () => form.getByText('Cancel').click()]) {
    await leave()
    await question.waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
  }
  await form.getByRole('button', { name: 'Send review' }).press('Enter')

  const own = page.getByRole('article', { name: `Review: ${SELLER_NAME}` })
  await own.getByText('so did the numbers').waitFor()
  // Theirs was there before, so both are shown; the one about Northline waits for theirs.
  await expect.poll(() => own.getByText('Not shown yet').count()).toBe(0)
  await page
    .getByRole('article', { name: 'Review: Northline Property Group' })
    .getByText('Not shown yet')
    .waitFor()
  await own.getByRole('button', { name: `Edit your review of ${SELLER_NAME}` }).click()
  const change = page.getByRole('dialog', { name: `Your review of ${SELLER_NAME}` })
  await change
    .getByLabel('How was it to work with them?')
    .fill('The lockbox code worked, the numbers mostly did.')
  await change.getByRole('button', { name: 'Save review' }).click()
  await own.getByText('the numbers mostly did').waitFor()
  await own.getByText(/, edited [A-Z][a-z]{2} \d{1,2}, \d{4}$/).waitFor()
  const staff = await staffAtReport(await report('The lockbox code worked, the numbers mostly did.'))
  await staff.getByRole('button', { name: 'Former texts' }).click()
  const former = staff.getByRole('list', { name: 'Former texts' }).getByRole('listitem')
  await former.getByText('The lockbox code worked and so did the numbers.').waitFor()
  expect(await former.count()).toBe(1)
  await former.getByText(/^4 of 5 stars, written [A-Z][a-z]{2} \d{1,2}, \d{4}, /).waitFor()
  expect(await violationsInBothThemes(staff)).toEqual([])

  await own.getByRole('button', { name: `Delete your review of ${SELLER_NAME}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click()
  await own.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Write a review of ${SELLER_NAME}`, exact: true }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a buyer responds to a review, changes the response and takes it back', async () => {
  const { page, context, pageErrors } = await visitor({ viewport: NARROW })
  await logIn(context, world)
  await page.goto('/profile/reviews')
  const northline = page.getByRole('article', { name: 'Review: Northline Property Group' }).first()
  const box = northline.getByRole('textbox', { name: /^Your response/ })
  await northline.getByRole('button', { name: 'Respond to Northline Property Group' }).click()
  await box.fill('Not what I meant to say.')
  await page.getByRole('link', { name: 'Phones', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe('Not what I meant to say.')
  await box.fill('Thank you, the heirs were a pleasure.')
  await northline.getByRole('button', { name: 'Send response' }).click()
  await northline.getByText('Thank you, the heirs were a pleasure.').waitFor()
  await northline.getByRole('button', { name: /^Edit your response/ }).click()
  await box.fill('Thank you.')
  await northline.getByRole('button', { name: 'Send response' }).click()
  await northline.getByText('Edited').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await northline.getByRole('button', { name: /^Edit your response/ }).click()
  await northline.getByRole('button', { name: 'Take it back' }).click()
  await northline.getByRole('button', { name: 'Respond to Northline Property Group' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a seller nobody has is a page that says so', async () => {
  const { page } = await visitor()
  const document = await page.goto('/company/999999')
  expect(document?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Company not found' }).waitFor()
})
