/** The seller app by keyboard alone: through the inbox, to a reply, done, snoozed, assigned, to other parts, and the switch for single keys. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { focusedName } from '#tests/support/keyboard.ts'

import { dana, nora } from '#tests/support/team.ts'

const { world, browser } = withWorld()

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('button')
const box = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' })
const focused = (page: Page) => expect.poll(() => focusedName(page))

/** The names of the buyers in the order of the list. */
const names = async (page: Page) =>
  (await rows(page).allTextContents()).map(
    (text) => BUYERS.find((name) => text.includes(name)) ?? `unknown: ${text}`,
  )
const BUYERS = [
  'Dana Whitfield',
  'Marcus Reyes',
  'Priya Raman',
  'Theo Lindqvist',
  'Carla Mendoza',
  'Wes Abernathy',
]

it('the keys lead to a conversation, a reply that the buyer receives, and back to the list', async () => {
  const buyer = await dana(world, browser)
  const { page, pageErrors } = await nora(world, browser)
  const [first = '', second = ''] = await names(page)
  await page.keyboard.press('j')
  await focused(page).toContain(first)
  await page.keyboard.press('j')
  await focused(page).toContain(second)
  await page.keyboard.press('k')
  await focused(page).toContain(first)
  // Moving opens nothing: for the team a message is unread until somebody reads it.
  expect(await page.getByRole('log').count()).toBe(0)

  const steps = (await names(page)).indexOf('Dana Whitfield')
  for (let step = 0; step < steps; step++) await page.keyboard.press('j')
  await focused(page).toContain('Dana Whitfield')
  await page.keyboard.press('Enter')
  await page.getByRole('log', { name: 'Messages with Dana Whitfield' }).getByRole('article').last().waitFor()
  await page.keyboard.press('Enter')
  await focused(page).toBe('Reply')
  await page.keyboard.type('Just keys? jker')
  expect(await box(page).inputValue()).toBe('Just keys? jker')
  expect(await dialog(page).count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await buyer.getByRole('log').getByText('Just keys? jker').waitFor()
  await page.keyboard.press('Escape')
  await focused(page).toContain('Dana Whitfield')
  await page.keyboard.press('r')
  await focused(page).toBe('Reply')
  expect(pageErrors).toEqual([])
})

it('a conversation is done, snoozed and assigned by its keys, from its row', async () => {
  const { page, pageErrors } = await nora(world, browser)
  const { db } = world.server.database
  const { account_id } = await db
    .selectFrom('account_members')
    .select('account_id')
    .where('email', '=', world.logins.seller1.email)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('account_members')
    .values({
      account_id,
      name: 'Quinn Ash',
      email: 'quinn@lonestardispositions.example',
      password_hash: 'x',
    })
    .execute()
  await page.reload()
  await rows(page).first().waitFor()
  const [first = '', second = '', third = ''] = await names(page)
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByText(`Done. Anything new from ${first} reopens it.`).waitFor()
  // The list goes on with the next one.
  await focused(page).toContain(second)

  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).waitFor()
  await page.keyboard.type('tom')
  await page.keyboard.press('Enter')
  await page.getByText(`Snoozed until tomorrow, 8:00 AM. Anything new from ${second} reopens it.`).waitFor()
  await page.keyboard.press('j')
  await focused(page).toContain(third)

  await page.keyboard.press('a')
  await focused(page).toMatch(/Assigned to|Nobody yet/)
  await expect.poll(() => heading(page).textContent()).toBe(third)
  await page.keyboard.type('Quinn')
  await page.keyboard.press('Tab')
  const assigned = async () =>
    (
      await db
        .selectFrom('chats')
        .innerJoin('customers', 'customers.id', 'chats.customer_id')
        .innerJoin('account_members', 'account_members.id', 'chats.assigned_to')
        .select('account_members.name')
        .where('customers.name', '=', third)
        .where('chats.account_id', '=', account_id)
        .executeTakeFirst()
    )?.name
  await expect.poll(assigned).toBe('Quinn Ash')
  expect(pageErrors).toEqual([])
})

it('two keys lead to another part, "?" lists them all, and single keys can be switched off', async () => {
  const { page, pageErrors } = await nora(world, browser)
  for (const [keys, hash] of [
    ['gd', '#deals'],
    ['go', '#offers'],
    ['gb', '#buyers'],
    ['gc', '#company'],
    ['gt', '#today'],
    ['gi', '#messages'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(() => new URL(page.url()).hash).toBe(hash)
  }
  await rows(page).first().waitFor()
  await page.keyboard.press('?')
  await dialog(page).waitFor()
  for (const label of ['Next conversation', 'Reply', 'Snooze the conversation', 'Go to offers'])
    await dialog(page).getByText(label, { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  // Nothing behind an open dialog moves, and a modifier belongs to the browser.
  for (const key of ['j', 'g', 'd']) await page.keyboard.press(key)
  expect(new URL(page.url()).hash).toBe('#messages')
  await dialog(page).getByRole('checkbox', { name: 'Use single keys in the seller app' }).press('Space')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)

  const [first = ''] = await names(page)
  await page.reload()
  await rows(page).first().waitFor()
  for (const key of ['g', 'd', '?', 'j']) await page.keyboard.press(key)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  expect(await dialog(page).count()).toBe(0)
  expect(new URL(page.url()).hash).toBe('#messages')

  // The button is there for them who cannot press the key.
  const opener = page.getByRole('button', { name: 'Keyboard' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('checkbox').press('Space')
  await page.keyboard.press('Escape')
  await focused(page).toBe('Keyboard')
  await page.keyboard.press('Alt+j')
  await focused(page).toBe('Keyboard')
  await page.keyboard.press('j')
  await focused(page).toContain(first)
  expect(pageErrors).toEqual([])
})

it('Ctrl-K finds a buyer, a deal by its street, words of a message and a place; on phones a button does', async () => {
  const { page, pageErrors } = await nora(world, browser)
  const { db } = world.server.database
  const deal = await db
    .selectFrom('properties')
    .innerJoin('account_members', 'account_members.account_id', 'properties.account_id')
    .select(['properties.id', 'properties.address'])
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('properties.address', '!=', '')
    .orderBy('properties.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const line = page.getByRole('combobox', { name: 'Find anything' })
  const options = (group: string) =>
    page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: group }).getByRole('option')
  const find = async (text: string, group: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await line.fill(text)
    await options(group).filter({ hasText: name }).first().waitFor()
  }
  await find('priya', 'Conversations', 'Priya Raman')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).textContent()).toBe('Priya Raman')

  await find(deal.address, 'Deals', deal.address)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe(`#deals/${deal.id}`)
  await expect.poll(() => heading(page).textContent()).toContain(deal.address)

  await find('offers', 'Places', 'Offers')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#offers')

  const { body } = await db
    .selectFrom('messages')
    .innerJoin('account_members', 'account_members.account_id', 'messages.account_id')
    .select('messages.body')
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('messages.body', 'ilike', '%the%')
    .orderBy('messages.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const words = (body ?? '').split(/\W+/).slice(0, 4).join(' ')
  await find(words, 'Messages', words)
  await options('Messages').first().click()
  await page
    .getByRole('log')
    .getByText(body ?? '')
    .first()
    .waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/seller/#today')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Find anything' }).click()
  await line.fill('buyers')
  await options('Places').first().click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#buyers')
  expect(pageErrors).toEqual([])
})
