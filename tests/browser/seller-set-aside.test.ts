/** Done, snoozed and archived conversations: one member sets them aside, the others see it live, and the buyer reopens them by writing. */
import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 10, companies: 0, deals: 60 })

async function nora() {
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await page.goto('/seller/?login=seller1')
  await page.getByRole('list', { name: 'Conversations' }).waitFor()
  return { page, pageErrors }
}

const row = (page: Page, name = 'Dana Whitfield') =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name: new RegExp(`^${name}`) })
const box = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Part of the inbox' }).getByRole('button', { name })
const countOf = async (page: Page, name: string) =>
  Number((await box(page, name).textContent())?.replace(/\D/g, ''))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click()

it('done leaves the open ones in every browser of the team, can be undone, and ends when the buyer writes', async () => {
  const [{ page, pageErrors }, { page: other }] = [await nora(), await nora()]
  const open = await countOf(page, 'Open')
  await row(page).click()
  await press(page, 'Done')
  await page.getByText('Done. Anything new from Dana Whitfield reopens it.').waitFor()
  await expect.poll(() => row(other).count()).toBe(0)
  await expect.poll(() => countOf(other, 'Open')).toBe(open - 1)
  await expect.poll(() => countOf(other, 'Done')).toBe(1)

  await press(page, 'Undo')
  await row(other).waitFor()
  await expect.poll(() => countOf(other, 'Done')).toBe(0)

  await press(page, 'Done')
  await box(other, 'Done').click()
  await row(other).getByText('Done', { exact: true }).waitFor()
  expect(new URL(other.url()).hash).toBe('#messages/done')
  await other.reload()
  await row(other).waitFor()

  const buyer = await person(browser, { baseURL: world.url })
  onTestFinished(() => buyer.context.close())
  await buyer.page.goto('/hosts/strict-csp/')
  await buyer.page.getByText('Lone Star Dispositions').first().click()
  await buyer.page.getByPlaceholder('Type a message').fill('One more question.')
  await buyer.page.keyboard.press('Enter')
  await other.getByText('No conversation is done.').waitFor()
  await box(other, 'Open').click()
  await row(other).getByText('One more question.').waitFor()
  await page.getByRole('log').getByText('One more question.').waitFor()
  await expect.poll(() => page.getByText('Done. Anything new').count()).toBe(0)
  expect(await buyer.page.getByText(/^(Done|Snoozed|Archived)/).count()).toBe(0)
  expect(pageErrors).toEqual([])
})

it('a snooze says until when, wakes at its time at the top of the list, and is offered for a date', async () => {
  const { page, pageErrors } = await nora()
  const names = page.getByRole('list', { name: 'Conversations' }).getByRole('button')
  const last = 'Wes Abernathy'
  expect(await names.last().textContent()).toContain(last)
  await row(page, last).click()
  await press(page, 'Snooze')
  await choose(page, /^Tomorrow morning/)
  await page.getByText(`Snoozed until tomorrow, 8:00 AM. Anything new from ${last} reopens it.`).waitFor()
  await box(page, 'Snoozed').click()
  await row(page, last).getByText('Until tomorrow, 8:00 AM').waitFor()

  await press(page, 'Snooze')
  await choose(page, 'Date and time…')
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  await dialog.getByLabel('Date and time').fill('2020-01-01T08:00')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await dialog.getByText('Choose a time in the future.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  await world.server.database.db
    .updateTable('chats')
    .set({ snoozed_until: new Date(Date.now() + 4000) })
    .where('snoozed_until', 'is not', null)
    .execute()
  await page.reload()
  await box(page, 'Open').click()
  await row(page, last).getByText('Snooze ended').waitFor()
  expect(await names.first().textContent()).toContain(last)
  // The refusal of a time in the past.
  expect(pageErrors).toEqual([expect.stringContaining('status of 422')])
})

it('an undo that does not reach the server is said; its toast leaves the rail free', async () => {
  const { page } = await nora()
  await row(page, 'Carla Mendoza').click()
  await press(page, 'Snooze')
  await choose(page, 'Date and time…')
  await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: 'Snooze' }).click()
  await page.getByText(/^Carla Mendoza is snoozed until /).waitFor()
  // Without pressing it: it would have to wait until the toast ends.
  await page.getByRole('button', { name: 'Log out' }).click({ trial: true, timeout: 5000 })
  await page.route('**/set-aside', (route) => route.abort())
  await press(page, 'Undo')
  await page.getByRole('alert').getByText('Carla Mendoza stays as it was.').waitFor()
})

it('on a phone the menu has all of it', async () => {
  const { page, pageErrors } = await nora()
  await page.setViewportSize(NARROW)
  await row(page, 'Theo Lindqvist').click()
  await press(page, 'More')
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(
    expect.arrayContaining(['Done', 'Archive', 'Block']),
  )
  expect(await violationsInBothThemes(page)).toEqual([])
  await choose(page, 'Archive')
  await page.getByText('Archived. Anything new from Theo Lindqvist reopens it.').waitFor()
  await press(page, 'Reopen')
  await expect.poll(() => page.getByText('Archived. Anything new').count()).toBe(0)
  expect(pageErrors).toEqual([])
})
