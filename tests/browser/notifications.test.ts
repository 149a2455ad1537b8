/** The bell and what goes where, in a browser over the real server: live, on every tab, by the way one wants it. */

import type { Page, Route } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { type NotificationDraft, notify } from '#server/notifications/centre/notify.ts'
import { NOTIFICATION_TYPES } from '#shared/contract/notifications.ts'
import { links } from '#shared/contract/pages.ts'
import { cellOf } from '#shared/rules/notifications/preferences.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0 })
let dana: Person
let page: Page
let danaId: number
let told = 0

beforeAll(async () => {
  dana = await person(browser, { baseURL: world.url })
  page = dana.page
  await logIn(dana.context, world)
  // The first call waits for what a new server has to read.
  await dana.context.request.get('/customer/api/auth/user')
  const { database } = world.server
  const row = await database.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', world.logins.buyer1.email)
    .executeTakeFirstOrThrow()
  danaId = row.id
})

function tell(more: Partial<NotificationDraft> & Pick<NotificationDraft, 'title'>): Promise<void> {
  const { broadcaster, database } = world.server
  const news: NotificationDraft = {
    customerId: danaId,
    type: 'offer',
    key: `test ${++told}`,
    url: links.profile('offers'),
    ...more,
  }
  return notify({ db: database.db, broadcaster, prefix: 'App' }, [news])
}
const bell = (on: Page) => on.getByRole('button', { name: /^Notifications/ })
const panel = () => page.getByRole('dialog', { name: 'Notifications' })
const unread = async () => {
  const rows = await world.server.database.db
    .selectFrom('notifications')
    .select('title')
    .where('customer_id', '=', danaId)
    .where('read_at', 'is', null)
    .execute()
  return rows.map(({ title }) => title)
}

/** The bell says as many as the database; the demo world has things to tell of its own. */
const inStep = (on: Page) =>
  expect.poll(async () => {
    const { length } = await unread()
    const name = length === 0 ? 'Notifications' : `Notifications, ${length} unread`
    return (await bell(on).getAttribute('aria-label')) === name
  })

test('what comes is counted live in every tab, and said where it concerns the page', async () => {
  await page.goto('/profile/offers')
  const other = await dana.context.newPage()
  await other.goto('/profile/wallet')
  await bell(page).waitFor()
  await bell(other).waitFor()
  const title = 'Your offer on 9 Elm St was declined'
  const said = (on: Page) => on.getByRole('listitem').filter({ hasText: title }).count()
  // The line stands once what is told arrives.
  await expect
    .poll(async () => {
      await tell({ title })
      return said(page)
    })
    .toBeGreaterThan(0)
  await inStep(page).toBe(true)
  await inStep(other).toBe(true)
  expect(await said(other)).toBe(0)
  await other.close()
})

test('the bell opens what one was told by day; a press leads there and reads it everywhere', async () => {
  const title = '$997 is held as your deposit'
  await tell({ title, type: 'wallet', url: links.profile('wallet') })
  const other = await dana.context.newPage()
  await other.goto('/')
  await page.reload()
  await bell(page).click()
  await panel().getByRole('heading', { level: 3, name: 'Today' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await panel().getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  await expect.poll(unread).not.toContain(title)
  await inStep(page).toBe(true)
  await inStep(other).toBe(true)
  await bell(page).click()
  await panel()
    .getByRole('button', { name: `Mark as unread: ${title}` })
    .click()
  await expect.poll(unread).toContain(title)
  await panel().getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(unread).not.toContain(title)
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'hidden' })
  await other.close()
})

test('each kind is read as what happened, then the details, then when; two digits fit into the count', async () => {
  const shown = NOTIFICATION_TYPES.filter((type) => cellOf(type, 'in_app').usual === 'instant')
  for (const [index, type] of shown.entries())
    await tell({ type, title: `What happened: ${type}`, body: `Details of ${type}${index % 2 ? '.' : ''}` })
  await page.reload()
  await bell(page).click()
  for (const type of shown) {
    // A screen reader stops between them.
    const name = new RegExp(`^Unread: What happened: ${type}\\. Details of ${type}\\. \\d+:\\d\\d [AP]M$`)
    await panel().getByRole('link', { name }).waitFor()
  }
  const count = bell(page).getByText(/\d\d$/).locator('xpath=..')
  expect(await count.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await panel().getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(unread).toEqual([])
  await page.keyboard.press('Escape')
})

test('what goes where is kept as it is chosen', async () => {
  await page.goto('/profile/notifications')
  await page.getByLabel('Buy box matches, email').selectOption('Weekly')
  await page.getByLabel('Price drops, bell').uncheck()
  await page.getByLabel('Until').selectOption('8:30 AM')
  const kept = () =>
    world.server.database.db
      .selectFrom('quiet_hours')
      .select('quiet_until')
      .where('customer_id', '=', danaId)
      .executeTakeFirst()
  await expect.poll(kept).toEqual({ quiet_until: '08:30' })
  await page.reload()
  expect(await page.getByLabel('Buy box matches, email').inputValue()).toBe('weekly')
  expect(await page.getByLabel('Price drops, bell').isChecked()).toBe(false)
  expect(await page.getByLabel('Until').inputValue()).toBe('08:30')
  // Nobody gets a text who agreed to none.
  expect(await page.getByLabel('Blasts, text').count()).toBe(0)
  await page.getByRole('button', { name: 'Agree to texts: Blasts' }).waitFor()
  expect(dana.pageErrors).toEqual([])
})

/** The answer to the next save, as the server or what is between makes it. */
const nextSave = (handle: (route: Route) => Promise<void>) =>
  page.route('**/notification-preferences', (route) =>
    route.request().method() === 'PUT' ? handle(route) : route.continue(),
  )

test('a page with a choice that is being saved is left when it is saved', async () => {
  await page.goto('/profile/notifications')
  const until = page.getByRole('combobox', { name: 'Until' })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    void nextSave(async (route) => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      await route.continue()
    })
  })
  await until.selectOption('6:00 AM')
  await asked
  await page.getByRole('link', { name: 'Choose numbers' }).click()
  expect(new URL(page.url()).pathname).toBe('/profile/notifications')
  answer()
  await page.waitForURL('**/profile/phones')
  await page.unrouteAll()
  await page.goto('/profile/notifications')
  await expect.poll(() => until.inputValue()).toBe('06:00')
})

test('quiet hours that the server kept without an answer stay, and those it refuses say so beside the field', async () => {
  await page.goto('/profile/notifications')
  const until = page.getByRole('combobox', { name: 'Until' })
  await until.waitFor()
  let isAway = true
  await page.route('**/notification-preferences', async (route) => {
    if (route.request().method() === 'PUT') await route.fetch()
    await (isAway ? route.abort('connectionreset') : route.continue())
  })
  await until.selectOption('5:00 AM')
  await page.getByText('so your last change may not be saved').waitFor()
  isAway = false
  await page.getByText('so your last change may not be saved').waitFor({ state: 'detached' })
  expect(await until.inputValue()).toBe('05:00')
  await page.unrouteAll()

  const text = 'Enter a time like 22:00.'
  await nextSave((route) =>
    route.fulfill({ status: 422, json: { message: 'No.', errors: { 'quiet_hours.until': [text] } } }),
  )
  await until.selectOption('4:00 AM')
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('true')
  const message = page.getByRole('alert').filter({ hasText: text })
  expect(await until.getAttribute('aria-describedby')).toBe(await message.getAttribute('id'))
  const [field, said] = [await until.boundingBox(), await message.boundingBox()]
  expect((said?.y ?? 0) - (field?.y ?? 0)).toBeLessThan(80)
  expect(await until.inputValue()).toBe('05:00')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.unrouteAll()
})
