/** A seller's person deletes their own login under "My login"; the only owner is shown what to do first. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

test('the only owner is refused with what to do, and leaves once there is another', async () => {
  const { email, password } = world.logins.seller1
  const { db } = world.server.database
  const members = db.selectFrom('account_members').select(['id', 'account_id', 'password_hash'])
  const me = await members.where('email', '=', email).executeTakeFirstOrThrow()
  await db
    .updateTable('account_members')
    .set({ role: 'agent' })
    .where('account_id', '=', me.account_id)
    .where('id', '!=', me.id)
    .execute()
  await db.updateTable('account_members').set({ role: 'administrator' }).where('id', '=', me.id).execute()
  const { page, context } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/seller/#login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('link', { name: 'My login' }).click()
  await page.getByRole('button', { name: 'Delete my login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your login' })
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Your email').fill(email)
  expect(await violationsInBothThemes(page)).toEqual([])
  await confirm.click()
  await dialog.getByText('Make somebody else an owner first.').waitFor()
  await db
    .insertInto('account_members')
    .values({
      ...me,
      id: undefined,
      name: 'Nora Beck',
      email: 'nora.owner@example.com',
      role: 'administrator',
    })
    .execute()
  await confirm.click()
  await page.getByRole('heading', { name: 'Seller app' }).waitFor()
  expect(await members.where('email', '=', email).execute()).toEqual([])
  await context.close()
})
