/** Saved searches in a browser: kept from the deals, counted, opened with what is new, changed, copied and deleted; deals put away. */
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { person, wholeList } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, limits: { matchQuietMs: 0 } })
let page: Page

beforeAll(async () => {
  const dana = await person(browser, { baseURL: world.url })
  page = dana.page
  await logIn(dana.context, world)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const cards = () => page.getByRole('feed', { name: 'Deals' }).getByRole('article')
const rows = () => page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem')
/** By the button with three dots. */
async function act(action: string, search: string): Promise<void> {
  const more = page.getByRole('button', { name: `More for ${search}`, exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The price of some deal falls to one that no other has. */
const dropOnePrice = (price: number) =>
  world.server.database.db.transaction().execute(async (trx) => {
    const deal = await trx
      .selectFrom('properties')
      .select('id')
      .where('listing', '=', 'listed')
      .where('status', '=', 0)
      .where('price', '>', price)
      .limit(1)
      .executeTakeFirstOrThrow()
    await bumpDealRevision(trx, deal.id)
    await trx.updateTable('properties').set({ price }).where('id', '=', deal.id).execute()
  })

test('filters that give nothing are saved, and a deal that comes into them is counted by itself', async () => {
  await page.goto('/deals?price=20001-20009')
  await button('Save this search for alerts').click()
  const name = page.getByRole('textbox', { name: 'Name' })
  expect(await name.inputValue()).toContain('Price')
  await name.fill('Nearly free')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await page.getByText('Search saved').waitFor()
  await page.goto('/profile/saved-searches')
  await rows().getByText('Nearly free').waitFor()
  await dropOnePrice(20_005)
  await rows().getByText('1 new').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('it opens with what is new, and then nothing of it is new any more', async () => {
  await rows().getByRole('link', { name: 'Nearly free' }).click()
  await button('Only what is new (1)').click()
  await expect.poll(() => cards().count()).toBe(1)
  await page.goto('/profile/saved-searches')
  await rows().getByText('Nearly free').waitFor()
  await expect.poll(() => rows().getByText('1 new').count()).toBe(0)
})

test('it is changed, copied and deleted', async () => {
  await button('Edit Nearly free').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('A gift')
  await page.getByRole('combobox', { name: 'Tell me about new deals' }).selectOption('daily')
  await button('Save changes').click()
  await rows().getByText('Daily at 8 AM, Email').waitFor()
  await button('More for A gift').press('Enter')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect
    .poll(() => button('More for A gift').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await act('Duplicate', 'A gift')
  await act('Delete', 'A gift (copy)')
  await button('Delete search').click()
  await expect.poll(() => rows().count()).toBe(1)
})

test('other filters take the place of those of the search that was opened', async () => {
  await rows().getByRole('link', { name: 'A gift' }).click()
  await button(/^Remove Price/).click()
  await button('Save search').click()
  await page.getByRole('radio', { name: 'Change “A gift”' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  // Before the toast ends, also on a busy machine.
  await button('See all').press('Enter')
  await rows().getByText('All deals').waitFor()
})

test('its webhook refuses an address in the house, and takes and tries another', async () => {
  await act('Webhook', 'A gift')
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('https://10.0.0.8/deals')
  await button('Save address').click()
  await page.getByText('The address must be on the public internet.').waitFor()
  await address.fill('https://hooks.invalid/deals')
  await button('Save address').click()
  const secret = page.getByRole('textbox', { name: 'Secret' })
  const first = await secret.inputValue()
  expect(first).toMatch(/^whsec_/)
  await button('Send a test').click()
  await page.getByRole('list', { name: 'Last calls' }).getByText('Test', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await act('Webhook', 'A gift')
  await button('Generate a new secret').click()
  expect(await secret.inputValue()).not.toBe(first)
  const paused = { paused_at: new Date(), paused_reason: 'It took nothing for a day.' }
  await world.server.database.db.updateTable('search_webhooks').set(paused).execute()
  await page.reload()
  await rows().getByText('Webhook paused').waitFor()
  await act('Webhook', 'A gift')
  await page.getByText(/^Paused\. It took nothing for a day\. 1 call waits/).waitFor()
  await button('Save and turn on').click()
  await expect.poll(() => rows().getByText('Webhook paused').count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('a deal is hidden from the list with a reason, brought back, and found among the hidden ones', async () => {
  await page.goto('/deals?sort=price-asc')
  await wholeList(page)
  await cards().first().waitFor()
  const name = (await cards().first().getAttribute('aria-label')) ?? ''
  await button(`Hide ${name}`).click()
  await page.getByText(/^Hidden: /).waitFor()
  await expect.poll(() => cards().first().getAttribute('aria-label')).not.toBe(name)
  const reasons = page.getByRole('group', { name: 'Because of its' })
  await reasons.getByRole('button', { name: 'Price' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cards().first().getAttribute('aria-label')).toBe(name)
  await button(`Hide ${name}`).click()
  await button('1 hidden').click()
  expect(await violationsInBothThemes(page)).toEqual([])
  const dialog = page.getByRole('dialog', { name: 'Hidden deals' })
  await dialog.getByRole('button', { name: 'Show again' }).click()
  await dialog.getByRole('button', { name: 'Hide' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => cards().first().getAttribute('aria-label')).toBe(name)
})
